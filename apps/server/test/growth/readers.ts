/**
 * The readers of text that strangers and providers choose, each with documents that grow by repetition. Those of the
 * fuzz test are among them; here are those that read the same texts for another purpose, and the log.
 */
import { Readable } from 'node:stream';
import { hashAddress } from '@butaca/m3u';
import {
  createNeighbourFinder,
  readBehindFront,
  readChannelPrefix,
  readGroup,
  readName,
  readNumberedName,
  saysAdults,
  type Compared,
} from '@butaca/titles';
import type { FuzzedParser } from '@butaca/testing';
import { ItemsUnreadableError, readCategories, readChapters, readFilm, splitItems } from '@butaca/xtream';
import {
  nameOfFolder,
  nameOfGroup,
  nameOfImage,
} from '../../src/features/catalogue/film-merge/series-evidence.ts';
import {
  createMasterPlaylists,
  pickRendition,
} from '../../src/features/streaming/gateway/failover/master-playlists.ts';
import { readTargetMs } from '../../src/features/streaming/gateway/playlists/standstill.ts';
import { readLiveList } from '../../src/features/streaming/gateway/playlists/stitch.ts';
import { createLog, redactText } from '../../src/platform/log.ts';
import { channelTitleKey } from '../../src/shared/channel/channel-name.ts';
import { fuzzedParsers } from '../fuzz/parsers.ts';

const address = 'http://proveedor.example/vivo/1.m3u8';
const kibibyte = 1_024;

/** The parsers of the fuzz test that read text; the others read bytes, which the meter does not see. */
const parsersOfText = fuzzedParsers.filter(({ name }) => !/Matroska|MP4|MPEG-TS|images|ICY/.test(name));

interface TextReader {
  name: string;
  largestBytes: number;
  tokens: string[];
  patterns: FuzzedParser['patterns'];
  /** Returns the size of what is made of the text. */
  read(text: string): number | Promise<number>;
  refusals?: FuzzedParser['refusals'];
}

