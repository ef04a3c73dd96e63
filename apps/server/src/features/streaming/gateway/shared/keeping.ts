import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { ChunkQueue, QueuePlace } from './chunk-queue.ts';

/** Where a viewer begins, and the bytes that come before. */
export interface Entrance extends QueuePlace {
  prelude: Buffer;
}

/** How one kind of shared transfer keeps what has come: a ring for a channel in MPEG-TS, a whole body for a segment. */
export interface Keeping {
  readonly queue: ChunkQueue;
  /** Whether an answer may be shared at all. */
  accepts(answer: UpstreamAnswer): boolean;
  /** Takes the next chunk of the body. @returns what is to be kept of it now */
  take(chunk: Buffer): Buffer;
  /** Called when the body is complete. @returns what has not been kept yet */
  rest(): Buffer;
  /** Whether viewers may begin: `later` while too little has come to tell, `never` when what comes cannot be shared. */
  readiness(): 'now' | 'later' | 'never';
  enter(): Entrance;
  /** Where a viewer who has fallen behind goes on; `undefined` where no part may be missing. */
  enterAgain(): Entrance | undefined;
  /** Drops chunks. @param reading - the numbers of the chunks that viewers read next */
  trim(reading: readonly number[]): void;
  /** Whether the upstream has to wait while every viewer pauses; otherwise all of the body is received. */
  waitsForViewers(): boolean;
  /** For how long the transfer goes on without a viewer, in milliseconds. */
  readonly lingerMs: number;
  /** Whether viewers may join when the upstream has sent everything. */
  readonly staysAfterEnd: boolean;
  /** Returns what is kept from the newest keyframe on, after the tables; `undefined` where nothing is. */
  newest(): Buffer | undefined;
  /** What a viewer who begins later than the first one gets as the upstream's answer. */
  answerFor(answer: UpstreamAnswer): UpstreamAnswer;
}
