/*
 * Reads from the beginning of a raw MPEG-TS stream whether it contains video. The stream's tables say so.
 */
import {
  findPackets,
  isStartOf,
  listTracks,
  packetBytes,
  payloadOf,
  pidOf,
  readPat,
  readTableStart,
  syncByte,
} from '@butaca/ts';

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
    firstAt = findPackets(bytes, firstAt, length, 2) ?? length;
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
  let pmtPid: number | undefined;
  for (let at = firstAt; at + packetBytes <= bytes.length; at += packetBytes) {
    if (bytes[at] !== syncByte) return undefined;
    const packet = bytes.subarray(at, at + packetBytes);
    const pid = pidOf(packet);
    const payload = pid === 0 || pid === pmtPid ? payloadOf(packet) : undefined;
    if (payload === undefined || !isStartOf(packet)) continue;
    if (pid === 0) pmtPid = readPat(packet, payload)?.pmtPid;
    else return listTracks(readTableStart(packet, payload)).some(({ type }) => videoTypes.has(type));
  }
  return undefined;
}