const textReaders: readonly TextReader[] = [
  {
    name: 'addresses and messages in the log',
    largestBytes: 32 * kibibyte,
    tokens: ['F+', 'http://', 'file:', '/api/stream/', 'a', ':', '/', ' '],
    patterns: [
      { parts: ['/api/', 'F+', ''] },
      { parts: ['', 'http://proveedor.example/x ', ''] },
      { parts: ['', '/api/stream/', ''] },
      { parts: ['', 'at file:///app/server.js:1:2\n', ''] },
    ],
    read: (text) => redactText(text).length,
  },
  {
    name: 'requests and errors in the log',
    largestBytes: 32 * kibibyte,
    tokens: ['F+', 'http://', '/api/stream/'],
    patterns: [{ parts: ['/api/', 'F+', ''] }],
    read(text) {
      let length = 0;
      const log = createLog('info', { write: (line) => void (length += line.length) });
      log.info({ req: { method: 'GET', url: text }, err: new Error(text) }, 'x');
      return length;
    },
  },
  {
    name: 'master playlists',
    largestBytes: 32 * kibibyte,
    tokens: ['TYPE=AUDIO,', '#EXT-X-MEDIA:', 'URI="', '"', '\n', '#EXT-X-STREAM-INF\n'],
    patterns: [
      { parts: ['#EXTM3U\n#EXT-X-MEDIA:', 'TYPE=AUDIO,', '\n#EXT-X-STREAM-INF\na.m3u8\n'] },
      { parts: ['#EXTM3U\n', '#EXT-X-MEDIA:TYPE=AUDIO\n', '#EXT-X-STREAM-INF\na.m3u8\n'] },
      { parts: ['#EXTM3U\n', '#EXT-X-STREAM-INF\na.m3u8\n', ''] },
    ],
    read(text) {
      createMasterPlaylists().note('channel:1', { text, address }, address);
      return pickRendition({ text, address })?.length ?? 0;
    },
  },
  {
    name: 'live playlists that are joined',
    largestBytes: 32 * kibibyte,
    tokens: ['#EXTINF:4,\n', 'a.ts\n', '#EXT-X-KEY:', 'URI="', '"', '#EXT-X-MEDIA-SEQUENCE:', '\n'],
    patterns: [
      { parts: ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n', '#EXTINF:4,\na.ts\n', '#EXTINF:4,\nz.ts\n'] },
      { parts: ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n', '# x\n', '#EXTINF:4,\nz.ts\n'] },
    ],
    read: (text) => (readLiveList(text, address)?.segments.length ?? 0) + readTargetMs(text),
  },
  {
    // An import cuts groups to 500 characters and refuses addresses of more than 8 KiB.
    name: 'groups, names and addresses of entries',
    largestBytes: 8 * kibibyte,
    tokens: ['[', ']', '(1080p)', ' ', '|', 't 1', '/', '?', '#', '&', '=', 'm3u8', '.'],
    patterns: [
      { parts: ['Cine', ' [', 'Serie S01E02'] },
      { parts: ['Serie', ' | ', 'Temporada 2'] },
      { parts: ['http://p.example/a?', 'a&', 'b=m3u8'] },
      { parts: ['http://p.example', '/', 'a.png'] },
    ],
    read: (text) =>
      [
        channelTitleKey(text),
        nameOfGroup(text),
        nameOfImage(text),
        nameOfFolder(text),
        hashAddress(text),
        JSON.stringify(readGroup(text)),
      ].join('').length,
  },
  {
    // An import cuts names to 500 characters; ten times as many still grow linearly.
    name: 'names of entries',
    largestBytes: 5 * kibibyte,
    tokens: [
      '[',
      '[]',
      '(2019) ',
      'HD ',
      'LAT ',
      'Dual ',
      'S01E01 ',
      '1 ',
      '- 05 ',
      'Cap ',
      'A.',
      '_',
      '🇲🇽',
      'Ã±',
      '| ',
    ],
    patterns: [
      { parts: ['Nombre', ' (2019)', ' [LAT]'] },
      { parts: ['[Grupo] Nombre', ' - 05', ' [1080p]'] },
      { parts: ['ES - ', 'Dual ', 'S01E02 HD'] },
      { parts: ['', 'ES | ', 'Nombre 1x02'] },
    ],
    read: (text) =>
      JSON.stringify([
        readName(text),
        readName(text, { mayHaveChapter: true }),
        readNumberedName(text),
        readBehindFront(text),
        readChannelPrefix(text),
        saysAdults(text, 'name'),
      ]).length,
  },
  {
    name: 'names of a list, each with its neighbours',
    largestBytes: 16 * kibibyte,
    tokens: ['Marimar 1', '1. ', '2017 - ', ' 2022', '\n', ' '],
    patterns: [{ parts: ['', 'Marimar 1\n', ''] }, { parts: ['', '1. Tesis\nRubí 2\n', ''] }],
    read(text) {
      const finder = createNeighbourFinder<string>();
      const left: Compared<string>[] = [];
      const group = { group: '', content: undefined, seriesInGroup: 'none', isAtFilm: false } as const;
      for (const name of text.split('\n')) finder.add(name, { ...group, name }, left);
      finder.end(left);
      return left.length;
    },
  },
  {
    name: 'answers of Xtream servers',
    largestBytes: 32 * kibibyte,
    tokens: ['{"name":"', '"', '[', '{', '\\', ',', ' '],
    patterns: [
      {
        parts: [
          '[',
          '{"stream_id":1,"name":"El Padrino (1972)","category_id":"1"},',
          '{"stream_id":2,"name":"Z"}]',
        ],
      },
      { parts: ['[{"stream_id":1,"name":"', 'a [b] ', '"}]'] },
    ],
    async read(text) {
      let length = 0;
      for await (const items of splitItems(Readable.from([Buffer.from(text)]))) {
        const categories = readCategories(items);
        const films = items.map((item) => readFilm(item, categories));
        length += JSON.stringify(films).length;
      }
      return length;
    },
    refusals: [ItemsUnreadableError],
  },
  {
    name: 'chapters of Xtream servers',
    largestBytes: 32 * kibibyte,
    tokens: [],
    patterns: [
      {
        parts: [
          '{"episodes":{"1":[',
          '{"id":"1","episode_num":1,"title":"Serie S01E01"},',
          '{"id":"2","episode_num":2}]}}',
        ],
      },
    ],
    read: (text) => JSON.stringify(readChapters(JSON.parse(text))).length,
  },
];

export const readersOfText: readonly FuzzedParser[] = [
  ...parsersOfText,
  ...textReaders.map(({ read, refusals = [], ...reader }) => ({
    ...reader,
    refusals,
    samples: [],
    parse: async (bytes: Buffer) => read(bytes.toString('latin1')),
  })),
];
