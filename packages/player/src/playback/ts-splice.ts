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
import {
  clockRange,
  findPackets,
  findPesStart,
  hasUnit,
  isRandomAccess,
  moveTimes,
  packetBytes,
  payloadOf,
  pidOf,
  syncByte,
  wrapTicks,
  type PesStart,
} from '@butaca/ts';
import { createLayoutFollower } from './ts-layout.ts';

/** Among so many bytes of MPEG-TS, three packets in a row are found. */
const searchedBytes = 4 * packetBytes;
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
        const found = isAligned ? offset : findPackets(joined, offset, joined.length);
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
  const isJump = ({ ticks, isVideo }: PesStart): boolean =>
    !isJoining &&
    heldTicks !== undefined &&
    isVideo === hasVideo &&
    isFar(wrapTicks(ticks + shiftTicks - heldTicks));

  const canJoin = (packet: Uint8Array, frame: PesStart): boolean =>
    hasVideo ? frame.isVideo && isKeyframe(packet, frame) : true;

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
        shiftTicks = heldTicks === undefined ? 0 : wrapTicks(heldTicks - frame.ticks);
      }
      if (frame !== undefined) begun.add(pid);
      if (mediaPids.has(pid) && (isJoining || !begun.has(pid))) return;
      moveTimes(packet, frame, shiftTicks);
      const ticks = frame === undefined ? undefined : wrapTicks(frame.ticks + shiftTicks);
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
  const passed = wrapTicks(ticks - heldTicks);
  return passed > held.ticks && passed < clockRange / 2;
};

/** Reads the beginning of a frame of video or audio; `undefined` for other packets. */
function readFrame(packet: Uint8Array): PesStart | undefined {
  const pes = findPesStart(packet);
  return pes?.isVideo === true || pes?.isAudio === true ? pes : undefined;
}

/** Whether a video frame can be decoded without earlier frames: the packet says so, or begins with such a picture. */
const isKeyframe = (packet: Uint8Array, { contentAt }: PesStart): boolean =>
  isRandomAccess(packet) || hasUnit(packet, contentAt, isParameterSet);

/** An SPS precedes a keyframe: type 7 of H.264 (with its reference bits), type 33 of HEVC (in the upper bits). */
const isParameterSet = (unit: number): boolean => [0x67, 0x27, 0x47, 0x42].includes(unit);

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
