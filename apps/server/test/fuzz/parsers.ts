/**
 * The server's parsers of bytes that come from content providers, each with sample inputs from which a fuzz test makes
 * others, and with the error classes that the parser may throw.
 */
import { PassThrough, Readable } from 'node:stream';
import { readList } from '@butaca/m3u';
import { readName } from '@butaca/titles';
import type { FuzzedParser } from '@butaca/testing';
import { packetBytes } from '@butaca/ts';
import { readKeyframeIndex } from '../../src/features/streaming/conversions/keyframes/keyframe-index.ts';
import { readMp4Codecs } from '../../src/features/streaming/conversions/first-look/mp4-codecs.ts';
import { readPlaylistHint } from '../../src/features/streaming/conversions/first-look/playlist-codecs.ts';
import { readTsCodecs } from '../../src/features/streaming/conversions/first-look/ts-codecs.ts';
import {
  readCuesLength,
  readMatroskaHead,
} from '../../src/features/streaming/conversions/keyframes/matroska-cues.ts';
import {
  readLastMoment,
  readTimestampScale,
} from '../../src/features/streaming/conversions/keyframes/matroska-end.ts';
import { cutSubtitles } from '../../src/features/streaming/conversions/segments/subtitle-segments.ts';
import { parseXml, XmlRefusedError } from '../../src/features/streaming/gateway/manifests/manifest-xml.ts';
import { rewriteManifest } from '../../src/features/streaming/gateway/manifests/manifest.ts';
import { createTrackKeeper } from '../../src/features/streaming/gateway/delivery/track-keeper.ts';
import { keepLiveWindow } from '../../src/features/streaming/gateway/playlists/live-window.ts';
import {
  PlaylistRefusedError,
  rewritePlaylist,
} from '../../src/features/streaming/gateway/playlists/playlist.ts';
import { mendAnswerHead } from '../../src/features/streaming/gateway/upstream/answer-heads.ts';
import { createCookieJar } from '../../src/features/streaming/gateway/upstream/cookie-jar.ts';
import { convertImage, ImageRefusedError } from '../../src/features/streaming/images/convert-image.ts';
import { guideParser } from './guide-parser.ts';
import {
  adPacket,
  adTables,
  clusterPatterns,
  imagePatterns,
  matroskaPatterns,
  mp4CodecPatterns,
  mp4Patterns,
  trackPatterns,
  tsPatterns,
} from './media-patterns.ts';
import {
  hls,
  master,
  dash,
  list,
  namedLines,
  bouquet,
  pls,
  xspf,
  wiseplay,
  subtitles,
  matroska,
  clusters,
  moov,
  tables,
  image,
} from './parser-samples.ts';
import {
  cookiePatterns,
  hintPatterns,
  icyPatterns,
  listPatterns,
  namedLinesPatterns,
  bouquetPatterns,
  plsPatterns,
  xspfPatterns,
  wiseplayPatterns,
  livePatterns,
  manifestPatterns,
  playlistPatterns,
  subtitlePatterns,
  titlePatterns,
  xmlPatterns,
} from './text-patterns.ts';
import { transportStreamParser } from './transport-stream-parser.ts';

const mebibyte = 1_024 * 1_024;
const playlistBytes = 2 * mebibyte;
const address = 'http://proveedor.example/vivo/1.m3u8';
/** The bytes of a Matroska file's beginning that are fetched for its head. */
const matroskaHeadBytes = 65_536;
const never = new AbortController().signal;
const childPath = (): string => '/api/stream/x';

/** Reads a list of any form. @returns the size of what is made of it, 0 for a list without entries */
async function readEntries(bytes: Buffer): Promise<number> {
  let [length, entries] = [0, 0];
  for await (const items of readList(Readable.from([bytes]))) {
    length += JSON.stringify(items).length;
    entries += items.filter(({ type }) => type === 'entry').length;
  }
  return entries === 0 ? 0 : length;
}

