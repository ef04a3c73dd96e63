/**
 * Judges what an entry of an M3U list is: a live channel, a film or a chapter of a series.
 *
 * Each piece of evidence adds weight to «live» or to «on demand». The address is the strongest, because providers write
 * it by machine; the words of a group are the weakest, because `TNT SERIES HD`, and `CINEMAX HD` in the group `CINEMA`,
 * are live channels. Of what is on demand, the address, the stated type and the chapter code decide between film and
 * chapter, in this order.
 */

import type { ChapterReading } from './name-reading.ts';
import type { FrontNumber, NumberPlace } from './numbered-name.ts';

/** What neighbours say of an entry. */
export interface NeighbourEvidence {
  /** `chapters`: it is in a run of a series · `perhaps`: it is in a long run that may as well be a saga of films. */
  run: 'chapters' | 'perhaps' | undefined;
  /** Where the number of its chapter stands in its name; `undefined` where it is in no run of a series. */
  numberPlace: NumberPlace | undefined;
  /** What the number in front of its title is, where other films of the group have one too. */
  front: FrontNumber | undefined;
  /** Whether other names of the group end in a year without brackets, as «Rebelde 2022» does. */
  hasBareYears: boolean;
}

/** What an entry of an M3U list is. */
export type EntryKind = 'live' | 'movie' | 'episode';

/**
 * What a title says of a chapter: nothing, a number alone (`Nombre - 05`, as channels have it, too), a code that films
 * have, too (`It Capítulo 2`), or a code that only chapters have (`S01E02`).
 */
export type ChapterEvidence = 'none' | 'number' | 'likely' | 'certain';

/** What the chapter code that a name has says of its kind. */
export function chapterEvidence(chapter: ChapterReading | undefined): ChapterEvidence {
  if (chapter === undefined) return 'none';
  if (chapter.isCertain) return 'certain';
  return chapter.isAbsolute ? 'number' : 'likely';
}

export interface KindEvidence {
  address: string;
  /** What the list says that the entry is (`tvg-type`). */
  statedType: string | undefined;
  /** The duration, in seconds; `null` where none is stated. */
  durationSeconds: number | null;
  chapter: ChapterEvidence;
  /** Whether the title has a year in brackets. */
  hasYear: boolean;
  /** What the first word of the entry's group says. */
  groupWord: GroupWord | undefined;
  /** What the entries beside it say. @see neighbours.ts */
  run?: NeighbourEvidence['run'];
}

/** What the first word of a group says of its entries; channels are in groups called «cine» and «series», too. */
export type GroupWord = 'on_demand' | 'movie' | 'series' | 'cinema';

export interface KindJudgement {
  kind: EntryKind;
  /** How sure it is, from 0 to 1. */
  score: number;
  /** What spoke for the kind, as parts of a Spanish sentence: «su dirección», «su grupo y su año». */
  reasons: readonly string[];
  /** A Spanish sentence that says why the kind is doubtful; `undefined` for a kind that is not. */
  doubt: string | undefined;
}

const statedKinds: ReadonlyMap<string, EntryKind | 'on_demand'> = new Map([
  ...pairs('movie movies film films pelicula peliculas peli', 'movie'),
  ...pairs('series serie tvshow tvshows show shows episode episodes tvseries tv_series tv_show', 'episode'),
  ...pairs('live stream channel channels tv radio canal canales livetv', 'live'),
  ...pairs('vod video videos ondemand', 'on_demand'),
]);

function pairs<T extends string>(words: string, value: T): (readonly [string, T])[] {
  return words.split(' ').map((word) => [word, value] as const);
}

const onDemandExtension = /\.(?:mkv|mp4|avi|mov|m4v|webm|wmv|flv|mpg|mpeg|divx|vob|3gp)$/i;

/** A longer entry than this, in seconds, is a film or a chapter; lists give live channels small numbers, too. */
const longerThan = 600;

/** What speaks for «live» of an entry that nothing else speaks of. */
const usualWeight = 2.5;
/** With less weight than this, what is on demand is doubtful. */
const sureWeight = 5;
/** With as much weight for «on demand» as this, a live channel is doubtful. */
const doubtfulWeight = 2;

const chapterWeights: Readonly<Record<Exclude<ChapterEvidence, 'none'>, number>> = {
  number: 1,
  likely: 4,
  certain: 5,
};

const groupWeights: Readonly<Record<GroupWord, number>> = { on_demand: 2, movie: 2, series: 1, cinema: 1 };

export function judgeKind(evidence: KindEvidence): KindJudgement {
  const path = pathOf(evidence.address);
  const stated = statedKind(evidence.statedType);
  const placed = placeOf(path);
  const found = weigh(evidence, { path, stated, placed });
  const live = usualWeight + (placed === 'live' ? 10 : 0) + (stated === 'live' ? 6 : 0);
  const onDemand = found.reduce((sum, [, weight]) => sum + weight, 0);
  const score = Math.abs(live - onDemand) / (live + onDemand);
  if (live >= onDemand) {
    const reasons = placed === 'live' ? ['su dirección'] : stated === 'live' ? ['su tipo'] : [];
    const isDoubtful = reasons.length === 0 && onDemand >= doubtfulWeight;
    if (!isDoubtful) return { kind: 'live', score, reasons, doubt: undefined };
    const doubt = `Queda como canal, aunque ${listReasons(found.map(([reason]) => reason))} ${found.length === 1 ? 'diría' : 'dirían'} otra cosa.`;
    return { kind: 'live', score, reasons, doubt };
  }
  const reasons = found.map(([reason]) => reason);
  const kind = filmOrChapter(evidence, placed, stated);
  const doubtOfRun = doubtAboutRun(evidence, kind, placed);
  if (doubtOfRun !== undefined) return { kind, score, reasons, doubt: doubtOfRun };
  if (onDemand >= sureWeight) return { kind, score, reasons, doubt: undefined };
  const what = kind === 'movie' ? 'una película' : 'un capítulo';
  const doubt = `Parece ${what} por ${listReasons(reasons)}, pero su dirección no lo dice.`;
  return { kind, score, reasons, doubt };
}

