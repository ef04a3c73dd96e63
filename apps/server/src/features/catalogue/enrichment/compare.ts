import { foldText, type VideoCard } from '@butaca/contract';
import { isForKids } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import type { Compared } from './alike.repository.ts';

const maxWords = 16;
const maxGenres = 4;
const shortestWord = 4;
/**
 * The minimum number of characters by which the beginning of a title identifies a film series; shorter beginnings are
 * shared by many unrelated titles.
 */
const shortestName = 5;

/**
 * Folded words (lower case, no accents) that occur in all kinds of titles and descriptions; similarity of videos is not
 * measured by them.
 */
const empty = new Set(
  `ante aquel aquella aunque cada como con contra cual cuando cuyo debe del desde despues donde durante ella ellas ellos entre
  esta estas este esto estos hace hacia hasta historia juntos luego mientras mismo mucho nada otra otras otro otros para pelicula
  pero poco porque puede quien segun ser serie siempre sobre solo sus tambien tanto tiene todas todo todos tras unas unos vida
  about after from into that their them they this when with`.split(/\s+/),
);

export function toCompared(video: VideoCard): Compared {
  const { tipo, mainSection, subcategoria, releaseYear } = video;
  const titleSort = sortTitle(video.title);
  return {
    id: video._id,
    titleSort,
    tipo,
    genres: [...new Set(video.genres.map(foldText))].slice(0, maxGenres),
    mainSection,
    subcategoria,
    releaseYear,
    words: wordsOf(`${video.title} ${video.description}`),
    beginning: beginningOf(titleSort),
    isForKids: isForKids(video),
  };
}

/**
 * Returns the words of a title or description from which the similarity of videos is computed, each once, in the order
 * of the text.
 */
function wordsOf(text: string): string[] {
  const words = foldText(text.slice(0, 2_000))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= shortestWord && !empty.has(word));
  return [...new Set(words)].slice(0, maxWords);
}

/**
 * Returns an SQL `like` pattern for the titles of a film series: `relampago%`, made from «Relámpago 2», also matches
 * «Relámpago: el regreso».
 */
function beginningOf(sorted: string): string | undefined {
  const plain = /^[\p{L}\p{N} ]+/u.exec(sorted)?.[0] ?? '';
  const name = plain.trim().replace(/ (?:parte )?(?:\d+|[ivx]+)$/, '');
  return name.length < shortestName || empty.has(name) ? undefined : `${name}%`;
}