export const fuzzedParsers: readonly FuzzedParser[] = [
  {
    name: 'lists (M3U)',
    // A list is read line by line; one of 64 KiB is the longest.
    largestBytes: 800_000,
    patterns: listPatterns,
    samples: [Buffer.from(list), Buffer.from(`\uFEFF${list}`, 'utf16le')],
    tokens: [
      '#EXTINF:',
      '#EXTGRP:',
      '#EXTM3U',
      '"',
      ',',
      '|',
      '\n',
      '\r',
      ' tvg-name="',
      'http://',
      '\u0000',
    ],
    parse: readEntries,
    refusals: [],
  },
  {
    name: 'lists (TXT)',
    largestBytes: 800_000,
    patterns: namedLinesPatterns,
    samples: [Buffer.from(namedLines)],
    tokens: [',#genre#\n', ',', 'http://', '#http://', '\n', '//', '|', ' ', '://'],
    parse: readEntries,
    refusals: [],
  },
  {
    name: 'lists (Enigma2)',
    largestBytes: 800_000,
    patterns: bouquetPatterns,
    samples: [Buffer.from(bouquet)],
    tokens: ['#SERVICE ', '#NAME ', '#DESCRIPTION ', ':', '%3a', '64', 'http://', '#', '\n', '%', '0:'],
    parse: readEntries,
    refusals: [],
  },
  {
    name: 'lists (PLS)',
    largestBytes: 800_000,
    patterns: plsPatterns,
    samples: [Buffer.from(pls)],
    tokens: ['File1=', 'Title2=', 'Length', '=', '\n', 'http://', '9', '[playlist]'],
    parse: readEntries,
    refusals: [],
  },
  {
    name: 'lists (XSPF)',
    // One of 1 MiB without markup is the longest part that is read at once.
    largestBytes: 2 * mebibyte,
    patterns: xspfPatterns,
    samples: [Buffer.from(xspf)],
    tokens: [
      '<track>',
      '</track>',
      '<location>',
      '&',
      '&amp;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<!DOCTYPE',
      '"',
      ' a="b"',
    ],
    parse: readEntries,
    refusals: [],
  },
  {
    name: 'lists (Wiseplay)',
    largestBytes: 800_000,
    patterns: wiseplayPatterns,
    samples: [Buffer.from(wiseplay)],
    tokens: ['{', '}', '[', ']', '"', '\\', ',', ':', '"groups":[', '"stations":[', '"name":"a"', '1', ' '],
    parse: readEntries,
    refusals: [],
  },
  guideParser,
  {
    name: 'titles',
    largestBytes: 500,
    patterns: titlePatterns,
    samples: [
      Buffer.from('El Padrino (1972) [1080p] S01E02 - Parte II LATINO'),
      Buffer.from('ES| Cine: 4K 2024'),
    ],
    tokens: ['(', ')', '[', ']', ' - ', ' S01', 'E02', '1080p', ' ', '2024', '|', ':', 'Temporada 1', 'x'],
    parse: async (bytes) => JSON.stringify(readName(bytes.toString('utf8').slice(0, 500))).length,
    refusals: [],
  },
  {
    name: 'playlists (HLS)',
    largestBytes: playlistBytes,
    patterns: playlistPatterns,
    samples: [Buffer.from(hls), Buffer.from(master)],
    tokens: ['#EXT-X-', 'URI="', '"', ',', '=', '{$a}', '\n', '#EXTINF:', '@', 'http://', 'BYTERANGE'],
    parse: async (bytes) =>
      (await rewritePlaylist(bytes.toString('utf8'), { address, isTrial: false, childPath }, never)).text
        .length,
    refusals: [PlaylistRefusedError],
  },
  {
    name: 'manifests (DASH)',
    largestBytes: playlistBytes,
    patterns: manifestPatterns,
    samples: [Buffer.from(dash)],
    tokens: [
      '<Representation id="',
      '/>',
      '$Number$',
      '$Time$',
      '<S d="',
      ' r="-1"',
      '<BaseURL>',
      '&#',
      ']]>',
      '"',
    ],
    async parse(bytes) {
      let length = 0;
      for (const isTrial of [true, false]) {
        const context = { address, isTrial, now: new Date(0), childPath };
        length += (await rewriteManifest(bytes.toString('utf8'), context, never)).text.length;
      }
      return length;
    },
    refusals: [PlaylistRefusedError],
  },
  {
    name: 'XML',
    largestBytes: playlistBytes,
    patterns: xmlPatterns,
    samples: [Buffer.from(dash)],
    tokens: [
      '<',
      '>',
      '/',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE a [<!ENTITY b "',
      '&b;',
      '<a b="',
      '"',
    ],
    parse: async (bytes) => JSON.stringify(await parseXml(bytes.toString('utf8'), never)).length,
    refusals: [XmlRefusedError],
  },
  {
    name: 'Matroska',
    largestBytes: 8 * mebibyte,
    patterns: matroskaPatterns,
    samples: [matroska],
    tokens: ['\u001cS»k', '»\u0088', '³\u0081', '·\u0084', '÷\u0081', '\u0001ÿÿÿÿÿÿÿ', '\u001a'],
    async parse(bytes) {
      const head = readMatroskaHead(bytes.subarray(0, matroskaHeadBytes));
      if (head === undefined) return 0;
      const cues = Uint8Array.from(bytes.subarray(head.cuesByte));
      void readCuesLength(cues);
      return readKeyframeIndex({ container: 'matroska', bytes: cues, head })?.length ?? 0;
    },
    refusals: [],
  },
  {
    name: 'the end of Matroska',
    largestBytes: 8 * mebibyte,
    patterns: clusterPatterns,
    samples: [clusters],
    tokens: ['\u001fC¶u', 'ç\u0081', '£\u0084', '\u00a0', '¡\u0084', '\u0001ÿÿÿÿÿÿÿ', '\u001a'],
    parse: async (bytes) => readLastMoment(bytes, readTimestampScale(bytes)) ?? 0,
    refusals: [],
  },
  {
    name: 'MP4',
    largestBytes: 24 * mebibyte,
    patterns: mp4Patterns,
    samples: [moov],
    tokens: [
      '\u0000\u0000\u0000\u0008trak',
      'mdia',
      'stts',
      'stss',
      'ctts',
      'edts',
      '\u0000\u0000\u0000\u0001',
      'ÿÿÿÿ',
    ],
    parse: async (bytes) =>
      readKeyframeIndex({ container: 'mp4', bytes: Uint8Array.from(bytes) })?.length ?? 0,
    refusals: [],
  },
  {
    name: 'codecs in playlists (HLS)',
    largestBytes: 512 * 1_024,
    patterns: hintPatterns,
    samples: [Buffer.from(hls.replace('{$a}', '').replace('#EXT-X-ENDLIST', '')), Buffer.from(master)],
    tokens: [
      '#EXT-X-STREAM-INF:',
      'CODECS="',
      'avc1.4d401f,',
      '"',
      '\n',
      '#EXT-X-KEY:',
      'METHOD=NONE',
      '#EXT-X-MAP:URI="',
      'a.ts',
      'http://',
    ],
    parse: async (bytes) => JSON.stringify(readPlaylistHint(bytes.toString(), address)).length,
    refusals: [],
  },
  {
    name: 'live playlists (HLS)',
    largestBytes: playlistBytes,
    patterns: livePatterns,
    samples: [Buffer.from(hls.replace('#EXT-X-ENDLIST', '')), Buffer.from('#EXTM3U\n#EXTINF:4,\na.ts\n')],
    tokens: [
      '#EXTINF:4,\na.ts\n',
      'a\n',
      '\n',
      '#EXT-X-KEY:',
      'KEYFORMAT="',
      '"',
      '#EXT-X-BYTERANGE:1@',
      '#EXT-X-PROGRAM-DATE-TIME:',
      '#EXT-X-DISCONTINUITY\n',
      '#EXT-X-MEDIA-SEQUENCE:',
      '#',
      ' \t',
      '\r',
    ],
    parse: async (bytes) => keepLiveWindow(bytes.toString()).length,
    refusals: [],
  },
  transportStreamParser,
  {
    name: 'codecs in MPEG-TS',
    largestBytes: 2 * mebibyte,
    patterns: tsPatterns,
    samples: [Buffer.concat([...tables, ...tables])],
    tokens: [...tables.map((table) => table.toString('latin1')), 'G', 'G\u0041\u0000\u0010', '\u0002\u00b0'],
    parse: async (bytes) => JSON.stringify(readTsCodecs(bytes) ?? '').length,
    refusals: [],
  },
  {
    name: 'tracks of MPEG-TS',
    // A channel is read piece by piece.
    largestBytes: 2 * mebibyte,
    patterns: trackPatterns,
    samples: [Buffer.concat([...tables, adTables, adPacket])],
    tokens: [...tables, adTables, adPacket].map((packets) => packets.toString('latin1')),
    /** Counts the packets that the keeper changes. */
    async parse(bytes) {
      const keeper = createTrackKeeper();
      const passed: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += 1_000) {
        passed.push(keeper.pass(Buffer.from(bytes.subarray(at, at + 1_000))));
      }
      const after = Buffer.concat([...passed, keeper.rest()]);
      let changed = 0;
      for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
        if (after.compare(bytes, at, at + packetBytes, at, at + packetBytes) !== 0) changed += 1;
      }
      return changed;
    },
    refusals: [],
  },
  {
    name: 'codecs in MP4',
    largestBytes: 2 * mebibyte,
    patterns: mp4CodecPatterns,
    samples: [Buffer.from('\0\0\0\x40stsd\0\0\0\0\0\0\0\x01\0\0\0\x30avc1', 'latin1')],
    tokens: ['stsd', 's', 'stsdstsd\u0000\u0000\u0000\u0000mp4a'],
    parse: async (bytes) => JSON.stringify(readMp4Codecs(bytes) ?? '').length,
    refusals: [],
  },
  {
    name: 'subtitles (WebVTT)',
    largestBytes: 2 * mebibyte,
    patterns: subtitlePatterns,
    samples: [Buffer.from(subtitles)],
    tokens: ['\n\n', ' --> ', '00:00:01.000', '-->', '\r', 'WEBVTT', 'NOTE'],
    parse: async (bytes) => cutSubtitles(bytes.toString('utf8'), 0, 1e9).length,
    refusals: [],
  },
  {
    name: 'images',
    largestBytes: 8 * mebibyte,
    patterns: imagePatterns,
    samples: [image],
    tokens: [
      'IHDR',
      'IDAT',
      'IEND',
      'RIFF',
      'WEBP',
      '\u0089PNG',
      'GIF89a',
      '<svg xmlns="',
      '\u00ff\u00d8\u00ff',
    ],
    parse: async (bytes) => (await convertImage(bytes, 160)).length,
    refusals: [ImageRefusedError],
  },
  {
    name: 'cookies of servers',
    // One answer has 16 KiB at most, but a jar gets any number of answers.
    largestBytes: 64 * 1_024,
    patterns: cookiePatterns,
    samples: [
      Buffer.from('a=b; Path=/vivo; Domain=proveedor.example; Max-Age=60\nsid="x y"; HttpOnly; Secure'),
      Buffer.from('a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; SameSite=None'),
    ],
    tokens: [
      '=',
      ';',
      '; ',
      '\n',
      'Expires=',
      'Wed, 21 Oct 2099',
      '07:28:00',
      'Domain=.',
      'Path=/',
      '"',
      ' \t',
      '%',
    ],
    async parse(bytes) {
      const jar = createCookieJar();
      for (const answer of bytes.toString('latin1').split('\n\n')) jar.keep(answer.split('\n'), address);
      return jar.cookiesFor(address).length;
    },
    refusals: [],
  },
  {
    name: 'heads of answers (ICY, LF)',
    largestBytes: 64 * 1_024,
    patterns: icyPatterns,
    samples: [Buffer.from('ICY 200 OK\r\nicy-name:Radio\r\n\r\n\u00ff\u00fb', 'latin1')],
    tokens: ['ICY ', 'ICY', 'I', 'HTTP/1.0 ', '\r\n', '\n', 'icy-metaint:1\r\n', 'content-length : 1\n'],
    async parse(bytes) {
      const connection = new PassThrough({ highWaterMark: 2 ** 30 });
      mendAnswerHead(connection);
      for (let offset = 0; offset < bytes.length; offset += 3)
        connection.push(bytes.subarray(offset, offset + 3));
      connection.push(null);
      let length = 0;
      for await (const piece of connection) length += (piece as Buffer).length;
      return length;
    },
    refusals: [],
  },
];
