/*
 * Reads which codecs an MPEG-TS stream has from its tables. They are repeated several times a second, so the beginning of a
 * live stream is enough. ffprobe would read seconds of it, which come in real time.
 */
import {
  createTableCollector,
  findPacketGrid,
  isStartOf,
  listDescriptors,
  listSubtitles,
  listTracks,
  packetBytes,
  payloadOf,
  pidOf,
  privateType,
  readPat,
  syncByte,
  type ListedTrack,
} from '@butaca/ts';
import { mostAudioTracks, type StreamCodecs } from './source-look.ts';

/** ffprobe's names of the codecs, by the stream type in the PMT. */
const videoTypes: Readonly<Record<number, string>> = {
  0x01: 'mpeg1video',
  0x02: 'mpeg2video',
  0x10: 'mpeg4',
  0x1b: 'h264',
  0x24: 'hevc',
  0x33: 'vvc',
  0x42: 'cavs',
  0xea: 'vc1',
};
const audioTypes: Readonly<Record<number, string>> = {
  0x03: 'mp3',
  0x04: 'mp3',
  0x0f: 'aac',
  0x11: 'aac_latm',
  0x81: 'ac3',
  0x87: 'eac3',
  0x82: 'dts',
  0x8a: 'dts',
};
/** Private tracks name their codec in a descriptor: by the descriptor's own tag, or by a registered text. */
const audioDescriptors: Readonly<Record<number, string>> = { 0x6a: 'ac3', 0x7a: 'eac3', 0x7b: 'dts' };
const registrationTag = 0x05;
const registered: Readonly<Record<string, ['video' | 'audio', string]>> = {
  'AC-3': ['audio', 'ac3'],
  EAC3: ['audio', 'eac3'],
  Opus: ['audio', 'opus'],
  DTS1: ['audio', 'dts'],
  DTS2: ['audio', 'dts'],
  DTS3: ['audio', 'dts'],
  HEVC: ['video', 'hevc'],
  AV01: ['video', 'av1'],
};

/** Reads the codecs of the first programme of an MPEG-TS stream; `undefined` while its tables are not complete. */
export function readTsCodecs(bytes: Buffer): StreamCodecs | undefined {
  const grid = findPacketGrid(bytes);
  if (grid === undefined) return undefined;
  const collect = createTableCollector();
  let pmtPid: number | undefined;
  for (let at = grid.offset; at + packetBytes <= bytes.length; at += grid.sizeBytes) {
    const packet = bytes.subarray(at, at + packetBytes);
    const payload = payloadOf(packet);
    if (packet[0] !== syncByte || payload === undefined) continue;
    const pid = pidOf(packet);
    if (pid === 0 && isStartOf(packet)) pmtPid ??= readPat(packet, payload)?.pmtPid;
    const table = pid !== 0 && pid === pmtPid ? collect(packet, payload) : undefined;
    // A first look does not check the table's checksum: a codec that is wrong is noticed when the stream is played.
    if (table?.[0] === 2) return codecsOf(listTracks(table.subarray(0, -4)));
  }
  return undefined;
}

function codecsOf(tracks: readonly ListedTrack[]): StreamCodecs {
  const codecs: { video: string | null; audio: string[] } = { video: null, audio: [] };
  for (const { kind, codec } of tracks.map(readTrack)) {
    if (kind === 'video') codecs.video ??= codec;
    if (kind === 'audio' && codecs.audio.length < mostAudioTracks) codecs.audio.push(codec);
  }
  const subtitles = listSubtitles(tracks);
  return subtitles.length === 0 ? codecs : { ...codecs, subtitles };
}

type Track = { kind: 'video' | 'audio'; codec: string } | { kind?: never; codec?: never };

function readTrack({ type, descriptors }: ListedTrack): Track {
  const [video, audio] = [videoTypes[type], audioTypes[type]];
  if (video !== undefined) return { kind: 'video', codec: video };
  if (audio !== undefined) return { kind: 'audio', codec: audio };
  return type === privateType ? readDescriptors(descriptors) : {};
}

function readDescriptors(bytes: Uint8Array): Track {
  for (const [tag, at] of listDescriptors(bytes)) {
    const audio = audioDescriptors[tag];
    if (audio !== undefined) return { kind: 'audio', codec: audio };
    if (tag !== registrationTag) continue;
    const named = registered[String.fromCharCode(...bytes.subarray(at, at + 4))];
    if (named !== undefined) return { kind: named[0], codec: named[1] };
  }
  return {};
}
