/*
 * Text documents of content providers that grow by repetition, for the parsers of lists, playlists, manifests, subtitles
 * and headers. Each of them stays valid however long it is; see `Pattern`.
 */
import type { Pattern } from '@butaca/testing';

const lastEntry = '#EXTINF:0,Z\nhttp://p.example/z.ts\n';
export const listPatterns: readonly Pattern[] = [
  {
    parts: [
      '#EXTM3U\n',
      '#EXTINF:-1 tvg-id="a" group-title="Cine;Serie",Canal\n#EXTVLCOPT:http-user-agent=VLC\nhttp://p.example/1.ts|Referer=http://p.example\n',
      lastEntry,
    ],
  },
  { parts: ['#EXTM3U\n', '#EXTINF:-1,Sin dirección\n', lastEntry] },
  { parts: ['#EXTM3U\n', 'no es una dirección\n', lastEntry] },
  { parts: ['#EXTM3U\n', '\n', lastEntry] },
  { parts: ['#EXTM3U\n#EXTINF:0,A\n', '#EXTGRP:Cine\n', `http://p.example/a.ts\n${lastEntry}`] },
  {
    parts: ['#EXTM3U\n#EXTINF:-1', ' a="b"', ',A\nhttp://p.example/a.ts\n'],
    limit: '65,536 bytes in a line',
  },
  {
    parts: ['#EXTM3U\n#EXTINF:-1 group-title="', 'a;', '",A\nhttp://p.example/a.ts\n'],
    limit: '65,536 bytes in a line',
  },
  { parts: ['#EXTM3U\n#EXTINF:-1,', '-, "', '\nhttp://p.example/a.ts\n'], limit: '65,536 bytes in a line' },
  {
    parts: ['#EXTM3U\n#EXTINF:-1,A\nhttp://p.example/a.ts|', 'Referer=a&', 'User-Agent=zz\n'],
    limit: '8,192 characters in an address',
  },
];

const listLineLimit = '65,536 bytes in a line';
export const namedLinesPatterns: readonly Pattern[] = [
  { parts: ['Cine,#genre#\n', 'Uno,http://p.example/1.ts\n', 'Z,http://p.example/z.ts\n'] },
  { parts: ['Cine,#genre#\n', 'Serie,#genre#\n', 'Z,http://p.example/z.ts\n'] },
  { parts: ['Cine,#genre#\n', 'no es una dirección\n', 'Z,http://p.example/z.ts\n'] },
  {
    parts: ['A,http://p.example/a.ts', '#http://p.example/b.ts', '#http://p.example/zz.ts\n'],
    limit: listLineLimit,
  },
  { parts: ['A', ',', 'http://p.example/z.ts\n'], limit: listLineLimit },
];

const lastService = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example/z.ts:Z\n';
export const bouquetPatterns: readonly Pattern[] = [
  { parts: ['#NAME Cine\n', '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example/1:Uno\n', lastService] },
  { parts: ['#NAME Cine\n', '#SERVICE 1:0:1:1:1:1:0:0:0:0:\n#DESCRIPTION La 1\n', lastService] },
  { parts: ['#NAME Cine\n', '#SERVICE 1:64:0:0:0:0:0:0:0:0::-- Cine --\n', lastService] },
  {
    parts: ['#NAME Cine\n#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example/', '%3a', ':A\n'],
    limit: '8,192 characters in an address',
  },
];

export const plsPatterns: readonly Pattern[] = [
  { parts: ['[playlist]\n', 'File1=http://p.example/1.ts\n', 'File2=http://p.example/z.ts\n'] },
  {
    parts: [
      '[playlist]\n',
      'File1=http://p.example/1.ts\nTitle1=Uno\nLength1=-1\n',
      'File2=http://p.example/z.ts\n',
    ],
  },
  { parts: ['[playlist]\n', 'Title1=Uno\n', 'File2=http://p.example/z.ts\n'] },
];

const xspfEnd = '<track><location>http://p.example/z.ts</location></track></trackList></playlist>';
export const xspfPatterns: readonly Pattern[] = [
  {
    parts: [
      '<playlist><trackList>',
      '<track><location>http://p.example/1.ts</location><title>Uno &amp; dos</title></track>',
      xspfEnd,
    ],
  },
  { parts: ['<playlist><trackList>', '<track></track>', xspfEnd] },
  { parts: ['<playlist><trackList>', '<a/>', xspfEnd] },
  {
    parts: ['<playlist><trackList><track><title>', '&a', `</title></track>${xspfEnd}`],
    limit: '1 MiB without markup',
  },
  {
    parts: ['<playlist><trackList><!--', ' a', `-->${xspfEnd}`],
    limit: '1 MiB without markup',
  },
  {
    parts: [
      '<playlist><trackList><track>',
      '<location>http://p.example/1.ts</location>',
      `</track>${xspfEnd}`,
    ],
  },
];

