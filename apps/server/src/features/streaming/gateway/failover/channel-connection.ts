/*
 * One connection of a channel in MPEG-TS that has several after one another. The first one is passed on from its beginning;
 * a later one is held back until its first keyframe, and begins with the tables and with packets that announce the gap.
 */
import type { SourceVerdict } from '@butaca/contract';
import { counterOf, packetBytes, pidOf, syncByte } from '@butaca/ts';
import {
  createTsScanner,
  joinPackets,
  type JoinPoint,
  type TsCounts,
  type TsScanner,
} from '../delivery/ts-scanner.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createPauseMeter, type PauseMeter } from './pause-meter.ts';
import { createPictureHold } from './picture-hold.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { Cancel } from '../../../../platform/clock.ts';

/** A source of a channel that has answered with media. */
export interface OpenedSource {
  /** The address by which the source is known, before redirects. */
  address: string;
  answer: UpstreamAnswer;
  /** Says that viewers receive it from now on; until then, its slot is given to any other connection that needs one. */
  use(): void;
  end(): void;
}

/** A part of what a connection sends. */
export interface Piece {
  /** What comes before the media, when the connection begins with this piece. */
  prelude: Buffer | undefined;
  media: Buffer;
}

/** What a chunk of a connection means for the channel. */
interface Taken extends Piece {
  /** Whether packets by which the channel plays were in the chunk: those of the video, where there is a moving one. */
  isHeard: boolean;
}

export interface ConnectionListener {
  take(connection: ChannelConnection, chunk: Buffer): void;
  /** Something is passed on that was held back with an incomplete picture, because nothing follows it. */
  accept(connection: ChannelConnection, piece: Piece): void;
  /** The connection has ended. @param error - how; `undefined` where the body is complete */
  lose(connection: ChannelConnection, error: Error | undefined): void;
}

export interface ChannelConnection {
  readonly opened: OpenedSource;
  readonly beganAtMs: number;
  /** The pauses between packets by which the channel plays. */
  readonly pauses: PauseMeter;
  /** Begins to read from the source. */
  read(): void;
  take(chunk: Buffer): Taken;
  /** Whether the connection is held back until its first keyframe. */
  isHeldBack(): boolean;
  /** Whether the body is no MPEG-TS with tables, as far as it has come. */
  isForeign(): boolean;
  heldBytes(): number;
  rest(): Buffer;
  /** Says what comes instead of packets by which the channel plays, since the last one of them. */
  judgeSilence(): SourceVerdict;
  /** Whether only the video has stopped, while the sound goes on. */
  isSounding(): boolean;
}

/** After how long without anything more the sound that came with an incomplete picture is passed on, in milliseconds. */
const heldSoundMs = 100;
/** From so many pictures on a channel has a moving picture: radio may show one every few seconds. */
const movingPictures = 25;

/** The times of silence, and the clock by which they are measured. */
type SilenceTiming = Pick<StreamTiming, 'silenceMs' | 'clock'>;

/**
 * @param needs.timing.silenceMs - how long a keyframe is waited for in a connection that is not the first one, and the rest of a picture
 */
