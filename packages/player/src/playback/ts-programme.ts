/*
 * Reads from the beginning of a raw MPEG-TS stream whether it contains video. The stream's tables say so: the first
 * table (PAT) names the packets of the second (PMT), which lists the streams of the programme with their types.
 */

const packetBytes = 188;
const syncByte = 0x47;
/** The types of all video streams that are in use, whether or not a browser can show them. */
const videoTypes: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x10, 0x1b, 0x20, 0x21, 0x24, 0x33, 0x42, 0xd1, 0xd2, 0xea,
]);
/** The tables come again and again; after so many bytes without them, they are not waited for. */
const searchedBytes = 300_000;
/** All packets are searched again when this fraction of them has been added. */
const searchEvery = 64;

/**
 * Creates a function that takes the bytes of a stream as they arrive, and calls `onFound` once it is known whether the
 * stream contains video. A stream without readable tables is said to contain it.
 */
export function createVideoFinder(onFound: (hasVideo: boolean) => void): (bytes: Uint8Array) => void {
  let head: Uint8Array | undefined = new Uint8Array(0);
  let length = 0;
  /** Where the first packet begins; as long as none is found, where the search for it goes on. */
  let firstAt = 0;
  /** How many bytes are needed for another search: another packet must be complete, of many bytes another few packets. */
  let searchAtBytes = 0;
  function search(bytes: Uint8Array): boolean | undefined {
    if (length < searchAtBytes) return undefined;
    firstAt = findPacket(bytes, firstAt);
    const isFound = firstAt < length;
    if (!isFound) firstAt = Math.max(0, length - packetBytes);
    const more = Math.max(1, Math.floor(length / packetBytes / searchEvery)) * packetBytes;
    searchAtBytes = isFound ? length + more - ((length - firstAt) % packetBytes) : 0;
    return isFound ? listsVideo(bytes, firstAt) : undefined;
  }
  return (bytes) => {
    if (head === undefined) return;
    if (length + bytes.length > head.length) {
      const roomier = new Uint8Array(2 * (length + bytes.length));
      roomier.set(head.subarray(0, length));
      head = roomier;
    }
    head.set(bytes, length);
    length += bytes.length;
    const found = search(head.subarray(0, length)) ?? (length > searchedBytes || undefined);
    if (found === undefined) return;
    head = undefined;
    onFound(found);
  };
}

/** Whether the beginning of a stream lists video; `undefined` as long as its tables have not arrived. */
function listsVideo(bytes: Uint8Array, firstAt: number): boolean | undefined {
  let tablePid: number | undefined;
  for (let at = firstAt; at + packetBytes <= bytes.length; at += packetBytes) {
    if (bytes[at] !== syncByte) return undefined;
    const pid = readPid(bytes, at + 1);
    if (pid !== 0 && pid !== tablePid) continue;
    const section = readSection(bytes.subarray(at, at + packetBytes));
    if (section === undefined) continue;
    if (pid === 0) tablePid = readTablePid(section);
    else return readTypes(section).some((type) => videoTypes.has(type));
  }
  return undefined;
}

/** Finds the first of two packets in a row, from a position; the length of `bytes` when there are none. */
function findPacket(bytes: Uint8Array, from: number): number {
  for (let at = from; at + packetBytes < bytes.length; at += 1) {
    if (bytes[at] === syncByte && bytes[at + packetBytes] === syncByte) return at;
  }
  return bytes.length;
}

const readPid = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] ?? 0) & 0x1f) << 8) | (bytes[at + 1] ?? 0);

/** Reads the table that begins in a packet, without its checksum; `undefined` when none begins there. */
function readSection(packet: Uint8Array): Uint8Array | undefined {
  const [, flags = 0, , control = 0, adaptationBytes = 0] = packet;
  if ((flags & 0x40) === 0) return undefined;
  const payloadAt = (control & 0x20) === 0 ? 4 : 5 + adaptationBytes;
  const start = payloadAt + 1 + (packet[payloadAt] ?? 0);
  const [, high = 0, low = 0] = packet.subarray(start);
  return packet.subarray(start, start + 3 + (((high & 0x0f) << 8) | low) - 4);
}

/** The packets' number of the first programme's table; programme 0 names the network instead. */
function readTablePid(section: Uint8Array): number | undefined {
  for (let at = 8; at + 4 <= section.length; at += 4) {
    if (section[at] !== 0 || section[at + 1] !== 0) return readPid(section, at + 2);
  }
  return undefined;
}

function readTypes(section: Uint8Array): number[] {
  const types: number[] = [];
  const lengthAt = (at: number): number => (((section[at] ?? 0) & 0x0f) << 8) | (section[at + 1] ?? 0);
  for (let at = 12 + lengthAt(10); at + 5 <= section.length; at += 5 + lengthAt(at + 3)) {
    types.push(section[at] ?? 0);
  }
  return types;
}
