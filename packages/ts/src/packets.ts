/*
 * The packets of an MPEG-TS stream: 188 bytes each, the first of them always the same, then the number of the track or table
 * that the packet belongs to (PID), and an optional adaptation field before the payload.
 * ISO/IEC 13818-1, sections 2.4.3.2 to 2.4.3.5
 */

export const packetBytes = 188;
export const syncByte = 0x47;
/** The PID of packets that carry nothing. */
export const nullPid = 0x1fff;
/** The last of the PIDs that belong to tables of DVB in every stream. */
const lastTablePid = 0x1f;

/**
 * Finds where packets begin that follow each other.
 *
 * @param until - where the search ends: packets that begin there or later are not found
 * @param inARow - how many packets must follow each other
 * @returns where the first of the packets begins; `undefined` when there are none, or too few bytes
 */
export function findPackets(bytes: Uint8Array, from: number, until: number, inARow = 3): number | undefined {
  for (let at = from; at < until; at += 1) if (isRow(bytes, at, inARow, packetBytes)) return at;
  return undefined;
}

function isRow(bytes: Uint8Array, at: number, packets: number, distanceBytes: number): boolean {
  for (let count = 0; count < packets; count += 1) {
    if (bytes[at + count * distanceBytes] !== syncByte) return false;
  }
  return true;
}

/** The distances between packets: plain, with a time stamp before each (M2TS), with a checksum after each. */
const packetDistances = [packetBytes, 192, 204];

/** Where the packets of a piece of MPEG-TS begin, and the distance from each to the next. */
export interface PacketGrid {
  offset: number;
  sizeBytes: number;
}

/** Finds the packets of MPEG-TS of any form; `undefined` when the bytes are not MPEG-TS or too few. */
export function findPacketGrid(bytes: Uint8Array): PacketGrid | undefined {
  for (const sizeBytes of packetDistances) {
    for (let offset = 0; offset < sizeBytes; offset += 1) {
      if (isRow(bytes, offset, 4, sizeBytes)) return { offset, sizeBytes };
    }
  }
  return undefined;
}

export const readUint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Writes the lowest 16 bits of a number's whole part. */
export function writeUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8;
  bytes[at + 1] = value & 0xff;
}

/** Reads a PID of 13 bits, before which three other bits are. */
export const readPid = (bytes: Uint8Array, at: number): number => readUint16(bytes, at) & 0x1fff;

export const pidOf = (packet: Uint8Array): number => readPid(packet, 1);

export const setPid = (packet: Uint8Array, pid: number): void =>
  writeUint16(packet, 1, (readUint16(packet, 1) & 0xe000) | pid);

/** Whether a table or a PES packet begins in a packet. */
export const isStartOf = (packet: Uint8Array): boolean => ((packet[1] ?? 0) & 0x40) !== 0;

/** The counter by which a decoder notices that packets of a PID are missing, from 0 to 15. */
export const counterOf = (packet: Uint8Array): number => (packet[3] ?? 0) & 0x0f;

/** Where a packet's payload begins; `undefined` for a packet without one. */
export function payloadOf(packet: Uint8Array): number | undefined {
  const control = (packet[3] ?? 0) & 0x30;
  if (control === 0x10) return 4;
  const start = 5 + (packet[4] ?? 0);
  return control === 0x30 && start < packetBytes ? start : undefined;
}

/** The flags of a packet's adaptation field; 0 for a packet without one. */
export const adaptationFlagsOf = (packet: Uint8Array): number =>
  ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) > 0 ? (packet[5] ?? 0) : 0;

/**
 * Whether the payload of a packet is scrambled with the even or the odd key, as in pay television.
 *
 * @see ETSI TS 100 289, section 5.1
 */
const isScrambled = (packet: Uint8Array): boolean => ((packet[3] ?? 0) & 0x80) !== 0;

/** So many packets have to be scrambled before a stream counts as scrambled, so many for each clear one, and so many of each track. */
const tellingScrambled = 3;
const scrambledPerClear = 4;
const scrambledPerTrack = 2;

/**
 * Whether the packets at the beginning of a stream in MPEG-TS are scrambled, so that nobody can decode it without a
 * subscriber's card. Tables never are, and some tracks may be clear.
 */
export function hasScrambledPackets(bytes: Uint8Array): boolean {
  const grid = findPacketGrid(bytes);
  if (grid === undefined) return false;
  let scrambled = 0;
  let clear = 0;
  const tracks = new Set<number>();
  for (let at = grid.offset; at + packetBytes <= bytes.length; at += grid.sizeBytes) {
    const packet = bytes.subarray(at, at + packetBytes);
    const isTrack = pidOf(packet) > lastTablePid && pidOf(packet) !== nullPid;
    if (packet[0] !== syncByte || !isTrack || payloadOf(packet) === undefined) continue;
    if (!isScrambled(packet)) clear += 1;
    else {
      scrambled += 1;
      tracks.add(pidOf(packet));
    }
  }
  const least = Math.max(tellingScrambled, scrambledPerClear * clear, scrambledPerTrack * tracks.size);
  return scrambled >= least;
}

/** Whether a packet says that decoding may begin with it (the random-access indicator). */
export const isRandomAccess = (packet: Uint8Array): boolean => (adaptationFlagsOf(packet) & 0x40) !== 0;

/**
 * Makes a packet that is filled up with 0xff.
 *
 * @param rest - the bytes after the PID: control bits with the counter, and the adaptation field
 */
export function makePacket(pid: number, ...rest: number[]): Uint8Array<ArrayBuffer> {
  const packet = new Uint8Array(packetBytes).fill(0xff);
  packet.set([syncByte, pid >> 8, pid & 0xff, ...rest]);
  return packet;
}
