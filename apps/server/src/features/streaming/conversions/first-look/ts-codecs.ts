/*
 * Reads which codecs an MPEG-TS stream has from its tables: the PAT names the packets of the PMT, and the PMT names
 * each track with its type. Both tables are repeated several times a second, so the beginning of a live stream is
 * enough. ffprobe would read seconds of it, which come in real time.
 * ISO/IEC 13818-1, sections 2.4.4.3 and 2.4.4.8
 */
import { mostAudioTracks, type StreamCodecs } from './source-look.ts';
import { findPacketGrid } from '@butaca/ts';

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
const privateType = 0x06;
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

/** More bytes than a section of a table can have. */
const longestSection = 4_200;

/** Reads the codecs of the first programme of an MPEG-TS stream; `undefined` while its tables are not complete. */
export function readTsCodecs(bytes: Buffer): StreamCodecs | undefined {
  const grid = findPacketGrid(bytes);
  if (grid === undefined) return undefined;
  let tableId: number | undefined;
  let section: Buffer | undefined;
  for (let at = grid.offset; at + 188 <= bytes.length; at += grid.sizeBytes) {
    const packet = bytes.subarray(at, at + 188);
    const payload = payloadOf(packet);
    if (payload === undefined) continue;
    const id = packet.readUInt16BE(1) & 0x1fff;
    const isStart = (packet.readUInt8(1) & 0x40) !== 0;
    if (id === 0 && isStart && tableId === undefined) tableId = readPmtId(sectionStart(payload));
    if (id !== tableId || tableId === undefined || id === 0) continue;
    if (isStart) section = sectionStart(payload);
    else if (section !== undefined && section.length < longestSection) {
      section = Buffer.concat([section, payload]);
    }
    const codecs = section === undefined ? undefined : readPmt(section);
    if (codecs !== undefined) return codecs;
  }
  return undefined;
}

/** Returns what a packet carries; `undefined` when it carries only its header. */
function payloadOf(packet: Buffer): Buffer | undefined {
  const control = packet.readUInt8(3) & 0x30;
  if (packet[0] !== 0x47 || control < 0x10 || control === 0x20) return undefined;
  return packet.subarray(control === 0x10 ? 4 : 5 + packet.readUInt8(4));
}

/** The first byte of a packet in which a section begins says how many bytes of an earlier section come before. */
const sectionStart = (payload: Buffer): Buffer => payload.subarray(1 + (payload[0] ?? 0));

const lengthOf = (section: Buffer): number => 3 + (section.readUInt16BE(1) & 0x0fff);

function readPmtId(section: Buffer): number | undefined {
  if (section.length < 12 || section[0] !== 0) return undefined;
  const end = Math.min(lengthOf(section) - 4, section.length - 3);
  for (let at = 8; at < end; at += 4) {
    // Programme 0 is not a programme: its entry names the network information.
    if (section.readUInt16BE(at) !== 0) return section.readUInt16BE(at + 2) & 0x1fff;
  }
  return undefined;
}

function readPmt(section: Buffer): StreamCodecs | undefined {
  if (section.length < 12 || section[0] !== 2 || section.length < lengthOf(section)) return undefined;
  const end = lengthOf(section) - 4;
  const codecs: { video: string | null; audio: string[] } = { video: null, audio: [] };
  for (let at = 12 + (section.readUInt16BE(10) & 0x0fff); at + 5 <= end;) {
    const next = at + 5 + (section.readUInt16BE(at + 3) & 0x0fff);
    const { kind, codec } = readTrack(section.readUInt8(at), section.subarray(at + 5, Math.min(next, end)));
    if (kind === 'video') codecs.video ??= codec;
    if (kind === 'audio' && codecs.audio.length < mostAudioTracks) codecs.audio.push(codec);
    at = next;
  }
  return codecs;
}

type Track = { kind: 'video' | 'audio'; codec: string } | { kind?: never; codec?: never };

function readTrack(type: number, descriptors: Buffer): Track {
  const [video, audio] = [videoTypes[type], audioTypes[type]];
  if (video !== undefined) return { kind: 'video', codec: video };
  if (audio !== undefined) return { kind: 'audio', codec: audio };
  return type === privateType ? readDescriptors(descriptors) : {};
}

function readDescriptors(bytes: Buffer): Track {
  for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.readUInt8(at + 1)) {
    const tag = bytes.readUInt8(at);
    const audio = audioDescriptors[tag];
    if (audio !== undefined) return { kind: 'audio', codec: audio };
    const named = tag === registrationTag ? registered[bytes.toString('latin1', at + 2, at + 6)] : undefined;
    if (named !== undefined) return { kind: named[0], codec: named[1] };
  }
  return {};
}
