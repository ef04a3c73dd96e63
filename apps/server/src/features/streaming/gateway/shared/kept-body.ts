/*
 * A segment, an initialization section or a key of a live playlist, received once and kept whole for the viewers who
 * need it a little later. One that is larger than the limit is passed on to those who wait for it, and not kept.
 */
import { createChunkQueue } from './chunk-queue.ts';
import type { Keeping } from './keeping.ts';

const bodyLimitBytes = 8_000_000;

interface BodyNeeds {
  /** Told by how many bytes what is kept has grown, or shrunk when the number is negative. */
  onChange(bytes: number): void;
}

export function createKeptBody({ onChange }: BodyNeeds): Keeping {
  const queue = createChunkQueue(onChange);
  let isTooLarge = false;
  const begin = { chunk: 0, skipBytes: 0, prelude: Buffer.alloc(0) };

  return {
    queue,
    lingerMs: 0,
    staysAfterEnd: true,
    accepts: () => true,
    take(chunk) {
      isTooLarge ||= queue.heldBytes() + chunk.length > bodyLimitBytes;
      return chunk;
    },
    rest: () => Buffer.alloc(0),
    readiness: () => (isTooLarge ? 'never' : 'now'),
    enter: () => begin,
    // A segment of which a part is missing is damaged: its viewer has to request it again.
    enterAgain: () => undefined,
    trim(reading) {
      if (!isTooLarge || reading.length === 0) return;
      const readTo = Math.max(...reading);
      while (queue.first() < readTo && queue.heldBytes() > bodyLimitBytes) queue.dropFirst();
    },
    newest: () => (isTooLarge || queue.first() > 0 ? undefined : queue.copyFrom(begin)),
    waitsForViewers: () => isTooLarge,
    answerFor: (answer) => answer,
  };
}
