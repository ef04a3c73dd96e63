/*
 * The viewers of a shared transfer. Each reads the kept chunks at a pace of their own: a viewer who reads slowly delays
 * nobody, and one who has fallen behind what is kept goes on where the keeping says, or is dropped.
 */
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { SlotEnd } from '../upstream/provider-slots.ts';
import type { BodySink, UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { Entrance, Keeping } from './keeping.ts';

/** A viewer of what is shared. */
export interface Seat {
  /** Aborts when the viewer has left. */
  readonly signal: AbortSignal;
  /** The devices that the viewer stands for: those of a program that converts for several. */
  devices(): readonly PlayingDevice[];
  /** Ends what the viewer receives. */
  close(why: SlotEnd): void;
}

/** A viewer in the audience, and how far they have read. */
export interface Reader {
  readonly seat: Seat;
  next: number;
  skipBytes: number;
  prelude: Buffer;
  hasEntered: boolean;
  sink: BodySink | undefined;
  isPaused: boolean;
  isPumping: boolean;
}

export interface BodyEnd {
  failure: Error | undefined;
}

export interface Audience {
  /** Counts a viewer who waits for the answer. */
  add(seat: Seat): Reader;
  leave(reader: Reader): void;
  /** Lets a viewer begin. @returns the answer that they read, which begins with `head` */
  seatAt(reader: Reader, entrance: Entrance, answer: UpstreamAnswer): UpstreamAnswer;
  /** Gives all viewers what they lack. @param end - how the body has ended, when it has */
  deliver(end?: BodyEnd): void;
  size(): number;
  devices(): PlayingDevice[];
  /** Whether there are viewers, and all of them pause. */
  isPausing(): boolean;
  closeAll(why: SlotEnd): void;
}

const tooSlow = new Error('the viewer has fallen behind');

/** @param onChange - called when a viewer has left, paused, or gone on */
export function createAudience(keeping: Keeping, onChange: () => void): Audience {
  const { queue } = keeping;
  const readers = new Set<Reader>();
  let end: BodyEnd | undefined;

  function leave(reader: Reader): void {
    if (readers.delete(reader)) onChange();
  }

  function trim(): void {
    keeping.trim([...readers].filter(({ hasEntered }) => hasEntered).map(({ next }) => next));
  }

  /** Gives a viewer what comes next. @returns whether there may be more */
  function give(reader: Reader, sink: BodySink): boolean {
    if (reader.next < queue.first()) {
      const again = keeping.enterAgain();
      if (again !== undefined) move(reader, again);
      else {
        leave(reader);
        sink.fail(tooSlow);
        return false;
      }
    }
    const bytes = takeNext(reader, queue.get(reader.next));
    if (bytes !== undefined) {
      sink.data(bytes);
      return true;
    }
    if (end === undefined) return false;
    leave(reader);
    if (end.failure === undefined) sink.end();
    else sink.fail(end.failure);
    return false;
  }

  function pump(reader: Reader): void {
    if (reader.isPumping) return;
    reader.isPumping = true;
    while (reader.sink !== undefined && !reader.isPaused && readers.has(reader)) {
      if (!give(reader, reader.sink)) break;
    }
    reader.isPumping = false;
  }

  function goOn(reader: Reader): void {
    pump(reader);
    trim();
    onChange();
  }

  return {
    add(seat) {
      const reader = createReader(seat);
      readers.add(reader);
      return reader;
    },
    leave,
    seatAt(reader, entrance, answer) {
      move(reader, entrance);
      return answerFor(reader, answer, { goOn, leave, onChange });
    },
    deliver(bodyEnd) {
      end ??= bodyEnd;
      for (const reader of readers) pump(reader);
      trim();
    },
    size: () => readers.size,
    devices: () => [...readers].flatMap(({ seat }) => seat.devices()),
    isPausing: () => readers.size > 0 && [...readers].every(isIdle),
    closeAll(why) {
      for (const { seat } of readers) seat.close(why);
    },
  };
}

const createReader = (seat: Seat): Reader => ({
  seat,
  next: 0,
  skipBytes: 0,
  prelude: Buffer.alloc(0),
  hasEntered: false,
  sink: undefined,
  isPaused: false,
  isPumping: false,
});

/** Whether a viewer who may read does not. */
const isIdle = ({ hasEntered, sink, isPaused }: Reader): boolean =>
  hasEntered && (sink === undefined || isPaused);

function move(reader: Reader, { chunk, skipBytes, prelude }: Entrance): void {
  reader.next = chunk;
  reader.skipBytes = skipBytes;
  reader.prelude = prelude;
  reader.hasEntered = true;
}

/** Returns what a viewer gets next: what comes before their first chunk, then the given chunk, if there is one. */
function takeNext(reader: Reader, chunk: Buffer | undefined): Buffer | undefined {
  const { prelude, skipBytes } = reader;
  if (prelude.length > 0) {
    reader.prelude = Buffer.alloc(0);
    return prelude;
  }
  if (chunk === undefined) return undefined;
  reader.next += 1;
  reader.skipBytes = 0;
  return skipBytes === 0 ? chunk : chunk.subarray(skipBytes);
}

/** Makes the answer that a viewer reads as if the upstream had answered them alone. */
function answerFor(
  reader: Reader,
  { address, status, headers, head }: UpstreamAnswer,
  audience: { goOn(reader: Reader): void; leave(reader: Reader): void; onChange(): void },
): UpstreamAnswer {
  return {
    address,
    status,
    headers,
    head: reader.prelude.length > 0 ? reader.prelude : head,
    read(sink) {
      reader.sink = sink;
      audience.goOn(reader);
    },
    pause() {
      reader.isPaused = true;
      audience.onChange();
    },
    resume() {
      reader.isPaused = false;
      audience.goOn(reader);
    },
    isPaused: () => reader.isPaused,
    abort: () => audience.leave(reader),
  };
}
