const syncByte = 0x47;
/** The distances between packets of MPEG-TS: plain, with a time stamp before each (M2TS), with a checksum after each. */
const packetSizes = [188, 192, 204];
const packetsInARow = 4;

/** Where the packets of a piece of MPEG-TS begin, and the distance from each to the next. */
export interface PacketGrid {
  offset: number;
  sizeBytes: number;
}

/** Finds the packets of MPEG-TS; `undefined` when the bytes are not MPEG-TS or too few. */
export function findPackets(bytes: Buffer): PacketGrid | undefined {
  for (const sizeBytes of packetSizes) {
    for (let offset = 0; offset < sizeBytes; offset += 1) {
      if (isRow(bytes, offset, sizeBytes)) return { offset, sizeBytes };
    }
  }
  return undefined;
}

function isRow(bytes: Buffer, offset: number, sizeBytes: number): boolean {
  for (let count = 0; count < packetsInARow; count += 1) {
    if (bytes[offset + count * sizeBytes] !== syncByte) return false;
  }
  return true;
}
