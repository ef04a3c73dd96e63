/*
 * The tables of an MPEG-TS stream: the PAT, in the packets with the PID 0, names the packets of each programme's PMT, and
 * the PMT names those of each track, with its type. Both are repeated several times a second.
 * ISO/IEC 13818-1, sections 2.4.4.3 and 2.4.4.8
 */
import { isStartOf, readPid, readUint16 } from './packets.ts';

/** A table's length has twelve bits, and three bytes come before what it counts. */
const longestTable = 3 + 0x0fff;
const longestPayload = 184;
/** The checksum at the end of a table. */
const crcBytes = 4;

const videoTypes: ReadonlySet<number> = new Set([0x01, 0x02, 0x10, 0x1b, 0x24]);
const audioTypes: ReadonlySet<number> = new Set([0x03, 0x04, 0x0f, 0x11, 0x81, 0x87]);
/** The type of a track that names its codec in a descriptor. */
export const privateType = 0x06;
/** The descriptors of AC-3 and E-AC-3. */
const audioDescriptors: ReadonlySet<number> = new Set([0x6a, 0x7a]);

/** A programme of the PAT, and the PID of its PMT. */
export interface Programme {
  number: number;
  pmtPid: number;
}

/** A track as a PMT lists it. */
export interface ListedTrack {
  pid: number;
  type: number;
  descriptors: Uint8Array;
}

/** A track: the PID of its packets, and a number that is the same for tracks of the same codec. */
export interface Track {
  pid: number;
  codec: number;
}

/** The tracks of a channel that are played: the first video and the first audio. */
export interface Layout {
  video: Track | undefined;
  audio: Track | undefined;
}

const lengthAt = (bytes: Uint8Array, at: number): number => readUint16(bytes, at) & 0x0fff;
/** The length of a table with its checksum, as its beginning states it. */
const wholeLengthOf = (table: Uint8Array): number => 3 + lengthAt(table, 1);

/** Where in a packet a table begins: the first byte of the payload says how much of an earlier table comes before. */
const tableStart = (packet: Uint8Array, payload: number): number => payload + 1 + (packet[payload] ?? 0);

/** Reads the table that begins in a packet, without its checksum and without what further packets have of it. */
export function readTableStart(packet: Uint8Array, payload: number): Uint8Array {
  const table = packet.subarray(tableStart(packet, payload));
  return table.subarray(0, Math.max(0, wholeLengthOf(table) - crcBytes));
}

/** Reads the first programme of a PAT, which is the one that players play. */
export function readPat(packet: Uint8Array, payload: number): Programme | undefined {
  const table = readTableStart(packet, payload);
  if (table[0] !== 0) return undefined;
  for (let at = 8; at + 4 <= table.length; at += 4) {
    const number = readUint16(table, at);
    // Programme 0 is not a programme: its entry names the network information.
    if (number !== 0) return { number, pmtPid: readPid(table, at + 2) };
  }
  return undefined;
}

/** Puts together the tables of one PID, whose packets are given to it one after the other. */
export type TableCollector = (packet: Uint8Array, payload: number) => Uint8Array | undefined;

/**
 * Creates the collecting of the tables of one PID.
 *
 * @returns a function that takes a packet, and where its payload begins; it returns a table with its checksum when the packet
 *   completes one, which is valid until the next call
 */
export function createTableCollector(): TableCollector {
  const table = new Uint8Array(longestTable + longestPayload);
  /** How much of a table has come; `undefined` while none has begun. */
  let length: number | undefined;
  return (packet, payload) => {
    const isStart = isStartOf(packet);
    if (isStart) length = 0;
    if (length === undefined) return undefined;
    const part = packet.subarray(isStart ? tableStart(packet, payload) : payload);
    table.set(part, length);
    length += part.length;
    const wholeLength = wholeLengthOf(table);
    if (length < 3 || length < wholeLength) return undefined;
    length = undefined;
    return table.subarray(0, wholeLength);
  };
}

/** Lists the tracks of a PMT, of which the end may be missing. @param table - without its checksum */
export function listTracks(table: Uint8Array): ListedTrack[] {
  const tracks: ListedTrack[] = [];
  for (let at = 12 + lengthAt(table, 10); at + 5 <= table.length;) {
    const next = at + 5 + lengthAt(table, at + 3);
    tracks.push({
      type: table[at] ?? 0,
      pid: readPid(table, at + 1),
      descriptors: table.subarray(at + 5, next),
    });
    at = next;
  }
  return tracks;
}

/** Lists the descriptors of a track: the tag of each, and where its content begins. */
export function listDescriptors(bytes: Uint8Array): (readonly [tag: number, at: number])[] {
  const listed: (readonly [number, number])[] = [];
  for (let at = 0; at + 2 <= bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    listed.push([bytes[at] ?? 0, at + 2]);
  }
  return listed;
}

/**
 * Reads which tracks of a PMT are played.
 *
 * @param table - a whole table with its checksum
 * @param programme - the number of the programme whose table it must be
 * @returns `undefined` for a table of another kind or programme, one that is not in force yet, one that arrived damaged, and one
 *   without tracks that can be played
 */
export function readPmt(table: Uint8Array, programme = readUint16(table, 3)): Layout | undefined {
  const isInForce = ((table[5] ?? 0) & 1) !== 0;
  const isWanted = table[0] === 2 && readUint16(table, 3) === programme && isInForce;
  if (!isWanted || table.length < 12 + crcBytes || isDamaged(table)) return undefined;
  const layout: Layout = { video: undefined, audio: undefined };
  for (const { pid, type, descriptors } of listTracks(table.subarray(0, -crcBytes))) {
    const audio = readAudioCodec(type, descriptors);
    if (videoTypes.has(type)) layout.video ??= { pid, codec: type };
    else if (audio !== undefined) layout.audio ??= { pid, codec: audio };
  }
  return layout.video === undefined && layout.audio === undefined ? undefined : layout;
}

/** Whether a table does not match the CRC-32 at its end: over both together, the CRC is 0. ISO/IEC 13818-1, annex A */
function isDamaged(table: Uint8Array): boolean {
  let crc = -1;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc !== 0;
}

function readAudioCodec(type: number, descriptors: Uint8Array): number | undefined {
  if (audioTypes.has(type)) return type;
  if (type !== privateType) return undefined;
  const named = listDescriptors(descriptors).find(([tag]) => audioDescriptors.has(tag));
  return named && (privateType << 8) | named[0];
}
