/*
 * Media files and streams of content providers that grow by repetition, for the parsers of Matroska, MP4, MPEG-TS and
 * images. Each of them stays valid however long it is; see `Pattern`.
 */
import { crc32 } from 'node:zlib';
import type { Pattern } from '@butaca/testing';
import sharp from 'sharp';
import { box, cuePoint, ebml, image, number, packet, table, tables } from './parser-samples.ts';

/** The beginning of a Matroska element that does not state its size: it ends with the bytes. */
const openElement = (id: string): Buffer => Buffer.from(`${id}01ffffffffffffff`, 'hex');
const videoTrack = ebml('ae', number('d7', 1), number('83', 1));
const fileHead = [ebml('1a45dfa3', number('4286', 1)), openElement('18538067')];
const beforeCues = Buffer.concat([...fileHead, ebml('1654ae6b', videoTrack), openElement('1c53bb6b')]);
const seek = (id: string, position: number): Buffer =>
  ebml('4dbb', ebml('53ab', Buffer.from(id, 'hex')), number('53ac', position));
const tracks = ebml('1654ae6b', videoTrack);
/** An index inside of an element that means nothing, so that only a seek entry tells where it is. */
const hiddenCues = ebml('ec', ebml('1c53bb6b', cuePoint(0)));
const hiddenAt = tracks.length + 5;
const headLimit = '65,536 bytes of a file’s head';

export const matroskaPatterns: readonly Pattern[] = [
  { parts: [beforeCues, cuePoint(0), cuePoint(5_000)], limit: '200,000 keyframes' },
  { parts: [beforeCues, Buffer.from('ec80', 'hex'), cuePoint(5_000)], limit: '2,000,000 elements' },
  {
    parts: [
      Buffer.concat([beforeCues, openElement('bb')]),
      ebml('b7', number('f7', 2)),
      Buffer.concat([ebml('b7', number('f7', 1)), number('b3', 5_000)]),
    ],
  },
  {
    parts: [
      Buffer.concat([...fileHead, tracks, hiddenCues, openElement('114d9b74')]),
      seek('1549a966', 9),
      seek('1c53bb6b', hiddenAt),
    ],
    limit: headLimit,
  },
  {
    parts: [
      Buffer.concat([...fileHead, ebml('1c53bb6b', cuePoint(0)), openElement('1654ae6b')]),
      ebml('ae', number('83', 2)),
      videoTrack,
    ],
    limit: headLimit,
  },
];

const block = (...bytes: number[]): Buffer => ebml('a3', Buffer.from(bytes));
const cluster = ebml('1f43b675', number('e7', 5_000), block(0x81, 0, 0, 0x80));
const openCluster = openElement('1f43b675');
export const clusterPatterns: readonly Pattern[] = [
  {
    parts: [
      Buffer.concat([openCluster, number('e7', 5_000)]),
      block(0x81, 0, 0, 0x80),
      block(0x81, 0, 40, 0),
    ],
    limit: '20,000 elements',
  },
  { parts: [cluster, ebml('1f43b675'), ''], readLast: 'first', limit: '20,000 elements' },
  {
    parts: [cluster, Buffer.concat([openCluster, block(0x81, 0, 0, 0x80)]), ''],
    readLast: 'first',
    limit: '20,000 elements',
  },
  { parts: [cluster, 'a', ''], readLast: 'first' },
];

/** The beginning of an MP4 box whose size is greater than that of any file: it ends with the bytes. */
function openBox(type: string, ...numbers: number[]): Buffer {
  const head = table(type, ...numbers);
  head.writeUInt32BE(0x7fffffff);
  return numbers.length === 0 ? head.subarray(0, 8) : head;
}
const soundTrack = box('trak', box('mdia', table('hdlr', 0, 0x736f756e, 0, 0, 0, 0)));
const beforeTrack = openBox('moov');
const videoHead = Buffer.concat([
  openBox('mdia'),
  table('mdhd', 0, 0, 1_000, 60_000, 0),
  table('hdlr', 0, 0x76696465, 0, 0, 0, 0),
  openBox('minf'),
  openBox('stbl'),
]);
const beforeTables = Buffer.concat([beforeTrack, openBox('trak'), videoHead]);
const durations = table('stts', 1, 60, 1_000);
const keyframes = table('stss', 2, 1, 31);
const boxLimit = '200,000 boxes';
const keyframeLimit = '200,000 keyframes';
const numbersOf = (...numbers: number[]): Buffer => table('', ...numbers).subarray(12);
const beforeEdits = Buffer.concat([beforeTrack, openBox('trak')]);

