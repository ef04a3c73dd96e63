/*
 * One connection of a channel in MPEG-TS that has several after one another. The first one is passed on from its beginning;
 * a later one is held back until its first keyframe, and begins with the tables and with packets that announce the gap.
 */
import type { SourceVerdict } from '@butaca/contract';
import { createTsScanner, joinPackets, type JoinPoint, type TsScanner } from '../delivery/ts-scanner.ts';
import { packetBytes, pidOf, syncByte } from '../delivery/ts-tables.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createPictureHold } from './picture-hold.ts';

/** A source of a channel that has answered with media. */
export interface OpenedSource {
  /** The address by which the source is known, before redirects. */
  address: string;
  answer: UpstreamAnswer;
  /** Closes the connection. */
  end(): void;
}

/** What a chunk of a connection means for the channel. */
interface Taken {
  /** What comes before the media, when the connection begins with this chunk. */
  prelude: Buffer | undefined;
  media: Buffer;
  /** Whether packets of the channel's tracks were in the chunk. */
  hasTracks: boolean;
}

export interface ChannelConnection {
  readonly opened: OpenedSource;
  readonly beganAtMs: number;
  take(chunk: Buffer): Taken;
  /** Whether the connection is held back until its first keyframe. */
  isHeldBack(): boolean;
  /** Whether the body is no MPEG-TS with tables, as far as it has come. */
  isForeign(): boolean;
  /** How much is held back, in bytes. */
  heldBytes(): number;
  rest(): Buffer;
  /** Says what comes instead of packets of the tracks, since the last one of them. */
  judgeSilence(): SourceVerdict;
}

/** After how long without anything more an incomplete picture is passed on all the same, in milliseconds. */
const heldPictureMs = 100;

/**
 * @param keyframeWithinMs - how long a keyframe is waited for in a connection that is not the first one
 * @param onLate - gets a picture that was held back, when nothing follows it
 */
export function createChannelConnection(
  opened: OpenedSource,
  {
    isFirst,
    keyframeWithinMs,
    onLate,
  }: { isFirst: boolean; keyframeWithinMs: number; onLate(media: Buffer): void },
): ChannelConnection {
  const scanner = createTsScanner();
  const pictures = createPictureHold(scanner.videoPid);
  let late: NodeJS.Timeout | undefined;
  const beganAtMs = performance.now();
  /** What has come before the first keyframe; `undefined` once the connection is passed on. */
  let waiting: Buffer[] | undefined = isFirst ? undefined : [];
  let waitingBytes = 0;
  let receivedBytes = 0;
  /** What had come with the last packet of the tracks. */
  let heard = { packets: 0, receivedBytes: 0 };

  /** Finds where a held-back connection begins. */
  function findStart(): JoinPoint | undefined {
    const point = scanner.joinPoint();
    if (point !== undefined || scanner.tables() === undefined) return point;
    if (!scanner.hasVideo()) return { atByte: 0, counters: new Map() };
    // A keyframe is only recognised where an encoder marks it, or in known codecs: after a while any packet will do.
    const isLate = performance.now() - beganAtMs > keyframeWithinMs;
    return isLate ? { atByte: waitingBytes, counters: new Map() } : undefined;
  }

  function begin(held: Buffer[], kept: Buffer): Pick<Taken, 'prelude' | 'media'> {
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

  return {
    opened,
    beganAtMs,
    take(chunk) {
      const before = scanner.counts().ofTracks;
      receivedBytes += chunk.length;
      if (late === undefined) late = setTimeout(() => onLate(pictures.release()), heldPictureMs).unref();
      else late.refresh();
      const kept = scanner.take(chunk);
      const { packets, ofTracks } = scanner.counts();
      const hasTracks = ofTracks > before;
      if (hasTracks) heard = { packets, receivedBytes };
      if (waiting !== undefined) return { ...begin(waiting, kept), hasTracks };
      return {
        prelude: undefined,
        media: isTs(scanner) ? pictures.pass(onlyPackets(kept)) : kept,
        hasTracks,
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
  };
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
  const counter = (media.readUInt8(3) + 0x0f) & 0x0f;
  return { ...point, counters: new Map([...point.counters, [pidOf(media), counter]]) };
}