const lastStation = '{"name":"Z","url":"http://p.example/z.ts"}';
export const wiseplayPatterns: readonly Pattern[] = [
  {
    parts: [
      '{"groups":[{"name":"Cine","stations":[',
      '{"name":"Uno","url":"http://p.example/1.ts"},',
      `${lastStation}]}]}`,
    ],
  },
  {
    parts: [
      '{"groups":[{"stations":[',
      '{"name":"Uno","url":"http://p.example/1.ts"},',
      `${lastStation}],"name":"Cine"}]}`,
    ],
  },
  { parts: ['{"groups":[', '{"name":"Cine","stations":[]},', `{"stations":[${lastStation}]}]}`] },
  { parts: ['{"stations":[', '{},', `${lastStation}]}`] },
  { parts: ['{"a":"', '\\n', `","stations":[${lastStation}]}`] },
  { parts: ['{"a":[', '1,', `2],"stations":[${lastStation}]}`] },
  { parts: ['{', '"name":"a",', `"stations":[${lastStation}]}`] },
  {
    parts: ['{"groups":[', '{"name":"a","groups":[', `{"stations":[${lastStation}]}`],
    limit: '64 values in each other',
  },
];

export const titlePatterns: readonly Pattern[] = [
  { parts: ['El Padrino ', '(1972) ', 'S01E02'] },
  { parts: ['El Padrino ', '[', 'S01E02'] },
  { parts: ['El Padrino', ' - ', 'S01E02'] },
  { parts: ['El Padrino', ' ', 'S01E02'] },
];

const segment = '#EXTINF:6.0,\na.ts?firma=1\n';
const lastSegment = '#EXTINF:6.0,\nz.ts\n#EXT-X-ENDLIST\n';
const addressLimit = '40,000 addresses';
const lineLimit = '32,768 characters in a line';
export const playlistPatterns: readonly Pattern[] = [
  { parts: ['#EXTM3U\n#EXT-X-TARGETDURATION:6\n', segment, lastSegment], limit: addressLimit },
  { parts: ['#EXTM3U\n', '#EXT-X-DISCONTINUITY\n#EXT-X-BYTERANGE:9@0\n', lastSegment] },
  { parts: ['#EXTM3U\n', '# comentario\n', lastSegment] },
  { parts: ['#EXTM3U\n', ' \n', lastSegment] },
  {
    parts: ['#EXTM3U\n', '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0\n', lastSegment],
    limit: addressLimit,
  },
  {
    parts: ['#EXTM3U\n', '#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.4d401f"\n720.m3u8\n', lastSegment],
  },
  {
    parts: ['#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="b"\n', '#EXTINF:6,\n{$a}{$a}.ts\n', lastSegment],
    limit: addressLimit,
  },
  { parts: ['#EXTM3U\n#EXT-X-MEDIA:', 'A=1,', `URI="es.m3u8"\n${lastSegment}`], limit: lineLimit },
  { parts: ['#EXTM3U\n#EXT-X-MEDIA:NAME="', 'a', `",URI="es.m3u8"\n${lastSegment}`], limit: lineLimit },
  { parts: ['#EXTM3U\n#EXT-X-DEFINE:', ', NAME=', `,NAME="a",VALUE="b"\n${lastSegment}`], limit: lineLimit },
];

/** The segments with which a live playlist is full, so that all before them are left out. */
const window = '#EXTINF:4,\na.ts\n'.repeat(2_999);
const live = ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n', `${window}#EXTINF:4,\nzz.ts\n`] as const;
export const livePatterns: readonly Pattern[] = [
  { parts: [live[0], '#EXTINF:4,\na.ts\n', live[1]] },
  { parts: [live[0], '#EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="a"\n#EXTINF:4,\na.ts\n', live[1]] },
  { parts: [live[0], '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DISCONTINUITY\na\n', live[1]] },
  { parts: [live[0], '# x\n', `a.ts\n${live[1]}`] },
  { parts: [`${live[0]}a.ts\n`, '#EXT-X-BYTERANGE:1  \n', live[1]] },
  { parts: [`${live[0]}a.ts\n`, ' \t\r\n', live[1]] },
  { parts: [`${live[0]}#EXT-X-KEY:`, 'KEYFORMAT="', `\na.ts\n${live[1]}`] },
];

export const hintPatterns: readonly Pattern[] = [
  {
    parts: [
      '#EXTM3U\n',
      '#EXT-X-STREAM-INF:CODECS="otro"\na.m3u8\n',
      '#EXT-X-STREAM-INF:CODECS="avc1.4d401f"\nz.m3u8\n',
    ],
  },
  { parts: ['#EXTM3U\n', '#EXT-X-KEY:METHOD=NONE\n', 'z.ts\n'] },
  { parts: ['#EXTM3U\n', '#EXT-X-MAP:URI="a.mp4"\n', '#EXT-X-MAP:URI="zz.mp4"\n'] },
  { parts: ['#EXTM3U\n', '#EXTINF:6,\na.ts\n', 'zz.ts\n'] },
  { parts: ['#EXTM3U\n#EXT-X-STREAM-INF:\n', '\n', 'z.m3u8\n'] },
];

