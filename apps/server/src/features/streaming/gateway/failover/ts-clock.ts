/*
 * Keeps the clock of a channel in MPEG-TS going when its packets come over another connection: players stop at media whose
 * time jumps back, and wait, or fill in silence, where it jumps forward. After a cut, all times (PTS, DTS and PCR) are moved by
 * the difference that lets the first picture follow the last one.
 * ISO/IEC 13818-1, sections 2.4.3.4 and 2.4.3.6
 */
import { isStartOf, packetBytes, payloadOf, pidOf, syncByte } from '@butaca/ts';

export interface TsClock {
  /** Takes whole packets, and bytes between which there are none. @returns the packets, with their times moved in place */
  pass(bytes: Buffer): Buffer;
  /** Lets the next packet with a time follow the last one. */
  cut(): void;
  /** By how much the newest time has gone on since the last call, in milliseconds; a jump counts as nothing. */
  gainedMs(): number;
}

/** Times are counted in 33 bits, at 90 kHz. */
const wrap = 2 ** 33;
/** The time of a picture at 25 pictures a second. */
const pictureTicks = 3_600;
const ticksPerMs = 90;
const farTicks = 10_000 * ticksPerMs;
/** Times further apart than half the range are the shorter way apart, across the wrap. */
const forward = (from: number, to: number): number => (((to - from) % wrap) + wrap) % wrap;
const isLater = (time: number, than: number): boolean => forward(than, time) < wrap / 2;

export function createTsClock(): TsClock {
  let shift = 0;
  let last: number | undefined;
  let counted: number | undefined;
  let isCut = false;

  /** Moves the times of a packet, and notes when it is to be decoded. */
  function takePacket(packet: Buffer): void {
    const times = placesOfTimes(packet);
    const first = times.at(-1);
    if (isCut && first !== undefined) {
      shift = last === undefined ? 0 : forward(readTime(packet, first), last + pictureTicks);
      isCut = false;
    }
    if (shift !== 0) {
      for (const at of times) writeTime(packet, at, (readTime(packet, at) + shift) % wrap);
      movePcr(packet, shift);
    }
    const decodeAt = first === undefined ? undefined : readTime(packet, first);
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

/** Finds where a packet states when its PES packet is shown and, behind that, when it is decoded. */
function placesOfTimes(packet: Buffer): number[] {
  if (!isStartOf(packet) || pidOf(packet) === 0) return [];
  const at = payloadOf(packet);
  if (at === undefined || at + 19 > packetBytes) return [];
  const isPes = packet[at] === 0 && packet[at + 1] === 0 && packet[at + 2] === 1;
  if (!isPes || (packet.readUInt8(at + 6) & 0xc0) !== 0x80) return [];
  const flags = packet.readUInt8(at + 7) >> 6;
  return flags === 2 ? [at + 9] : flags === 3 ? [at + 9, at + 14] : [];
}

/** Reads 33 bits that are spread over five bytes, with marker bits between them. */
const readTime = (packet: Buffer, at: number): number =>
  ((packet.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (packet.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (packet.readUInt16BE(at + 3) >> 1);

function writeTime(packet: Buffer, at: number, time: number): void {
  packet.writeUInt8((packet.readUInt8(at) & 0xf1) | (Math.floor(time / 2 ** 30) << 1), at);
  packet.writeUInt16BE((Math.floor(time / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  packet.writeUInt16BE((time % 2 ** 15) * 2 + 1, at + 3);
}

/** Moves the clock reference in the adaptation field of a packet that has one: 33 bits, and 15 that stay as they are. */
function movePcr(packet: Buffer, shift: number): void {
  const hasPcr =
    (packet.readUInt8(3) & 0x20) !== 0 && packet.readUInt8(4) >= 7 && (packet.readUInt8(5) & 0x10) !== 0;
  if (!hasPcr) return;
  const low = packet.readUInt8(10);
  const base = (packet.readUInt32BE(6) * 2 + (low >> 7) + shift) % wrap;
  packet.writeUInt32BE(Math.floor(base / 2), 6);
  packet.writeUInt8((low & 0x7f) | ((base % 2) << 7), 10);
}
