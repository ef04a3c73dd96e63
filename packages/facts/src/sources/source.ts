import type { Candidate, WorkKind } from '../match/match-title.ts';

/** The sources of facts, the best first. */
export const factSourceNames = ['tmdb', 'tvmaze'] as const;
export type FactSourceName = (typeof factSourceNames)[number];

/**
 * Why a source does not answer: `refused`: it does not accept the key · `busy`: too many requests · `down`: it cannot be reached,
 * or fails · `unreadable`: what it answers is none of its answers.
 */
export type SourceFailure = 'refused' | 'busy' | 'down' | 'unreadable';

/** The error of a request to a source. Its text contains no address, because that may contain a key. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly failure: SourceFailure;
  /** How long the source asks to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: SourceFailure, retryAfterSeconds?: number) {
    super(`source of facts: ${failure}`);
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An answer of a source as text. */
export interface SourceAnswer {
  body: string;
  etag: string | null;
}

/**
 * Requests an address of a source, within its pace and a limit of bytes.
 *
 * @param request - `ifNoneMatch`: the entity tag of what is known already
 * @returns `'unchanged'` where the source says so; `'absent'` for a 404
 * @throws SourceError
 */
export type FetchSource = (request: {
  address: string;
  ifNoneMatch?: string | undefined;
}) => Promise<SourceAnswer | 'unchanged' | 'absent'>;

/** How many requests a source takes in how many ms. */
export interface Pace {
  requests: number;
  perMs: number;
}

/** What a source knows of a work; a fact that it lacks is absent. */
export interface WorkFacts {
  overview?: string | undefined;
  /** Addresses of pictures. */
  poster?: string | undefined;
  backdrop?: string | undefined;
  logo?: string | undefined;
  /** From 0 to 10. */
  rating?: number | undefined;
  genres?: string[] | undefined;
  cast?: string[] | undefined;
  director?: string | undefined;
  /** The id of a video of YouTube. */
  trailer?: string | undefined;
  /** The age for which it is released, by country (ISO 3166-1 alpha-2, in capitals). */
  certifications?: Record<string, string> | undefined;
  collection?: string | undefined;
}

export interface WorkDetails {
  work: Candidate;
  facts: WorkFacts;
  /** The entity tag of the answer. */
  etag: string | null;
}

export interface SourceQuery {
  title: string;
  year: number | undefined;
  kind: WorkKind;
}

/** One source of facts of films and series. */
export interface FactSource {
  readonly name: FactSourceName;
  readonly kinds: readonly WorkKind[];
  readonly pace: Pace;
  /**
   * Searches for works. `isComplete`: whether the candidates are all that the source has found.
   *
   * @throws SourceError
   */
  search(query: SourceQuery): Promise<{ candidates: Candidate[]; isComplete: boolean }>;
  /**
   * Reads what the source knows of a work.
   *
   * @param id - as its candidates have it
   * @param knownTag - the entity tag of the details that are known
   * @returns `undefined` where the source has no such work (any more)
   * @throws SourceError
   */
  details(id: string, knownTag?: string): Promise<WorkDetails | 'unchanged' | undefined>;
}

/** Parses the body of an answer. @throws SourceError `unreadable` */
export function parseAnswer({ body }: SourceAnswer): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new SourceError('unreadable');
  }
}
