import type { Readable } from 'node:stream';

/** A list at an address, as providers request it. */
export interface ListRequest {
  address: string;
  userAgent: string | null;
  referrer: string | null;
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
  /** Whether the request goes over a connection of its own, which no earlier request has used. */
  isFresh?: boolean | undefined;
  limitBytes: number;
  answerWithinMs: number;
  withinMs: number;
  signal: AbortSignal;
}

export interface FetchedList {
  stream: Readable;
  etag: string | null;
  lastModified: string | null;
}

/** Requests a list through the address filter. @returns `undefined` when it has not changed */
export type FetchList = (request: ListRequest) => Promise<FetchedList | undefined>;
