/*
 * A ring keeps the newest part of a channel in MPEG-TS, so that viewers may come at any time: each begins at the newest
 * keyframe, after the tables. Kept is what has come since that keyframe, and before it what viewers have still to read,
 * within a limit; a viewer who has fallen behind the ring goes on at the newest keyframe.
 */
import { isEndless } from '../delivery/endless-answer.ts';
import { createTsScanner, joinPackets, type JoinPoint } from '../delivery/ts-scanner.ts';
import { createChunkQueue, type QueuePlace } from './chunk-queue.ts';
import type { Entrance, Keeping } from './keeping.ts';

/** The most bytes of a channel that are kept: one picture group of 4K video with 25 Mbit/s and two seconds has 6.25 MB. */
export const ringLimitBytes = 8_000_000;
/**
 * How long the upstream of a channel is kept open after its last viewer has left, in milliseconds: long enough to zap
 * back, and to reconnect. It ends at once when anything else is requested from its host.
 */
const usualLingerMs = 2_000;
/** Tables come several times a second. Without any among so many bytes, what comes is taken to be something else. */
const tablesWithinBytes = 1_000_000;

interface RingNeeds {
  /** Told by how many bytes the ring has grown, or shrunk when the number is negative. */
  onChange(bytes: number): void;
  /** Whether so much is kept in total that rings keep only what new viewers need. */
  isCrowded(): boolean;
  lingerMs?: number | undefined;
}

export function createRing({ onChange, isCrowded, lingerMs = usualLingerMs }: RingNeeds): Keeping {
  const queue = createChunkQueue(onChange);
  const scanner = createTsScanner();
  let receivedBytes = 0;
  let newest: { point: JoinPoint; place: QueuePlace } | undefined;

  function findKeyframe(): typeof newest {
    const point = scanner.joinPoint();
    if (point !== undefined && point !== newest?.point) {
      const place = queue.find(point.atByte);
      if (place !== undefined) newest = { point, place };
    }
    if (newest !== undefined && newest.place.chunk < queue.first()) newest = undefined;
    return newest;
  }

  function entrance(isMoved: boolean): Entrance {
    const tables = scanner.tables() ?? Buffer.alloc(0);
    const keyframe = findKeyframe();
    if (keyframe !== undefined) {
      return { ...keyframe.place, prelude: joinPackets(tables, keyframe.point, isMoved) };
    }
    // The channel has just begun: what precedes its first keyframe is short.
    if (scanner.hasVideo() && queue.first() === 0 && !isMoved) {
      return { chunk: 0, skipBytes: 0, prelude: Buffer.alloc(0) };
    }
    return { chunk: queue.next(), skipBytes: 0, prelude: tables };
  }

  return {
    queue,
    lingerMs,
    staysAfterEnd: false,
    accepts: isEndless,
    take(chunk) {
      receivedBytes += chunk.length;
      return scanner.take(chunk);
    },
    rest: scanner.rest,
    readiness() {
      if (scanner.tables() !== undefined) return 'now';
      return receivedBytes > tablesWithinBytes ? 'never' : 'later';
    },
    enter: () => entrance(false),
    enterAgain: () => entrance(true),
    trim(reading) {
      const keyframe = findKeyframe()?.place.chunk;
      const isWaiting = scanner.tables() === undefined || scanner.hasVideo();
      const needed = keyframe ?? (isWaiting ? queue.first() : queue.next());
      // What nobody has read yet is never dropped: the upstream waits when nobody reads.
      const readTo = reading.length === 0 ? queue.next() : Math.max(...reading);
      const keptFrom = isCrowded() ? needed : Math.min(needed, ...reading);
      while (queue.first() < readTo && (queue.first() < keptFrom || queue.heldBytes() > ringLimitBytes)) {
        queue.dropFirst();
      }
    },
    newest() {
      if (findKeyframe() === undefined) return undefined;
      const { prelude, ...place } = entrance(false);
      return Buffer.concat([prelude, queue.copyFrom(place)]);
    },
    waitsForViewers: () => true,
    answerFor(answer) {
      const { 'content-range': _range, ...headers } = answer.headers;
      return { ...answer, status: 200, headers };
    },
  };
}
