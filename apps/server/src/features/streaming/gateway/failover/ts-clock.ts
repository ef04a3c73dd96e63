/*
 * Keeps the clock of a channel in MPEG-TS going when its packets come over another connection: players stop at media whose
 * time jumps back, and wait, or fill in silence, where it jumps forward. After a cut, all times (PTS, DTS and PCR) are moved by
 * the difference that lets the first picture follow the last one.
 */
import {
  clockRange,
  findPesStart,
  moveTimes,
  packetBytes,
  pidOf,
  syncByte,
  ticksPerMs,
  wrapTicks,
  type PesStart,
} from '@butaca/ts';

export interface TsClock {
  /** Takes whole packets, and bytes between which there are none. @returns the packets, with their times moved in place */
  pass(bytes: Buffer): Buffer;
  /** Lets the next packet with a time follow the last one. */
  cut(): void;
  /** By how much the newest time has gone on since the last call, in milliseconds; a jump counts as nothing. */
  gainedMs(): number;
}

/** The time of a picture at 25 pictures a second. */
const pictureTicks = 3_600;
const farTicks = 10_000 * ticksPerMs;
/** Times further apart than half the range are the shorter way apart, across the wrap. */
const forward = (from: number, to: number): number => wrapTicks(to - from);
const isLater = (time: number, than: number): boolean => forward(than, time) < clockRange / 2;

export function createTsClock(): TsClock {
  let shift = 0;
  let last: number | undefined;
  let counted: number | undefined;
  let isCut = false;

  /** Moves the times of a packet, and notes when it is to be decoded. */
  function takePacket(packet: Buffer): void {
    const pes = findTimes(packet);
    if (isCut && pes !== undefined) {
      shift = last === undefined ? 0 : forward(pes.ticks, last + pictureTicks);
      isCut = false;
    }
    moveTimes(packet, pes, shift);
    const decodeAt = pes === undefined ? undefined : wrapTicks(pes.ticks + shift);
    counted ??= decodeAt;
    if (decodeAt !== undefined && (last === undefined || isLater(decodeAt, last) || isFar(decodeAt, last))) {
      last = decodeAt;
    }
  }

  return {
    pass(bytes) {
      for (let at = 0; at + packetBytes <= bytes.length;) {
        const isPacket = bytes[at] === syncByte;
        if (isPacket) takePacket(bytes.subarray(at, at + packetBytes));
        at += isPacket ? packetBytes : 1;
      }
      return bytes;
    },
    cut() {
      isCut = true;
    },
    gainedMs() {
      const [from, to] = [counted, last];
      counted = last;
      const ticks = from === undefined || to === undefined ? 0 : forward(from, to);
      return ticks > farTicks ? 0 : ticks / ticksPerMs;
    },
  };
}

/** Whether a time is more than ten seconds before another one, as after a restart of the clock at the channel's source. */
const isFar = (time: number, before: number): boolean => forward(time, before) > farTicks;

/** Finds the times of the PES packet that begins in a packet, where it has a header of MPEG-2. */
function findTimes(packet: Buffer): PesStart | undefined {
  const pes = findPesStart(packet);
  const isTimed = pes !== undefined && pidOf(packet) !== 0 && ((packet[pes.showAt - 3] ?? 0) & 0xc0) === 0x80;
  return isTimed ? pes : undefined;
}
