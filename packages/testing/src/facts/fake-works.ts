/** A work as the fakes of film data know it; their bodies are invented. */
export interface FakeWork {
  id: number;
  kind: 'film' | 'series';
  /** Its name in Spanish of Mexico, or what is shown in its place. */
  name: string;
  originalName: string;
  /** Further names, as alternative titles. */
  otherNames?: readonly string[];
  /** `1999-03-31`; empty where nobody knows it. */
  date: string;
  /** In minutes. */
  runtime?: number;
  seasons?: number;
  overview?: string;
  genres?: readonly string[];
  cast?: readonly string[];
  director?: string;
  rating?: number;
  trailer?: string;
  poster?: string | null;
  backdrop?: string | null;
}

/**
 * How the fake of a source answers. `good`: as asked · `unauthorized`: 401 · `busy`: 429 with a time to wait · `broken`: 500 ·
 * `html`: a page in place of JSON · `odd`: fields of wrong types · `silent`: never
 */
export type SourceManner = 'good' | 'unauthorized' | 'busy' | 'broken' | 'html' | 'odd' | 'silent';

/** What the fakes of sources have in common. */
export interface FakeSource extends AsyncDisposable {
  /** In place of the address of the real source. */
  baseUrl: string;
  works: FakeWork[];
  manner: SourceManner;
  retryAfterSeconds: number;
  /** The paths that were asked for, with their queries, keys left out. */
  calls: string[];
  /** How many requests were answered with 304. */
  unchanged: number;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The works that have all words of a query in one of their names. */
export function searchFakeWorks(
  works: readonly FakeWork[],
  kind: FakeWork['kind'],
  query: string,
): FakeWork[] {
  const wanted = wordsOf(query);
  return works.filter(({ name, originalName, otherNames = [], kind: each }) => {
    const names = [name, originalName, ...otherNames].map(wordsOf);
    return each === kind && names.some((words) => wanted.every((word) => words.includes(word)));
  });
}
