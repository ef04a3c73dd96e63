/*
 * Reads a live MPEG-TS channel as it arrives, to find where a viewer who comes later may begin: at the packet with which
 * a keyframe begins, after the tables (PAT and PMT) that name the tracks. A keyframe is recognised by the
 * random-access indicator of its packet, or, where an encoder does not set it, by the parameter sets and pictures at the
 * beginning of the video's PES packet.
 */
import {
  counterOf,
  createTableCollector,
  findPackets,
  hasUnit,
  isRandomAccess,
  isStartOf,
  makePacket,
  packetBytes,
  payloadOf,
  pidOf,
  readPat,
  readPmt,
  syncByte,
  type Layout,
} from '@butaca/ts';

/** A place at which a viewer may begin to receive a channel. */
export interface JoinPoint {
  /** Where the packet of the keyframe begins, in bytes from the beginning of the body. */
  atByte: number;
  /** The continuity counters of the tracks' last packets before the keyframe, by PID. */
  counters: ReadonlyMap<number, number>;
}

export interface TsScanner {
  /** Takes the next chunk. @returns what may be kept now: whole packets, and bytes between which there are none */
  take(chunk: Buffer): Buffer;
  /** Returns the bytes that are held back as the beginning of a packet; called at the end of the body. */
  rest(): Buffer;
  /** The packets of the newest PAT and PMT; `undefined` until both have come. */
  tables(): Buffer | undefined;
  /** The newest keyframe; `undefined` until one has come. */
  joinPoint(): JoinPoint | undefined;
  hasVideo(): boolean;
  videoPid(): number | undefined;
  counts(): TsCounts;
}

/** What has come of a channel. */
export interface TsCounts {
  packets: number;
  /** How many packets belong to the video or the audio that the tables name. */
  ofTracks: number;
  ofVideo: number;
  /** How many pictures of the video have begun. */
  pictures: number;
}

/** The most packets of a table that are kept: a table has 4,098 bytes at most. */
const tablePacketsMax = 24;

export function createTsScanner(): TsScanner {
  const tracks = createTables();
  const counters = new Map<number, number>();
  let held = Buffer.alloc(0);
  /** Where the held bytes begin, in bytes from the beginning of the body. */
  let heldAt = 0;
  let newest: JoinPoint | undefined;
  const counts: TsCounts = { packets: 0, ofTracks: 0, ofVideo: 0, pictures: 0 };

  function takePacket(packet: Buffer, atByte: number): void {
    const pid = pidOf(packet);
    counts.packets += 1;
    if (tracks.take(packet, pid)) return;
    const { video, audio } = tracks.layout() ?? {};
    if (pid !== video?.pid && pid !== audio?.pid) return;
    counts.ofTracks += 1;
    if (pid === video?.pid) {
      counts.ofVideo += 1;
      if (isStartOf(packet)) {
        counts.pictures += 1;
        if (beginsKeyframe(packet, video.codec)) newest = { atByte, counters: new Map(counters) };
      }
    }
    counters.set(pid, counterOf(packet));
  }

  return {
    take(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let at = 0;
      while (at + packetBytes <= bytes.length) {
        if (bytes[at] === syncByte) {
          takePacket(bytes.subarray(at, at + packetBytes), heldAt + at);
          at += packetBytes;
          continue;
        }
        const next = findPackets(bytes, at, at + packetBytes);
        // A packet is recognised by the two after it, so the end of what has come may be the beginning of one.
        if (next === undefined && bytes.length - at <= 3 * packetBytes) break;
        at = next ?? at + packetBytes;
      }
      held = Buffer.from(bytes.subarray(at));
      heldAt += at;
      return bytes.subarray(0, at);
    },
    rest: () => held,
    tables: tracks.packets,
    joinPoint: () => newest,
    videoPid: () => tracks.layout()?.video?.pid,
    hasVideo: () => tracks.layout()?.video !== undefined,
    counts: () => ({ ...counts }),
  };
}

/** Keeps the newest PAT and PMT, and what they say. */
function createTables() {
  let pat: Buffer | undefined;
  let pmtPid: number | undefined;
  let pmt: Buffer[] = [];
  let begun: Buffer[] = [];
  const collect = createTableCollector();
  let layout: Layout | undefined;

  function takePmt(packet: Buffer): void {
    const payload = payloadOf(packet);
    if (payload === undefined) return;
    if (isStartOf(packet)) begun = [];
    else if (begun.length === 0 || begun.length >= tablePacketsMax) return;
    begun.push(Buffer.from(packet));
    const table = collect(packet, payload);
    const read = table === undefined ? undefined : readPmt(table);
    if (read === undefined) return;
    layout = read;
    pmt = begun;
    begun = [];
  }

  return {
    /** Takes a packet. @returns whether it is one of a table */
    take(packet: Buffer, pid: number): boolean {
      if (pid === 0) {
        const payload = payloadOf(packet);
        if (payload === undefined || !isStartOf(packet)) return true;
        const named = readPat(packet, payload)?.pmtPid;
        if (named === undefined) return true;
        pat = Buffer.from(packet);
        if (named !== pmtPid) [pmtPid, pmt, begun, layout] = [named, [], [], undefined];
        return true;
      }
      if (pid !== pmtPid) return false;
      takePmt(packet);
      return true;
    },
    layout: () => layout,
    packets: () => (pat === undefined || pmt.length === 0 ? undefined : Buffer.concat([pat, ...pmt])),
  };
}

const isMpeg2 = (codec: number): boolean => codec === 0x01 || codec === 0x02;
const isHevc = (codec: number): boolean => codec === 0x24;

/** Whether the packet with which a PES packet of the video begins is that of a keyframe. */
function beginsKeyframe(packet: Buffer, codec: number): boolean {
  if (isRandomAccess(packet)) return true;
  const payload = payloadOf(packet);
  const isStart = isMpeg2(codec) ? isSequenceHeader : isHevc(codec) ? isHevcStart : isAvcStart;
  return payload !== undefined && hasUnit(packet, payload, isStart);
}

/** The header of a sequence of MPEG-2 pictures. ISO/IEC 13818-2, table 6-1 */
const isSequenceHeader = (unit: number): boolean => unit === 0xb3;

/** A sequence parameter set or the slice of an IDR picture. Rec. ITU-T H.264, table 7-1 */
const isAvcStart = (unit: number): boolean => (unit & 0x80) === 0 && [5, 7].includes(unit & 0x1f);

/** A video or sequence parameter set, or a picture at which decoding may begin. Rec. ITU-T H.265, table 7-1 */
function isHevcStart(unit: number): boolean {
  const type = (unit >> 1) & 0x3f;
  return (unit & 0x80) === 0 && ((type >= 16 && type <= 21) || type === 32 || type === 33);
}

/**
 * Makes the packets that a viewer gets before a join point: the tables, and, for one who has received an earlier part
 * of the channel, a packet for each track that announces the gap, by the discontinuity indicator.
 */
export function joinPackets(tables: Buffer, point: JoinPoint | undefined, isMoved: boolean): Buffer {
  if (!isMoved || point === undefined) return tables;
  const gaps = [...point.counters].map(([pid, counter]) => {
    // A packet without payload has the counter of the packet before it.
    return makePacket(pid, 0x20 | counter, packetBytes - 5, 0x80);
  });
  return Buffer.concat([tables, ...gaps]);
}
