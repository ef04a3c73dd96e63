/*
 * The times in an MPEG-TS stream: when a frame is shown (PTS) and decoded (DTS), at the beginning of its PES packet, and the
 * clock reference (PCR) in the adaptation field. All are counted in ticks, 90,000 in a second, modulo 2^33.
 * ISO/IEC 13818-1, sections 2.4.3.4 and 2.4.3.6
 */
import { adaptationFlagsOf, isStartOf, packetBytes, payloadOf, readUint16, writeUint16 } from './packets.ts';

export const ticksPerMs = 90;
export const clockRange = 2 ** 33;

/** Brings a sum or difference of times back into the range of the clock. */
export const wrapTicks = (ticks: number): number => ((ticks % clockRange) + clockRange) % clockRange;

/** The beginning of a PES packet with times, by its places in the packet in which it begins. */
export interface PesStart {
  isVideo: boolean;
  isAudio: boolean;
  /** When the frame is decoded. */
  ticks: number;
  showAt: number;
  /** The same as `showAt` where the frame is decoded when it is shown. */
  decodeAt: number;
  /** Where the frame's own data begin; it may be behind the packet's end. */
  contentAt: number;
}

/** Finds the beginning of a PES packet with times in a packet; `undefined` for other packets. */
export function findPesStart(packet: Uint8Array): PesStart | undefined {
  if (!isStartOf(packet)) return undefined;
  const at = payloadOf(packet);
  if (at === undefined || at + 19 > packetBytes) return undefined;
  if (packet[at] !== 0 || packet[at + 1] !== 0 || packet[at + 2] !== 1) return undefined;
  const times = (packet[at + 7] ?? 0) >> 6;
  if (times < 2) return undefined;
  const streamId = packet[at + 3] ?? 0;
  const decodeAt = times === 3 ? at + 14 : at + 9;
  return {
    isVideo: (streamId & 0xf0) === 0xe0,
    isAudio: (streamId & 0xe0) === 0xc0 || streamId === 0xbd,
    ticks: readTime(packet, decodeAt),
    showAt: at + 9,
    decodeAt,
    contentAt: at + 9 + (packet[at + 8] ?? 0),
  };
}

/** Reads a time: 33 bits that are spread over five bytes, with marker bits between them. */
const readTime = (packet: Uint8Array, at: number): number =>
  (((packet[at] ?? 0) >> 1) & 7) * 2 ** 30 +
  (readUint16(packet, at + 1) >> 1) * 2 ** 15 +
  (readUint16(packet, at + 3) >> 1);

function moveTime(packet: Uint8Array, at: number, ticks: number): void {
  const time = wrapTicks(readTime(packet, at) + ticks);
  packet[at] = ((packet[at] ?? 0) & 0xf1) | ((time / 2 ** 30) << 1);
  writeUint16(packet, at + 1, Math.floor(time / 2 ** 15) * 2 + 1);
  writeUint16(packet, at + 3, time * 2 + 1);
}

/** Moves the clock reference of a packet that has one: 33 bits, and 15 that stay as they are. */
function movePcr(packet: Uint8Array, ticks: number): void {
  if ((adaptationFlagsOf(packet) & 0x10) === 0 || (packet[4] ?? 0) < 7) return;
  const low = packet[10] ?? 0;
  const time = wrapTicks(readUint16(packet, 6) * 2 ** 17 + readUint16(packet, 8) * 2 + (low >> 7) + ticks);
  writeUint16(packet, 6, time / 2 ** 17);
  writeUint16(packet, 8, time / 2);
  packet[10] = ((time % 2) << 7) | (low & 0x7f);
}

/**
 * Moves the clock reference of a packet, and the times of the PES packet that begins in it.
 *
 * @param pes - the beginning of the PES packet; `undefined` where the packet's other times stay as they are
 * @param ticks - how far; negative to move them back
 */
export function moveTimes(packet: Uint8Array, pes: PesStart | undefined, ticks: number): void {
  if (ticks === 0) return;
  movePcr(packet, ticks);
  if (pes === undefined) return;
  moveTime(packet, pes.showAt, ticks);
  if (pes.decodeAt !== pes.showAt) moveTime(packet, pes.decodeAt, ticks);
}

/**
 * Whether a unit of video that is wanted begins in a packet: its first byte, which says what it is, comes behind a start code.
 *
 * @param from - where the search begins
 */
export function hasUnit(packet: Uint8Array, from: number, isWanted: (unit: number) => boolean): boolean {
  for (let at = from; at + 3 < packetBytes; at += 1) {
    if (packet[at] !== 0 || packet[at + 1] !== 0 || packet[at + 2] !== 1) continue;
    if (isWanted(packet[at + 3] ?? 0)) return true;
  }
  return false;
}
