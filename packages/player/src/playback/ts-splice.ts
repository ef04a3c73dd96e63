/*
 * Joins the connections of a live MPEG-TS channel into one stream without a gap, so that the player keeps its buffer
 * when the provider closes the connection and a new one is opened. A connection that breaks off leaves an incomplete
 * frame behind: the packets since the last start of a video frame are therefore held until the next one, and dropped
 * when the connection is lost. The next connection may begin anywhere, with a clock of its own: its packets are
 * dropped until a video frame that can be decoded alone, and all its times are moved by the same distance, so that this
 * frame takes the place of the dropped one and sound and picture stay together. The same is done within a connection
 * where its tables name other tracks or its clock jumps, as at the beginning and end of an advertisement. Only tracks
 * with other codecs are not joined: the player has to begin anew with them.
 */

import { createLayoutFollower } from './ts-layout.ts';

const packetBytes = 188;
const syncByte = 0x47;
/** Among so many bytes of MPEG-TS, three packets in a row are found. */
const searchedBytes = 4 * packetBytes;
/** Times of MPEG-TS are ticks, 90,000 in a second, modulo 2^33. */
const clockRange = 2 ** 33;
/**
 * The most that is held of a frame of video: so many packets (8 MiB, more than any frame has), and the sound of so many
 * ticks (three seconds). Beyond that the video has ended, and the frames of sound are the ones at which to join.
 */
const held = { packets: Math.floor(2 ** 23 / packetBytes), ticks: 270_000 };

/** A frame so much later, or so much earlier, than the one before it has another clock: ten seconds, and one. */
const jumpAheadTicks = 900_000;
const jumpBackTicks = 90_000;

/** Makes one stream of the bytes of consecutive connections. */
export interface TsSplicer {
  /** Takes bytes as they arrive, and returns those that the player may have now. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /**
   * Where in the bytes that `push` returned last tracks with other codecs begin, ascending: from there on the bytes are
   * for a player that begins anew, and their times are not joined to those before.
   */
  breaks(): readonly number[];
  /** Notes that the connection has ended; the next bytes come from a new one. */
  cut(): void;
  /** Whether the bytes so far can be continued by another connection: they are MPEG-TS with packets of 188 bytes. */
  canContinue(): boolean;
  /** Whether many bytes have come, and no packets of 188 bytes in them. */
  isForeign(): boolean;
}

/** Creates the joining of connections for one channel. */
export function createTsSplicer(): TsSplicer {
  const joiner = createPacketJoiner();
  let rest = new Uint8Array(0);
  let isAligned = false;
  let isForeign = false;

  return {
    push(bytes) {
      const joined = concat([rest, bytes]);
      joiner.breaks = [];
      if (isForeign) return joined;
      const ready: Uint8Array[] = [];
      let offset = 0;
      for (;;) {
        const found = isAligned ? offset : findPackets(joined, offset);
        if (found === undefined) break;
        offset = found;
        isAligned = true;
        while (offset + packetBytes <= joined.length && joined[offset] === syncByte) {
          joiner.take(joined.subarray(offset, offset + packetBytes), ready);
          offset += packetBytes;
        }
        if (offset + packetBytes > joined.length) break;
        isAligned = false;
      }
      isForeign = !isAligned && !joiner.hasBegun() && joined.length - offset >= searchedBytes;
      if (isForeign) joiner.release(ready);
      // Bytes in which no packet begins are dropped, but not the last of them, in which one may begin.
      const from = isAligned || isForeign ? offset : Math.max(offset, joined.length - searchedBytes);
      rest = isForeign ? new Uint8Array(0) : joined.slice(from);
      return concat(isForeign ? [...ready, joined.subarray(offset)] : ready);
    },
    breaks: () => joiner.breaks,
    cut() {
      rest = new Uint8Array(0);
      isAligned = false;
      joiner.beginJoining();
    },
    canContinue: () => !isForeign && joiner.hasBegun(),
    isForeign: () => isForeign,
  };
}