export const mp4Patterns: readonly Pattern[] = [
  { parts: [Buffer.concat([beforeTables, durations]), box('free'), keyframes], limit: boxLimit },
  {
    parts: [beforeTrack, soundTrack, Buffer.concat([openBox('trak'), videoHead, durations, keyframes])],
    limit: boxLimit,
  },
  {
    parts: [Buffer.concat([beforeTables, durations, openBox('stss', 0)]), numbersOf(1), numbersOf(31)],
    finish: (file, times) => file.writeUInt32BE(times + 1, beforeTables.length + durations.length + 12),
    limit: keyframeLimit,
  },
  {
    parts: [Buffer.concat([beforeTables, openBox('stts', 0)]), numbersOf(1, 1), table('stss', 2, 1, 2 ** 31)],
    finish: (file, times) => writeRunTable(file, beforeTables.length, times),
  },
  {
    parts: [
      Buffer.concat([beforeTables, openBox('stts', 0)]),
      numbersOf(1, 1),
      openBox('stss', 0),
      numbersOf(2 ** 31),
      numbersOf(1),
    ],
    finish(file, times) {
      writeRunTable(file, beforeTables.length, times);
      file.writeUInt32BE(times + 1, beforeTables.length + 16 + 8 * times + 12);
    },
    limit: keyframeLimit,
  },
  {
    parts: [
      Buffer.concat([beforeEdits, openBox('edts'), openBox('elst', 0)]),
      numbersOf(1, 2 ** 32 - 1, 0x10000),
      Buffer.concat([numbersOf(1, 0, 0x10000), videoHead, durations, keyframes]),
    ],
    finish(file, times) {
      file.writeUInt32BE(8 + 16 + 12 * (times + 1), beforeEdits.length);
      file.writeUInt32BE(16 + 12 * (times + 1), beforeEdits.length + 8);
      file.writeUInt32BE(times + 1, beforeEdits.length + 8 + 12);
    },
  },
];

/** Writes the size and the number of the runs of an MP4 table that begins at byte `at`. */
function writeRunTable(file: Buffer, at: number, runs: number): void {
  file.writeUInt32BE(16 + 8 * runs, at);
  file.writeUInt32BE(runs, at + 12);
}

const entry = (type: string): string => `stsd${'\0'.repeat(12)}${type}`;
export const mp4CodecPatterns: readonly Pattern[] = [
  { parts: ['', 'stsd', entry('avc1')] },
  { parts: ['', entry('mp4a'), entry('avc1')] },
];

const [pat = Buffer.alloc(0), pmt = Buffer.alloc(0)] = tables;
/** A packet of the track 257. */
const mediaPacket = packet(257);
const continuing = (pid: number): Buffer =>
  Buffer.concat([Buffer.of(0x47, pid >> 8, pid & 0xff, 0x10), Buffer.alloc(184, 0xff)]);
/** The beginning of a long table that lists no tracks. */
const otherTable = packet(256, 3, 0xb3, 0xfd);

export const tsPatterns: readonly Pattern[] = [
  { parts: ['', mediaPacket, Buffer.concat(tables)] },
  { parts: [Buffer.concat([pat, otherTable]), continuing(256), pmt] },
  { parts: [pat, otherTable, pmt] },
  { parts: ['', packet(0, 0, 0xb0, 9, 0, 1, 0xc1, 0, 0), Buffer.concat(tables)] },
];

/** The tables of an advertisement, whose tracks have other packets: 258 and 259. */
export const adTables = Buffer.concat([
  packet(0, 0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe2, 0, 0, 0, 0, 0),
  packet(
    512,
    2,
    0xb0,
    23,
    0,
    1,
    0xc1,
    0,
    0,
    0xe1,
    2,
    0xf0,
    0,
    0x1b,
    0xe1,
    2,
    0xf0,
    0,
    0x0f,
    0xe1,
    3,
    0xf0,
    0,
    // The CRC-32 of the table.
    0x4e,
    0x3f,
    0xe8,
    0xbc,
  ),
]);
export const adPacket = packet(258);
const channel = Buffer.concat([...tables, mediaPacket]);
const lastAd = Buffer.concat([adTables, adPacket]);

export const trackPatterns: readonly Pattern[] = [
  { parts: [Buffer.concat([channel, adTables]), adPacket, adPacket] },
  { parts: [channel, Buffer.concat([adTables, adPacket, ...tables, mediaPacket]), lastAd] },
  { parts: [channel, mediaPacket, lastAd] },
  { parts: [Buffer.concat([channel, otherTable]), continuing(256), lastAd] },
];

function pngChunk(type: string, data: string): Buffer {
  const named = Buffer.from(type + data, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, named, sum]);
}
/** The signature of a PNG image and its first chunk. */
const pngHeadBytes = 33;
const jpeg = await sharp(image).jpeg().toBuffer();

export const imagePatterns: readonly Pattern[] = [
  {
    parts: [image.subarray(0, pngHeadBytes), pngChunk('tEXt', 'a\0b'), image.subarray(pngHeadBytes)],
  },
  { parts: [jpeg.subarray(0, 2), Buffer.of(0xff, 0xfe, 0, 3, 0x61), jpeg.subarray(2)] },
  {
    parts: [
      Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
      Buffer.of(0x21, 0xfe, 1, 0x61, 0),
      Buffer.from('2c00000000010001000002024401003b', 'hex'),
    ],
  },
];
