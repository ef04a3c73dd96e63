// @vitest-environment jsdom
/*
 * The player's parsers of bytes that come from content providers: the joining of MPEG-TS connections, and subtitle
 * files. Their longer fuzz test is `npm run prove -- fuzz-parsers --minutes N`.
 */
import { loadParsers } from '@butaca/player';
import {
  findExcesses,
  fuzzSeconds,
  replayCorpus,
  tryChangedSamples,
  type FuzzedParser,
} from '@butaca/testing';
import { describe, expect, it } from 'vitest';

const { createTsSplicer, createTrackFinder, readSubtitleFile } = await loadParsers();

const packetBytes = 188;
/** Makes one packet of MPEG-TS: the beginning of a frame with its time when `streamId` is given, or a part of it. */
function packet(pid: number, streamId?: number): number[] {
  const head = [0x47, (streamId === undefined ? 0 : 0x40) | (pid >> 8), pid & 0xff, 0x30, 1, 0x40];
  const frame = streamId === undefined ? [] : [0, 0, 1, streamId, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1];
  const filled = [...head, ...frame];
  return [...filled, ...Array.from({ length: packetBytes - filled.length }, () => 0xff)];
}
const [video, audio, rest] = [packet(256, 0xe0), packet(257, 0xc0), packet(256)];
const channel = [packet(0), video, rest, audio, video, audio].flat();
/** Makes one packet of MPEG-TS with the beginning of a table. */
const table = (pid: number, ...section: number[]): number[] => {
  const filled = [0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, 0, ...section];
  return [...filled, ...Array.from({ length: packetBytes - filled.length }, () => 0xff)];
};
const tables = [
  ...table(0, 0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0, 0, 0, 0, 0),
  ...table(
    256,
    2,
    0xb0,
    18,
    0,
    1,
    0xc1,
    0,
    0,
    0xe1,
    1,
    0xf0,
    0,
    0x1b,
    0xe1,
    1,
    0xf0,
    0,
    0x4f,
    0xc4,
    0x3d,
    0x1b,
  ),
];
const text = (bytes: readonly number[]): string => String.fromCharCode(...bytes);
const subtitles = `1
00:00:01,000 --> 00:00:04,000
{\\an8}Hola, <i>mundo</i> & <font color="red">amigos</font>

2
00:00:05,000 --> 00:00:06,5
Adiós
`;

const lastCue = '00:00:09,000 --> 00:00:10,000\nAdiós\n';

const encode = (words: string): Uint8Array => new TextEncoder().encode(words);

const parsers: readonly FuzzedParser[] = [
  {
    name: 'channels (MPEG-TS)',
    largestBytes: 2_000_000,
    patterns: [
      { parts: [text(channel), text(video) + text(rest) + text(audio), text(channel)] },
      { parts: [text(channel), text(rest), text(channel)] },
      { parts: [text(channel), text(audio), text(channel)] },
      { parts: [text(channel), text(tables), text(channel)] },
      { parts: [text(channel), 'a', text(channel)] },
    ],
    samples: [Uint8Array.from(channel)],
    tokens: [
      'G',
      text(video),
      text(audio),
      text(packet(257)),
      text([...rest, ...rest, ...rest, 0]),
      '\u0000\u0000\u0001\u00e0',
    ],
    async parse(bytes: Uint8Array) {
      const splicer = createTsSplicer();
      let length = 0;
      for (let offset = 0; offset < bytes.length; offset += 4_096) {
        length += splicer.push(Uint8Array.from(bytes.subarray(offset, offset + 4_096))).length;
        if (offset % 65_536 === 61_440) splicer.cut();
      }
      return length;
    },
    refusals: [],
  },
  {
    name: 'the tables of channels (MPEG-TS)',
    // All that is searched for the tables, in pieces as small as a server can send them.
    largestBytes: 300_000,
    patterns: [text(packet(257)), text(packet(0)), 'a'].map((unit) => ({
      // The tables of a long stream are found when a number of packets have come behind them.
      parts: ['', unit, text(tables) + text(packet(257)).repeat(30)],
    })),
    samples: [Uint8Array.from(channel), Uint8Array.from(tables)],
    tokens: [
      'G',
      text(tables.slice(0, packetBytes)),
      text(tables.slice(packetBytes)),
      text(packet(0)),
      'G@\u0000\u0010',
    ],
    async parse(bytes: Uint8Array) {
      let answers = 0;
      const find = createTrackFinder(() => (answers += 1));
      for (let offset = 0; offset < bytes.length; offset += 1) find(bytes.subarray(offset, offset + 1));
      return answers + 1;
    },
    refusals: [],
  },
  {
    name: 'subtitle files',
    largestBytes: 2 * 1_024 * 1_024,
    patterns: [
      { parts: ['', '1\n00:00:01,000 --> 00:00:02,000\n<i>Hola</i> &\n\n', lastCue] },
      { parts: ['00:00:01,000 --> 00:00:02,000\n', 'Hola\n', `\n${lastCue}`] },
      { parts: ['00:00:01,000 --> 00:00:02,000\n', '<', `a\n\n${lastCue}`] },
      { parts: ['00:00:01,000 --> 00:00:02,000\n', '<a', `>b\n\n${lastCue}`] },
      { parts: ['00:00:01,000 --> 00:00:02,000\n', '{\\', `a\n\n${lastCue}`] },
      { parts: ['00:00:01,000 --> 00:00:02,000\n', '1\n', `a\n\n${lastCue}`] },
      { parts: ['', '\n', lastCue] },
      { parts: ['', 'sin tiempo\r', lastCue] },
      { parts: ['WEBVTT\n\n', 'sin tiempo\n', '00:01.000 --> 00:02.000\nHola\n'] },
      { parts: ['WEBVTT\n\n', '00', ':00:01.000 --> 00:02.000\nHola\n'] },
    ],
    samples: [encode(subtitles), encode('WEBVTT\n\n00:01.000 --> 00:02.000\nHola\n')],
    tokens: [
      '\n\n',
      '00:00:01,000 --> 00:00:02,000\n',
      '{\\',
      '}',
      '<',
      '<a',
      '>',
      '&',
      '-->',
      '1\n',
      'WEBVTT\n',
    ],
    parse: async (bytes: Uint8Array) => readSubtitleFile(bytes)?.length ?? 0,
    refusals: [],
  },
];

const corpusDir = decodeURIComponent(new URL('corpus', import.meta.url).pathname);
const seconds = fuzzSeconds(parsers.length);

describe.each(parsers.map((parser) => [parser.name, parser] as const))(
  'the parser of %s',
  { timeout: 60_000 + seconds * 2_000 },
  (_name, parser) => {
    it('reads its samples', async () => {
      for (const sample of parser.samples) expect(await parser.parse(sample)).toBeGreaterThan(0);
    });

    it('survives the inputs of its corpus of earlier failures', async () => {
      expect(await replayCorpus(parser, { corpusDir, seconds })).toEqual([]);
    });

    it('needs at most 2.5 times the work for twice the bytes, and limited memory', async () => {
      expect(await findExcesses(parser, { isQuick: seconds === 0 })).toEqual([]);
    });

    it('refuses changed samples only with its own errors, and its output stays in proportion', async () => {
      await expect(tryChangedSamples(parser, { corpusDir, seconds })).resolves.toBeUndefined();
    });
  },
);
