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

/**
 * Creates a function that takes the bytes of a stream as they arrive, and calls `onFound` once it is known whether the
 * stream contains video. A stream without readable tables is said to contain it.
 */
export function createVideoFinder(onFound: (hasVideo: boolean) => void): (bytes: Uint8Array) => void {
  let head: Uint8Array | undefined = new Uint8Array(0);
  return (bytes) => {
    if (head === undefined) return;
    const longer = new Uint8Array(head.length + bytes.length);
    longer.set(head);
    longer.set(bytes, head.length);
    const found = listsVideo(longer) ?? (longer.length > searchedBytes || undefined);
    head = found === undefined ? longer : undefined;
    if (found !== undefined) onFound(found);
  };
}

/** Whether the beginning of a stream lists video; `undefined` as long as its tables have not arrived. */
function listsVideo(bytes: Uint8Array): boolean | undefined {
  let tablePid: number | undefined;
  for (let at = findPacket(bytes); at + packetBytes <= bytes.length; at += packetBytes) {
    if (bytes[at] !== syncByte) return undefined;
    const packet = bytes.subarray(at, at + packetBytes);
    const pid = readPid(packet, 1);
    if (pid !== 0 && pid !== tablePid) continue;
    const section = readSection(packet);
    if (section === undefined) continue;
    if (pid === 0) tablePid = readTablePid(section);
    else return readTypes(section).some((type) => videoTypes.has(type));
  }
  return undefined;
}

/** Finds the first of two packets in a row; the length of `bytes` when there are none. */
function findPacket(bytes: Uint8Array): number {
  for (let at = 0; at + packetBytes < bytes.length; at += 1) {
    if (bytes[at] === syncByte && bytes[at + packetBytes] === syncByte) return at;
  }
  return bytes.length;
}

const readPid = (bytes: Uint8Array, at: number): number => {
  const [high = 0, low = 0] = bytes.subarray(at, at + 2);
  return ((high & 0x1f) << 8) | low;
};

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