export function createChannelConnection(
  opened: OpenedSource,
  { isFirst, timing, listener }: { isFirst: boolean; timing: SilenceTiming; listener: ConnectionListener },
): ChannelConnection {
  const { silenceMs, clock } = timing;
  const scanner = createTsScanner();
  const pictures = createPictureHold(scanner.videoPid);
  const pauses = createPauseMeter(clock.steadyMs);
  let cancelLate: Cancel | undefined;
  const beganAtMs = clock.steadyMs();
  /** What has come before the first keyframe; `undefined` once the connection is passed on. */
  let waiting: Buffer[] | undefined = isFirst ? undefined : [];
  let waitingBytes = 0;
  let receivedBytes = 0;
  /** What had come with the last packet by which the channel plays. */
  let heard = { packets: 0, ofTracks: 0, receivedBytes: 0 };

  /** Finds where a held-back connection begins. */
  function findStart(): JoinPoint | undefined {
    const point = scanner.joinPoint();
    if (point !== undefined || scanner.tables() === undefined) return point;
    if (!scanner.hasVideo()) return { atByte: 0, counters: new Map() };
    // A keyframe is only recognised where an encoder marks it, or in known codecs: after a while any packet will do.
    const isLate = clock.steadyMs() - beganAtMs > silenceMs;
    return isLate ? { atByte: waitingBytes, counters: new Map() } : undefined;
  }

  function begin(held: Buffer[], kept: Buffer): Piece {
    held.push(kept);
    waitingBytes += kept.length;
    const tables = scanner.tables();
    const point = findStart();
    if (tables === undefined || point === undefined) return { prelude: undefined, media: Buffer.alloc(0) };
    waiting = undefined;
    const media = Buffer.concat(held).subarray(point.atByte);
    return {
      prelude: joinPackets(tables, withVideo(point, media), true),
      media: pictures.pass(onlyPackets(media)),
    };
  }

  const pass = (media: Buffer): void => listener.accept(connection, { prelude: undefined, media });

  /** Passes on what was held back when nothing follows it: its sound soon, a picture that may be incomplete late. */
  function expectMore(): void {
    cancelLate?.();
    cancelLate = clock.after(heldSoundMs, () => {
      pass(pictures.releaseSound());
      cancelLate = clock.after(silenceMs, () => pass(pictures.release()));
    });
  }

  /** Notes whether the channel plays by what has come. */
  function hear(before: TsCounts): boolean {
    const { packets, ofTracks, ofVideo, pictures: seen } = scanner.counts();
    const isHeard = seen < movingPictures ? ofTracks > before.ofTracks : ofVideo > before.ofVideo;
    if (!isHeard) return false;
    heard = { packets, ofTracks, receivedBytes };
    pauses.hear();
    return true;
  }

  const connection: ChannelConnection = {
    opened,
    beganAtMs,
    pauses,
    read: () =>
      opened.answer.read({
        data: (chunk) => listener.take(connection, chunk),
        end: () => listener.lose(connection, undefined),
        fail: (error) => listener.lose(connection, error),
      }),
    take(chunk) {
      const before = scanner.counts();
      receivedBytes += chunk.length;
      expectMore();
      const kept = scanner.take(chunk);
      const isHeard = hear(before);
      if (waiting !== undefined) return { ...begin(waiting, kept), isHeard };
      return {
        prelude: undefined,
        media: isTs(scanner) ? pictures.pass(onlyPackets(kept)) : kept,
        isHeard,
      };
    },
    isHeldBack: () => waiting !== undefined,
    isForeign: () => !isTs(scanner),
    heldBytes: () => (waiting === undefined ? 0 : waitingBytes),
    rest: scanner.rest,
    judgeSilence() {
      if (receivedBytes === heard.receivedBytes) return 'starving';
      return scanner.counts().packets > heard.packets ? 'no_video' : 'sync_lost';
    },
    isSounding: () => scanner.counts().ofTracks > heard.ofTracks,
  };
  return connection;
}

const isTs = (scanner: TsScanner): boolean => scanner.tables() !== undefined;

/** Leaves out the bytes between which there are no packets: they would put those after them out of step. */
function onlyPackets(bytes: Buffer): Buffer {
  const packets: Buffer[] = [];
  let from = 0;
  let at = 0;
  while (at + packetBytes <= bytes.length) {
    if (bytes[at] === syncByte) {
      at += packetBytes;
      continue;
    }
    if (at > from) packets.push(bytes.subarray(from, at));
    while (at < bytes.length && bytes[at] !== syncByte) at += 1;
    from = at;
  }
  if (from === 0) return bytes;
  packets.push(bytes.subarray(from, at));
  return Buffer.concat(packets);
}

/** Adds the counter that the video had before its keyframe to a join point at which no packet of the video has come yet. */
function withVideo(point: JoinPoint, media: Buffer): JoinPoint {
  if (media.length < packetBytes || point.counters.has(pidOf(media))) return point;
  const counter = (counterOf(media) + 0x0f) & 0x0f;
  return { ...point, counters: new Map([...point.counters, [pidOf(media), counter]]) };
}