const mpd = '<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT1H">';
const elementLimit = '60,000 elements';
export const xmlPatterns: readonly Pattern[] = [
  { parts: [mpd, '<a b="c">d</a>', '</MPD>'], limit: elementLimit },
  { parts: [`${mpd}<!--`, ' a<', '--></MPD>'] },
  { parts: [`${mpd}<![CDATA[`, ']a', ']]></MPD>'] },
  { parts: [mpd, '<![CDATA[a]]>', '</MPD>'] },
  { parts: [`${mpd}<?a `, 'b? ', '?></MPD>'] },
  { parts: [mpd, '&amp;', '</MPD>'] },
  { parts: [`${mpd}<a b="`, '&lt;c', '"/></MPD>'] },
  {
    parts: [mpd, `<a ${Array.from({ length: 90 }, (_item, index) => `a${index}=""`).join(' ')}/>`, '</MPD>'],
    limit: '200,000 attributes',
  },
  { parts: [`${mpd}<a`, ' ', '/></MPD>'] },
];

const template = '<SegmentTemplate media="$RepresentationID$/$Number$.m4s" duration="3600"/>';
const representation = '<Representation id="a" bandwidth="1"/>';
const representationLimit = '1,000 representations';
const end = '</Period></MPD>';
export const manifestPatterns: readonly Pattern[] = [
  {
    parts: [
      `${mpd}<Period duration="PT1H"><AdaptationSet mimeType="video/mp4">${template}`,
      representation,
      `</AdaptationSet>${end}`,
    ],
    limit: representationLimit,
  },
  {
    parts: [`${mpd}<Period>${template}`, `<AdaptationSet>${representation}</AdaptationSet>`, end],
    limit: representationLimit,
  },
  {
    parts: [
      `${mpd}<Period><AdaptationSet><SegmentTemplate media="$Time$.m4s" timescale="1000"><SegmentTimeline>`,
      '<S t="0" d="4000"/>',
      `</SegmentTimeline></SegmentTemplate>${representation}</AdaptationSet>${end}`,
    ],
    limit: '40,000 addresses',
  },
  {
    parts: [
      `${mpd}<Period><AdaptationSet><SegmentList duration="1">`,
      '<SegmentURL media="a.m4s"/>',
      `</SegmentList>${representation}</AdaptationSet>${end}`,
    ],
    limit: '40,000 addresses',
  },
  {
    parts: [
      `${mpd}<Period><BaseURL>v/</BaseURL>`,
      '<BaseURL>w/</BaseURL>',
      `<AdaptationSet>${template}${representation}</AdaptationSet>${end}`,
    ],
    limit: elementLimit,
  },
  {
    parts: [
      `${mpd}<Period><AdaptationSet>${template}`,
      '<Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/><Label>a</Label>',
      `${representation}</AdaptationSet>${end}`,
    ],
  },
];

const lastCue = '00:00:09.000 --> 00:00:10.000\nAdiós.\n';
export const subtitlePatterns: readonly Pattern[] = [
  { parts: ['WEBVTT\n\n', '00:00:01.000 --> 00:00:04.000\nHola, <i>mundo</i>.\n\n', lastCue] },
  { parts: ['WEBVTT\n\n', 'sin tiempo\n', lastCue] },
  { parts: ['WEBVTT\n\n', '\n', lastCue] },
  { parts: ['WEBVTT\n\n', 'NOTE\n\n', lastCue] },
  { parts: ['WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n', 'Hola ', `\n\n${lastCue}`] },
  { parts: ['WEBVTT\n\n', '0', `:00:01.000 --> 9:00:04.000\nHola\n\n${lastCue}`] },
];

const cookieLimit = '4,096 characters in a cookie';
export const cookiePatterns: readonly Pattern[] = [
  // More different cookies than a jar keeps, one in each answer.
  {
    parts: [
      '',
      Array.from({ length: 90 }, (_item, index) => `a${index}=b; Path=/vivo\n\n`).join(''),
      'z=una más larga',
    ],
  },
  { parts: ['z=1\n\na=', 'b', '; Path=/otra'], limit: cookieLimit },
  { parts: ['z=1\n\na=b', '; ', '; Path=/otra'], limit: cookieLimit },
  { parts: ['z=1\n\na=b; Expires=', 'Wed, ', '; Path=/otra'], limit: cookieLimit },
];

export const icyPatterns: readonly Pattern[] = [
  { parts: ['ICY 200 OK\r\n', 'icy-name:Radio\r\n', '\r\n\u00ff\u00fb'] },
  { parts: ['', 'HTTP/1.0 ', '\r\n'] },
];