/** Creates the joining of the packets of one channel, which are found already. */
function createPacketJoiner() {
  let hasVideo = false;
  let isJoining = false;
  let shiftTicks = 0;
  /** The time of the frame that is held, which the first frame of the next connection gets. */
  let heldTicks: number | undefined;
  let holding: Uint8Array[] = [];
  const mediaPids = new Set<number>();
  /** The streams of which a frame has begun since the connections were joined; parts of earlier frames are dropped. */
  let begun = new Set<number>();
  const layout = createLayoutFollower();
  /** The table that names the programmes (PAT), with which a player has to begin. */
  let programmes: Uint8Array | undefined;

  /** Whether a frame has another clock than the frame before it. */
  const isJump = ({ ticks, isVideo }: Frame): boolean =>
    !isJoining &&
    heldTicks !== undefined &&
    isVideo === hasVideo &&
    isFar(modulo(ticks + shiftTicks - heldTicks));

  const canJoin = (packet: Uint8Array, frame: Frame): boolean =>
    hasVideo ? frame.isVideo && isKeyframe(packet, frame.payload) : true;

  /** Drops the frame that is held, and begins as at the first connection. */
  function beginAnew(ready: Uint8Array[]): void {
    joiner.beginJoining();
    joiner.release(ready);
    joiner.breaks.push(ready.length * packetBytes);
    isJoining = false;
    hasVideo = false;
    shiftTicks = 0;
    heldTicks = undefined;
    mediaPids.clear();
    begun = new Set();
    if (programmes !== undefined) ready.push(programmes);
  }

  const joiner = {
    /** Where in `ready` tracks with other codecs begin, in bytes; the caller empties the list. */
    breaks: [] as number[],
    /** Whether a frame of the present tracks has come. */
    hasBegun: (): boolean => heldTicks !== undefined,
    /** Drops the frame that is held, and waits for the first frame of another connection or clock. */
    beginJoining(): void {
      // Tables between the frames are kept: the player may need them to find the next frame.
      holding = holding.filter((packet) => !mediaPids.has(pidOf(packet)));
      isJoining = true;
    },
    /** Gives the player all packets that are held. */
    release(ready: Uint8Array[]): void {
      ready.push(...holding);
      holding = [];
    },
    /** Takes one packet, and adds to `ready` the packets that the player may have. */
    take(packet: Uint8Array, ready: Uint8Array[]): void {
      const fate = layout.take(packet, payloadOf(packet));
      if (fate === 'change' || fate === 'changed-tables') joiner.beginJoining();
      if (fate === 'other-codecs') beginAnew(ready);
      if (fate === 'change' || fate === 'drop') return;
      const pid = pidOf(packet);
      if (pid === 0) programmes = packet.slice();
      const frame = readFrame(packet);
      if (frame !== undefined) mediaPids.add(pid);
      if (frame?.isVideo === true) hasVideo = true;
      if (frame !== undefined && isJump(frame)) joiner.beginJoining();
      if (isJoining && frame !== undefined && canJoin(packet, frame)) {
        isJoining = false;
        begun = new Set();
        shiftTicks = heldTicks === undefined ? 0 : modulo(heldTicks - frame.ticks);
      }
      if (frame !== undefined) begun.add(pid);
      if (mediaPids.has(pid) && (isJoining || !begun.has(pid))) return;
      shiftTimes(packet, shiftTicks);
      const ticks = frame === undefined ? undefined : modulo(frame.ticks + shiftTicks);
      if (ticks !== undefined && heldTicks !== undefined && isLongAfter(ticks, heldTicks)) hasVideo = false;
      if (ticks !== undefined && frame?.isVideo === hasVideo) {
        heldTicks = ticks;
        joiner.release(ready);
      } else if (holding.length >= held.packets) {
        joiner.release(ready);
      }
      holding.push(packet);
    },
  };
  return joiner;
}

/** Whether a frame so many ticks after the one before it has another clock. */
const isFar = (stepTicks: number): boolean =>
  stepTicks > jumpAheadTicks && stepTicks < clockRange - jumpBackTicks;

/** Whether sound has gone on for so long since the last frame of video that no other will come. */
const isLongAfter = (ticks: number, heldTicks: number): boolean => {
  const passed = modulo(ticks - heldTicks);
  return passed > held.ticks && passed < clockRange / 2;
};

interface Frame {
  isVideo: boolean;
  /** The decoding time of the frame, in ticks. */
  ticks: number;
  /** Where in the packet the frame's own data begin. */
  payload: number;
}

const pidOf = (packet: Uint8Array): number => (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0);

/** Where a packet's payload begins; `undefined` for a packet without one. */
function payloadOf(packet: Uint8Array): number | undefined {
  const control = (packet[3] ?? 0) & 0x30;
  if (control === 0x10) return 4;
  if (control !== 0x30) return undefined;
  const start = 5 + (packet[4] ?? 0);
  return start < packetBytes ? start : undefined;
}

