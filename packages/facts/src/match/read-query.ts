import { evenBlanks, foldTitle, readName } from '@butaca/titles';
import type { TitleQuery, WorkKind } from './match-title.ts';

const seasonWords: ReadonlySet<string> = new Set('temporada temporadas temp season'.split(' '));
const ordinals: ReadonlySet<string> = new Set('primera segunda tercera cuarta quinta ultima'.split(' '));
const notLetters = /[^\p{L}\p{N}]/gu;

/** How many words at the end of a title name a season: «Temporada 2», «2ª temporada», «T2», «[Serie completa]». */
function countSeasonWords(written: readonly string[]): number {
  const [last = '', before = ''] = written
    .slice(-2)
    .toReversed()
    .map((word) => foldTitle(word).replace(notLetters, ''));
  if (last === '') return written.length > 0 ? 1 : 0;
  if (/^completas?$/.test(last) && (before === 'serie' || seasonWords.has(before))) return 2;
  if (/^\d{1,4}$/.test(last) && seasonWords.has(before)) return 2;
  if (last === 'temporada' && (ordinals.has(before) || /^\d{1,2}a?$/.test(before))) return 2;
  return /^[ST]\d{1,2}$/.test((written.at(-1) ?? '').replace(notLetters, '')) ? 1 : 0;
}

/** The title of a series without the season that lists write behind it: «Dark Temporada 2», «Dark T2». */
function withoutSeason(title: string): string {
  const words = evenBlanks(title).trim().split(' ');
  let count = words.length;
  for (let dropped = 1; dropped > 0; count -= dropped) dropped = countSeasonWords(words.slice(0, count));
  return count <= 0 ? title : words.slice(0, count).join(' ');
}

/** How much of a title is read. */
const readLength = 500;

/**
 * Makes a query of a title as the catalogue or a list has it: «Sin.Novedad.en.el.Frente.(2022).4K.LAT», «Dark Temporada 2».
 *
 * @param known - what is known besides the title; a known year is kept
 */
export function readQuery(
  title: string,
  known: {
    kind: WorkKind;
    year?: number | undefined;
    runtime?: number | undefined;
    seasons?: number | undefined;
  },
): TitleQuery {
  const text = title.slice(0, readLength);
  const isFilm = known.kind === 'film';
  const read = readName(isFilm ? text : withoutSeason(text), { mayHaveChapter: false });
  return {
    title: isFilm ? read.title : withoutSeason(read.title),
    kind: known.kind,
    year: known.year ?? read.year,
    runtime: known.runtime,
    seasons: known.seasons,
  };
}
