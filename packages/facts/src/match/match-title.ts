/**
 * Decides which work of a source a title of the catalogue is. A wrong poster is worse than none, so a title is recognised
 * only when one of its names is equal to a name of the work, and something else says that it is this work and no other of
 * the same name: its year, its running time, its number of seasons, or that the source knows no other one.
 */
import { needsYear } from './common-words.ts';
import { joinedNames, titleKey, titleWords } from './title-key.ts';

export type WorkKind = 'film' | 'series';

/** What the catalogue knows of a title. */
export interface TitleQuery {
  title: string;
  kind: WorkKind;
  year: number | undefined;
  /** In minutes. */
  runtime: number | undefined;
  /** How many seasons of a series the catalogue has. */
  seasons: number | undefined;
}

/** A work as a source answers a search. */
export interface Candidate {
  /** The source's own identifier. */
  id: string;
  kind: WorkKind;
  /** Its names in any language, the one to be shown first. */
  names: readonly string[];
  year: number | undefined;
  runtime: number | undefined;
  seasons: number | undefined;
  /** Address of its poster. */
  poster: string | undefined;
  /** Whether the source knows no more of it than this. */
  isDetailed: boolean;
}

/**
 * `match`: the title is this work · `unsure`: an administrator has to choose; the likeliest candidates, at most five ·
 * `none`: the source has nothing alike. `ask`: candidates whose details could decide.
 */
export type TitleMatch =
  | { kind: 'match'; candidate: Candidate }
  | { kind: 'unsure'; candidates: readonly Candidate[]; ask: readonly string[] }
  | { kind: 'none' };

export const candidatesMost = 5;
/** How many candidates are asked about at most. */
const askedMost = 3;
const runtimeTolerance = 0.03;

/**
 * Decides which of the candidates a title is.
 *
 * @param isComplete - whether the candidates are all that the source has found; otherwise none counts as the only one
 */
export function matchTitle(
  query: TitleQuery,
  { candidates, isComplete }: { candidates: readonly Candidate[]; isComplete: boolean },
): TitleMatch {
  const ofKind = candidates.filter(({ kind }) => kind === query.kind);
  const equal = findEqual(query.title, ofKind);
  const accepted = accept(query, equal, isComplete);
  if (accepted !== undefined) return { kind: 'match', candidate: accepted };
  if (ofKind.length === 0) return { kind: 'none' };
  const ranked = rank(query, ofKind, equal);
  return {
    kind: 'unsure',
    candidates: ranked.slice(0, candidatesMost),
    ask: listAsked(query, ranked, equal),
  };
}

/** The candidates that have the title among their names; a title that joins several names has to have all of them. */
export function findEqual<Named extends Pick<Candidate, 'names'>>(
  title: string,
  candidates: readonly Named[],
): Named[] {
  const key = titleKey(title);
  if (key === '') return [];
  const keyed = candidates.map((candidate) => ({ candidate, keys: new Set(candidate.names.map(titleKey)) }));
  const equal = keyed.filter(({ keys }) => keys.has(key));
  if (equal.length > 0) return equal.map(({ candidate }) => candidate);
  const joined = [...new Set(joinedNames(title))];
  if (joined.length < 2) return [];
  return keyed.filter(({ keys }) => joined.every((name) => keys.has(name))).map(({ candidate }) => candidate);
}

function accept(query: TitleQuery, equal: readonly Candidate[], isComplete: boolean): Candidate | undefined {
  const near = equal.filter((candidate) => yearsApart(query, candidate) <= 1);
  // The year of a list is often wrong by one, so of two works of following years not even the exact year decides.
  if (near.length > 0) return only(narrow(query, near), query);
  const open = equal.filter((candidate) => Number.isNaN(yearsApart(query, candidate)));
  if (open.length === 0) {
    // The year of a list may be wrong, so two other signs together outweigh it.
    const isOnlyOne = equal.length === 1 && isComplete && !needsYear(query.title);
    return isOnlyOne ? equal.find((candidate) => isSameLength(query, candidate)) : undefined;
  }
  if (needsYear(query.title)) return undefined;
  const same = open.filter((candidate) => isSameLength(query, candidate));
  const isKnown = open.every((candidate) => lengthOf(candidate) !== undefined);
  if (same.length === 1 && (equal.length === 1 || isKnown)) return same[0];
  return equal.length === 1 && isComplete ? only(open, query) : undefined;
}

/** How far the years of a title and of a candidate are apart; `NaN` where one of them is unknown. */
const yearsApart = (query: TitleQuery, candidate: Candidate): number =>
  Math.abs((query.year ?? Number.NaN) - (candidate.year ?? Number.NaN));

/** Of several, those that are as long as the title. */
function narrow(query: TitleQuery, candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const same = candidates.filter((candidate) => isSameLength(query, candidate));
  return same.length === 1 ? same : candidates;
}

/** The only one of the candidates, unless the catalogue has more seasons than it. */
function only(candidates: readonly Candidate[], { seasons }: TitleQuery): Candidate | undefined {
  const [first, ...others] = candidates;
  if (first === undefined || others.length > 0) return undefined;
  return (seasons ?? 0) > (first.seasons ?? Number.POSITIVE_INFINITY) ? undefined : first;
}

const lengthOf = ({ kind, runtime, seasons }: Candidate): number | undefined =>
  kind === 'film' ? runtime : seasons;

function isSameLength({ runtime, seasons }: TitleQuery, candidate: Candidate): boolean {
  if (candidate.kind === 'series') return seasons !== undefined && seasons === candidate.seasons;
  if (runtime === undefined || candidate.runtime === undefined || candidate.runtime <= 0) return false;
  return Math.abs(runtime - candidate.runtime) <= candidate.runtime * runtimeTolerance;
}

/**
 * The candidates without details that could decide: where the length of the title is known, those of an equal name, and where
 * none of these has a fitting year, those that may have an equal name in another language.
 */
function listAsked(
  query: TitleQuery,
  ranked: readonly Candidate[],
  equal: readonly Candidate[],
): readonly string[] {
  const isLengthKnown = (query.kind === 'film' ? query.runtime : query.seasons) !== undefined;
  const isFitting = (candidate: Candidate) => !(yearsApart(query, candidate) > 1);
  const isNameKnown = equal.some(isFitting);
  return ranked
    .filter((candidate) => (equal.includes(candidate) ? isLengthKnown : !isNameKnown && isFitting(candidate)))
    .filter(({ isDetailed }) => !isDetailed)
    .slice(0, askedMost)
    .map(({ id }) => id);
}

/** Orders candidates by how likely they are; equally likely ones stay in the order of the source. */
function rank(query: TitleQuery, candidates: readonly Candidate[], equal: readonly Candidate[]): Candidate[] {
  const wanted = new Set(titleWords(query.title));
  const scored = candidates.map((candidate) => {
    const apart = yearsApart(query, candidate);
    const yearScore = Number.isNaN(apart) ? 0.2 : apart <= 1 ? 0.5 : 0;
    const nameScore = Math.max(0, ...candidate.names.map((name) => overlap(wanted, titleWords(name))));
    return { candidate, score: (equal.includes(candidate) ? 1 : 0) + yearScore + nameScore };
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ candidate }) => candidate);
}

/** The share of words that two titles have in common, from 0 to 1. */
function overlap(wanted: ReadonlySet<string>, words: readonly string[]): number {
  const shared = new Set(words.filter((word) => wanted.has(word))).size;
  return shared / Math.max(wanted.size, new Set(words).size, 1);
}
