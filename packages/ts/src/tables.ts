/*
 * Reads the packets and tables of MPEG-TS: the PAT names the packets of the PMT, and the PMT names those of each track.
 * ISO/IEC 13818-1, sections 2.4.3.2, 2.4.4.3 and 2.4.4.8
 */

export const packetBytes = 188;
export const syncByte = 0x47;
/** More bytes than a table has; further ones are not collected. */
export const longestTable = 4_200;

const videoTypes: ReadonlySet<number> = new Set([0x01, 0x02, 0x10, 0x1b, 0x24]);
const audioTypes: ReadonlySet<number> = new Set([0x03, 0x04, 0x0f, 0x11, 0x81, 0x87]);
/** The type of a track that names its codec in a descriptor, and the descriptors of AC-3 and E-AC-3. */
const privateType = 0x06;
const audioDescriptors: ReadonlySet<number> = new Set([0x6a, 0x7a]);

/** A track: the PID of its packets, and a number that is the same for tracks of the same codec. */
interface Track {
  pid: number;
  codec: number;
}

/** The tracks of a channel that ffmpeg converts: the first video and the first audio. */
export interface Layout {
  video: Track | undefined;
  audio: Track | undefined;
}

/** Where packets begin; `undefined` while three packets in a row are not found. */
export function findPackets(bytes: Buffer): number | undefined {
  for (let at = 0; at < packetBytes && at + 2 * packetBytes < bytes.length; at += 1) {
    if ([0, 1, 2].every((count) => bytes[at + count * packetBytes] === syncByte)) return at;
  }
  return undefined;
}

export const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;
export const isStartOf = (packet: Buffer): boolean => (packet.readUInt8(1) & 0x40) !== 0;

/** Where a packet's payload begins; `undefined` for a packet without one. */
export function payloadOf(packet: Buffer): number | undefined {
  const control = packet.readUInt8(3) & 0x30;
  if (control === 0x10) return 4;
  const start = 5 + packet.readUInt8(4);
  return control === 0x30 && start < packetBytes ? start : undefined;
}

/** Reads the PID of the PMT of the first program, which ffmpeg converts, from the PAT. */
export function readPmtPid(packet: Buffer, payload: number): number | undefined {
  const from = payload + 1 + packet.readUInt8(payload);
  for (let at = from + 8; at + 4 <= packetBytes - 4; at += 4) {
    // Program 0 is not a program: its entry names the network information.
    if (packet.readUInt16BE(at) !== 0) return packet.readUInt16BE(at + 2) & 0x1fff;
  }
  return undefined;
}

/**
 * Reads the tracks of a PMT; `undefined` while it is not complete, for a table that is not in force yet, and for one that
 * arrived damaged.
 */
export function readPmt(table: Buffer): Layout | undefined {
  if (table.length < 12 || table[0] !== 2 || (table.readUInt8(5) & 1) === 0) return undefined;
  const end = 3 + (table.readUInt16BE(1) & 0x0fff) - 4;
  if (end < 12 || table.length < end + 4 || isDamaged(table.subarray(0, end + 4))) return undefined;
  const layout: Layout = { video: undefined, audio: undefined };
  for (let at = 12 + (table.readUInt16BE(10) & 0x0fff); at + 5 <= end;) {
    const type = table.readUInt8(at);
    const pid = table.readUInt16BE(at + 1) & 0x1fff;
    const next = at + 5 + (table.readUInt16BE(at + 3) & 0x0fff);
    const audio = readAudioCodec(type, table.subarray(at + 5, Math.min(next, end)));
    if (videoTypes.has(type)) layout.video ??= { pid, codec: type };
    else if (audio !== undefined) layout.audio ??= { pid, codec: audio };
    at = next;
  }
  return layout.video === undefined && layout.audio === undefined ? undefined : layout;
}

/** Whether a table does not match the CRC-32 at its end: over both together, the CRC is 0. ISO/IEC 13818-1, annex A */
function isDamaged(table: Buffer): boolean {
  let crc = -1;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc !== 0;
}

function readAudioCodec(type: number, descriptors: Buffer): number | undefined {
  if (audioTypes.has(type)) return type;
  if (type !== privateType) return undefined;
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + descriptors.readUInt8(at + 1)) {
    const tag = descriptors.readUInt8(at);
    if (audioDescriptors.has(tag)) return (privateType << 8) | tag;
  }
  return undefined;
}
