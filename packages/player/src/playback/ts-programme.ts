/*
 * Reads from the beginning of a raw MPEG-TS stream whether it contains video and sound. The stream's tables say so.
 */
import {
  createTableCollector,
  findPackets,
  isStartOf,
  listDescriptors,
  listTracks,
  packetBytes,
  payloadOf,
  pidOf,
  privateType,
  readPat,
  syncByte,
  type ListedTrack,
  type TableCollector,
} from '@butaca/ts';

/** What the tables of a stream list. */
export interface ListedKinds {
  hasVideo: boolean;
  /** Whether a track is sound or may be sound, in whatever codec. */
  hasSound: boolean;
}

/** The types of all video streams that are in use, whether or not a browser can show them. */
const videoTypes: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x10, 0x1b, 0x20, 0x21, 0x24, 0x33, 0x42, 0xd1, 0xd2, 0xea,
]);
/** The types of what is surely neither video nor sound: sections, carousels, metadata, marks of advertisements, PGS subtitles. */
const dataTypes: ReadonlySet<number> = new Set([
  0x05, 0x0a, 0x0b, 0x0c, 0x0d, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x86, 0x90, 0x91, 0x92,
]);
/** The descriptors of teletext (two forms) and of DVB subtitles, which a private track without sound has. */
const textDescriptors: ReadonlySet<number> = new Set([0x46, 0x56, 0x59]);
/** The checksum at the end of a table. */
const crcBytes = 4;
/** The tables come again and again; after so many bytes without them, they are not waited for. */
const searchedBytes = 300_000;
/** All packets are searched again when this fraction of them has been added. */
const searchEvery = 64;

/**
 * Creates a function that takes the bytes of a stream as they arrive, and calls `onFound` once it is known whether the
 * stream contains video and sound. A stream without readable tables is said to contain both.
 */
export function createTrackFinder(onFound: (listed: ListedKinds) => void): (bytes: Uint8Array) => void {
  let head: Uint8Array | undefined = new Uint8Array(0);
  let length = 0;
  /** Where the first packet begins; as long as none is found, where the search for it goes on. */
  let firstAt = 0;
  /** How many bytes are needed for another search: another packet must be complete, of many bytes another few packets. */
  let searchAtBytes = 0;
  function search(bytes: Uint8Array): ListedKinds | undefined {
    if (length < searchAtBytes) return undefined;
    firstAt = findPackets(bytes, firstAt, length, 2) ?? length;
    const isFound = firstAt < length;
    if (!isFound) firstAt = Math.max(0, length - packetBytes);
    const more = Math.max(1, Math.floor(length / packetBytes / searchEvery)) * packetBytes;
    searchAtBytes = isFound ? length + more - ((length - firstAt) % packetBytes) : 0;
    return isFound ? readKinds(bytes, firstAt) : undefined;
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
    const found = search(head.subarray(0, length)) ?? (length > searchedBytes ? expected : undefined);
    if (found === undefined) return;
    head = undefined;
    onFound(found);
  };
}

/** What a stream whose tables cannot be read is expected to contain. */
const expected: ListedKinds = { hasVideo: true, hasSound: true };

/** What the tables at the beginning of a stream list; `undefined` as long as they have not arrived whole. */
function readKinds(bytes: Uint8Array, firstAt: number): ListedKinds | undefined {
  let pmtPid: number | undefined;
  let collect: TableCollector | undefined;
  for (let at = firstAt; at + packetBytes <= bytes.length; at += packetBytes) {
    if (bytes[at] !== syncByte) return undefined;
    const packet = bytes.subarray(at, at + packetBytes);
    const pid = pidOf(packet);
    const payload = pid === 0 || pid === pmtPid ? payloadOf(packet) : undefined;
    if (payload === undefined) continue;
    if (pid === 0) {
      pmtPid ??= isStartOf(packet) ? readPat(packet, payload)?.pmtPid : undefined;
      continue;
    }
    collect ??= createTableCollector();
    const table = collect(packet, payload);
    if (table !== undefined) return kindsOf(listTracks(table.subarray(0, -crcBytes)));
  }
  return undefined;
}

const kindsOf = (tracks: readonly ListedTrack[]): ListedKinds => ({
  hasVideo: tracks.some(isVideo),
  hasSound: tracks.some((track) => !isVideo(track) && !isData(track)),
});

const isVideo = ({ type }: ListedTrack): boolean => videoTypes.has(type);

function isData({ type, descriptors }: ListedTrack): boolean {
  if (type !== privateType) return dataTypes.has(type);
  return listDescriptors(descriptors).some(([tag]) => textDescriptors.has(tag));
}