/** Reads the beginning of a frame of video or audio (a PES header with a time); `undefined` for other packets. */
function readFrame(packet: Uint8Array): Frame | undefined {
  const start = payloadOf(packet);
  if (start === undefined || ((packet[1] ?? 0) & 0x40) === 0 || start + 19 > packetBytes) return undefined;
  if (packet[start] !== 0 || packet[start + 1] !== 0 || packet[start + 2] !== 1) return undefined;
  const streamId = packet[start + 3] ?? 0;
  const isVideo = (streamId & 0xf0) === 0xe0;
  const isAudio = (streamId & 0xe0) === 0xc0 || streamId === 0xbd;
  const times = (packet[start + 7] ?? 0) >> 6;
  if (!(isVideo || isAudio) || times < 2) return undefined;
  return {
    isVideo,
    ticks: readTime(packet, start + (times === 3 ? 14 : 9)),
    payload: start + 9 + (packet[start + 8] ?? 0),
  };
}

/** Whether a video frame can be decoded without earlier frames: the packet says so, or begins with such a picture. */
function isKeyframe(packet: Uint8Array, payload: number): boolean {
  if (((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) > 0 && ((packet[5] ?? 0) & 0x40) !== 0) return true;
  for (let index = payload; index + 3 < packetBytes; index += 1) {
    if (packet[index] !== 0 || packet[index + 1] !== 0 || packet[index + 2] !== 1) continue;
    const unit = packet[index + 3] ?? 0;
    // An SPS precedes a keyframe: type 7 of H.264 (with its reference bits), type 33 of HEVC (in the upper bits).
    if (unit === 0x67 || unit === 0x27 || unit === 0x47 || unit === 0x42) return true;
  }
  return false;
}

/** Moves the times in a packet (the PTS and DTS of a frame, the PCR of the clock) by a number of ticks. */
function shiftTimes(packet: Uint8Array, ticks: number): void {
  if (ticks === 0) return;
  const hasField = ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) >= 7;
  if (hasField && ((packet[5] ?? 0) & 0x10) !== 0) shiftClock(packet, ticks);
  const frame = readFrame(packet);
  const start = payloadOf(packet);
  if (frame === undefined || start === undefined) return;
  const times = (packet[start + 7] ?? 0) >> 6;
  for (const at of times === 3 ? [start + 9, start + 14] : [start + 9]) {
    writeTime(packet, at, modulo(readTime(packet, at) + ticks));
  }
}

function shiftClock(packet: Uint8Array, ticks: number): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = packet.subarray(6, 11);
  const moved = modulo(a * 2 ** 25 + b * 2 ** 17 + c * 2 ** 9 + d * 2 + (e >> 7) + ticks);
  packet[6] = Math.floor(moved / 2 ** 25);
  packet[7] = Math.floor(moved / 2 ** 17) & 0xff;
  packet[8] = Math.floor(moved / 2 ** 9) & 0xff;
  packet[9] = Math.floor(moved / 2) & 0xff;
  packet[10] = ((moved % 2) << 7) | (e & 0x7f);
}

function readTime(packet: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = packet.subarray(at, at + 5);
  return ((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1);
}

function writeTime(packet: Uint8Array, at: number, ticks: number): void {
  packet[at] = ((packet[at] ?? 0) & 0xf1) | ((Math.floor(ticks / 2 ** 30) & 7) << 1);
  packet[at + 1] = Math.floor(ticks / 2 ** 22) & 0xff;
  packet[at + 2] = ((Math.floor(ticks / 2 ** 15) & 0x7f) << 1) | 1;
  packet[at + 3] = Math.floor(ticks / 2 ** 7) & 0xff;
  packet[at + 4] = ((ticks & 0x7f) << 1) | 1;
}

const modulo = (ticks: number): number => ((ticks % clockRange) + clockRange) % clockRange;

/** Where packets begin, from an offset on; `undefined` while three packets in a row are not found. */
function findPackets(bytes: Uint8Array, from: number): number | undefined {
  for (let index = from; index + 2 * packetBytes < bytes.length; index += 1) {
    if ([0, 1, 2].every((count) => bytes[index + count * packetBytes] === syncByte)) return index;
  }
  return undefined;
}

/** Copies parts into one array. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
