import type { ChannelCard, FoundChapter, SearchResults } from '@butaca/contract';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { readCards, watchPath, type Card, type StartChapter } from '../../../shared/card/card.ts';
import { listLineup, type Lineup } from '../../../shared/card/lineup.ts';
import type { SheetSubject } from '../../../shared/guide/programme-sheet.tsx';
import { paths } from '../../../shared/paths.ts';
import { findMarks, holdsEvery, wordsOf } from './find-marks.ts';

/** One result of the search: a channel, a video or a chapter, with which its series opens. */
export interface Result {
  key: string;
  title: string;
  /**
   * The text below a search result's title: type and year, such as «Serie · 2024», and the genre that the search named.
   */
  caption: string;
  /**
   * A piece of the video's description that the search result shows; set only if the description contains the search
   * words and the title does not.
   */
  excerpt: string | undefined;
  locked: boolean;
  imageUrl: string | null;
  /** The colour of a channel's logo; `null` for a search result that is no channel. */
  colour: string | null;
  /**
   * The data of the card of a video, or of a chapter's series, with which its plan is checked before it opens; absent for
   * a channel, whose plan the watch page itself checks.
   */
  card: Card | undefined;
  /** The chapter with which the series of a found chapter starts. */
  chapter: StartChapter | undefined;
  /** The programme whose sheet opens; absent for what is opened itself. */
  subject?: SheetSubject;
  /**
   * The properties of a link from the screen at `path` to the watch page of the search result; spread them on a link.
   */
  linkFrom(path: string): { to: string; state: object };
}

export interface ResultGroup {
  label: string;
  results: Result[];
}

const channelsLabel = 'Canales';
/** The groups of search results in the order of the navigation menu: the heading of each group and its video types. */
const groups: readonly (readonly [label: string, tipos: readonly string[]])[] = [
  ['Películas', ['pelicula', 'movie']],
  ['Series', ['serie', 'series']],
  ['Animes', ['anime']],
  ['Doramas', ['dorama']],
  ['Novelas', ['novela']],
  ['Documentales', ['documental']],
  ['Zona Kids', ['zona kids']],
];
const othersLabel = 'Otros';
const chaptersLabel = 'Capítulos';
/** How many characters of a description a search result shows before the first match. */
const leadLength = 32;

/**
 * Groups search results by type; each group keeps the order of the server, which has the best fit first. When the server
 * corrected a slip, the corrected text is the search term.
 */
export function readResults(found: SearchResults, typed: string): ResultGroup[] {
  const term = found.corrected ?? typed;
  const words = wordsOf(term);
  const videos = readCards(found.videos);
  const lineup = listLineup(`la búsqueda «${term.trim()}»`, found.channels);
  const known = new Set(groups.flatMap(([, tipos]) => tipos));
  const all = [
    { label: channelsLabel, results: found.channels.map((channel) => channelResult(channel, lineup)) },
    ...groups.map(([label, tipos]) => ({
      label,
      results: videos.filter(({ tipo }) => tipos.includes(tipo)).map((card) => videoResult(card, words)),
    })),
    {
      label: othersLabel,
      results: videos.filter(({ tipo }) => !known.has(tipo)).map((card) => videoResult(card, words)),
    },
    { label: chaptersLabel, results: found.chapters.flatMap(chapterResult) },
  ];
  return all.filter(({ results }) => results.length > 0);
}

/** The search result of a channel, which changes through the given list. */
export function channelResult(channel: ChannelCard, lineup: Lineup): Result {
  const { _id, name, logo, colour } = channel;
  return {
    key: `channel-${_id}`,
    title: name,
    caption: `Canal · ${channel.section}`,
    excerpt: undefined,
    locked: channel.locked,
    imageUrl: logo === null ? null : imageAddress(logo),
    colour,
    card: undefined,
    chapter: undefined,
    linkFrom: (from) => ({
      to: paths.watch('channel', _id),
      state: { from, lineup, title: name, logo, colour },
    }),
  };
}

function chapterResult(found: FoundChapter): Result[] {
  const { _id, title, seasonNumber, chapterNumber, video } = found;
  const chapter: StartChapter = { seasonIndex: found.seasonIndex, chapterIndex: found.chapterIndex };
  return readCards([video]).map((card) => ({
    key: `chapter-${_id}`,
    title,
    caption: `${card.title} · T${seasonNumber} · E${chapterNumber}`,
    excerpt: undefined,
    locked: card.locked,
    imageUrl: card.posterUrl,
    colour: null,
    card,
    chapter,
    linkFrom: (from) => watchPath(card, from, chapter),
  }));
}

function videoResult(card: Card, words: readonly string[]): Result {
  const genre = holdsEvery(card.title, words)
    ? undefined
    : card.genres.find((name) => holdsEvery(name, words));
  return {
    key: `video-${card.id}`,
    title: card.title,
    caption: [card.typeLabel, card.year, genre].filter(Boolean).join(' · '),
    excerpt: holdsEvery(card.title, words) ? undefined : excerptOf(card.description, words),
    locked: card.locked,
    imageUrl: card.posterUrl,
    colour: null,
    card,
    chapter: undefined,
    linkFrom: (from) => watchPath(card, from),
  };
}

/** The part of a video's description around the first match of a search, beginning with a whole word. */
function excerptOf(description: string, words: readonly string[]): string | undefined {
  const [first] = findMarks(description, words);
  if (first === undefined) return undefined;
  if (first.start <= leadLength) return description;
  const space = description.indexOf(' ', first.start - leadLength);
  return `…${description.slice(space === -1 || space >= first.start ? first.start : space + 1)}`;
}