/** What a list states that an entry is, as one of the words that lists write. */
const statedKind = (written: string | undefined): EntryKind | 'on_demand' | undefined =>
  statedKinds.get(
    written
      ?.trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '') ?? '',
  );

/** Says why a chapter is doubtful that only its neighbours make one, or a film that they might make a chapter. */
function doubtAboutRun(
  { run, chapter, groupWord }: KindEvidence,
  kind: EntryKind,
  placed: EntryKind | undefined,
): string | undefined {
  const signs = 'su número y los de las entradas vecinas';
  if (run === 'perhaps' && kind === 'movie') return `Queda como película, aunque ${signs} dirían otra cosa.`;
  if (run !== 'chapters' || kind !== 'episode' || placed === 'episode') return undefined;
  if (placed === 'movie')
    return `Parece un capítulo por ${signs}, pero su dirección dice que es una película.`;
  return groupWord === 'series' || chapter !== 'number'
    ? undefined
    : `Parece un capítulo por ${signs}, pero nada más lo dice.`;
}

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0]?.toLowerCase() ?? '';

/**
 * What is known of an entry without its name and group: that it is a film, a chapter or live, that it is on demand, or
 * nothing.
 */
export function placeOfEntry({
  address,
  statedType,
  durationSeconds,
}: Pick<KindEvidence, 'address' | 'statedType' | 'durationSeconds'>): EntryKind | 'on_demand' | undefined {
  const path = pathOf(address);
  const stated = statedKind(statedType);
  const placed = placeOf(path);
  if (placed !== undefined) return placed;
  if (stated !== undefined) return stated;
  const isFile = onDemandExtension.test(path) || path.includes('/vod/') || path.includes('/movies/');
  return isFile || (durationSeconds !== null && durationSeconds > longerThan) ? 'on_demand' : undefined;
}

function placeOf(path: string): EntryKind | undefined {
  if (path.includes('/series/')) return 'episode';
  if (path.includes('/movie/')) return 'movie';
  return path.includes('/live/') ? 'live' : undefined;
}

const placeWords: Readonly<Record<EntryKind, string>> = {
  live: 'en vivo',
  movie: 'película',
  episode: 'serie',
};

/**
 * What an address says of its entry by its path, in a word: «en vivo», «película», «serie», or «archivo» for a file of
 * video. `undefined` where it says nothing.
 */
export function describePlace(address: string): string | undefined {
  const path = pathOf(address);
  const placed = placeOf(path);
  if (placed !== undefined) return placeWords[placed];
  return onDemandExtension.test(path) ? 'archivo' : undefined;
}

type Weighed = readonly [reason: string, weight: number];

/** Weighs what speaks for «on demand». */
function weigh(
  evidence: KindEvidence,
  found: { path: string; stated: EntryKind | 'on_demand' | undefined; placed: EntryKind | undefined },
): Weighed[] {
  const { chapter, durationSeconds, hasYear, groupWord, run } = evidence;
  const { path, stated, placed } = found;
  const weighed: Weighed[] = [];
  if (placed === 'movie' || placed === 'episode') weighed.push(['su dirección', 10]);
  else if (path.includes('/vod/') || path.includes('/movies/')) weighed.push(['su dirección', 2]);
  if (stated !== undefined && stated !== 'live') weighed.push(['su tipo', 6]);
  if (onDemandExtension.test(path)) weighed.push(['la extensión de su archivo', 5]);
  if (durationSeconds !== null && durationSeconds > longerThan) weighed.push(['su duración', 4]);
  if (chapter !== 'none') weighed.push(['su número de capítulo', chapterWeights[chapter]]);
  if (run === 'chapters') weighed.push(['las entradas vecinas', 2]);
  if (groupWord !== undefined && hasYear) weighed.push(['su grupo y su año', 4]);
  else if (groupWord !== undefined) weighed.push(['su grupo', groupWeights[groupWord]]);
  else if (hasYear) weighed.push(['su año', 1]);
  return weighed;
}

function filmOrChapter(
  { chapter, hasYear, groupWord, run }: KindEvidence,
  placed: EntryKind | undefined,
  stated: EntryKind | 'on_demand' | undefined,
): 'movie' | 'episode' {
  const isFilmGroup = groupWord === 'movie' || groupWord === 'cinema';
  // Providers that know no series put chapters among their films, in groups of series.
  if (run === 'chapters' && stated !== 'movie') return 'episode';
  if (placed === 'movie') return chapter === 'certain' && !isFilmGroup ? 'episode' : 'movie';
  if (placed === 'episode') return 'episode';
  if (stated === 'movie' || stated === 'episode') return stated;
  if (chapter === 'none') return 'movie';
  if (chapter === 'number') return groupWord === 'series' ? 'episode' : 'movie';
  // «John Wick: Capítulo 4 (2023)»: chapters seldom have the year of their series in brackets and no season.
  return chapter === 'likely' && hasYear && groupWord !== 'series' ? 'movie' : 'episode';
}

const conjunction = new Intl.ListFormat('es', { type: 'conjunction' });
const listReasons = (reasons: readonly string[]): string => conjunction.format(reasons);
