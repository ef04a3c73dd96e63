/** Small valid inputs of the parsers of bytes that come from content providers, from which the fuzz test makes others. */
import sharp from 'sharp';

export const hls = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXT-X-DEFINE:NAME="a",VALUE="b"
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0
#EXT-X-MAP:URI="i.mp4",BYTERANGE="7@0"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
#EXTINF:6.0,
a{$a}.ts?firma=1
#EXT-X-BYTERANGE:100@0
#EXTINF:6.0,título
b.ts
#EXT-X-ENDLIST
`;
export const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Español",LANGUAGE="es",URI="es.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"
720.m3u8
`;
export const dash = `<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT1H" xmlns="urn:mpeg:dash:schema:mpd:2011">
<Period id="1" duration="PT1H"><BaseURL>v/</BaseURL><AdaptationSet mimeType="video/mp4">
<SegmentTemplate media="$RepresentationID$/$Number%05d$.m4s" initialization="$RepresentationID$/i.mp4" duration="4" timescale="1"/>
<Representation id="720" bandwidth="1000000" width="1280" height="720" codecs="avc1.4d401f"/></AdaptationSet>
<AdaptationSet mimeType="audio/mp4"><SegmentTemplate media="$Time$.m4s" timescale="1000"><SegmentTimeline>
<S t="0" d="4000" r="899"/></SegmentTimeline></SegmentTemplate><Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`;
export const list = `#EXTM3U x-tvg-url="http://g.example/g.xml"
#EXTINF:-1 tvg-id="a" tvg-logo="http://p.example/l.png" group-title="Cine;Acción",El Padrino (1972) 4K
#EXTVLCOPT:http-user-agent=VLC
http://p.example/movie/u/c/1.mkv|Referer=http://p.example
#EXTINF:0,Serie S01E02
#EXTGRP:Series
http://p.example/series/u/c/2.mp4
`;
export const namedLines = `Cine,#genre#
El Padrino (1972),http://p.example/movie/u/c/1.mkv#http://q.example/1.mkv
Serie S01E02,http://p.example/series/u/c/2.mp4|User-Agent=VLC
`;
export const bouquet = `#NAME Cine
#SERVICE 1:64:1:0:0:0:0:0:0:0::-- Clásicos --
#DESCRIPTION -- Clásicos --
#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//p.example%3a8080/1.ts:El Padrino
#SERVICE 1:0:19:2B66:3F3:1:C00000:0:0:0:
#DESCRIPTION La 1 HD
`;
export const pls = `[playlist]
File1=http://p.example/1.ts
Title1=Uno
Length1=-1
NumberOfEntries=1
Version=2
`;
export const xspf = `<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
<track><location>http://p.example/1?a=b&amp;c=d</location><title><![CDATA[Tom & Jerry]]></title>
<album>Cine</album><image>http://p.example/l.png</image><duration>90000</duration></track>
</trackList></playlist>`;
export const wiseplay = `{"name":"Mi lista","author":"Ana","groups":[
{"name":"Cine","groups":[{"name":"Clásicos","stations":[{"name":"El \\"Padrino\\"","url":"http://p.example/1.mkv","image":"http://p.example/l.png","isHost":false}]}],
"stations":[{"name":"Uno","url":"http://p.example/1.ts","headers":{"User-Agent":"VLC"}}]}]}`;
export const subtitles = `WEBVTT

00:00:01.000 --> 00:00:04.000
Hola, <i>mundo</i>.

1
01:00:01.000 --> 01:00:04.000 align:start
Adiós.
`;
/** Makes a Matroska element. @param id - in hexadecimal digits */
export const ebml = (id: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(0x10000000 | bytes.length);
  return Buffer.concat([Buffer.from(id, 'hex'), length, bytes]);
};
/** Makes a Matroska element with a number of three bytes. */
export const number = (id: string, value: number): Buffer =>
  ebml(id, Buffer.of(value >> 16, (value >> 8) & 255, value & 255));
/** Makes an entry of a Matroska file's index, for its track 1. */
export const cuePoint = (time: number): Buffer =>
  ebml('bb', number('b3', time), ebml('b7', number('f7', 1), number('f1', 1)));
/**
 * A minimal Matroska file: a segment with its time scale, one video track, and two cues (entries of the seek index).
 */
export const matroska = Buffer.concat([
  ebml('1a45dfa3', number('4286', 1)),
  ebml(
    '18538067',
    ebml('1549a966', number('2ad7b1', 1_000_000)),
    ebml('1654ae6b', ebml('ae', number('d7', 1), number('83', 1))),
    ebml('1c53bb6b', cuePoint(0), cuePoint(5_000)),
  ),
]);
/** The last bytes of a Matroska file without a duration: two clusters, the second of them of unknown size. */
export const clusters = Buffer.concat([
  ebml('1f43b675', number('e7', 5_000), ebml('a3', Buffer.of(0x81, 0, 0, 0x80))),
  Buffer.from('1f43b67501ffffffffffffff', 'hex'),
  number('e7', 6_000),
  ebml('a0', ebml('a1', Buffer.of(0x81, 0, 40, 0)), number('9b', 40)),
]);
/** Makes a box of an MP4 file. */
export const box = (type: string, content: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8, type.padStart(8), 'latin1');
  head.writeUInt32BE(8 + content.length);
  return Buffer.concat([head, content]);
};
/** Makes a box of an MP4 file that has version 0, no flags, and numbers of four bytes. */
export const table = (type: string, ...numbers: number[]): Buffer => {
  const content = Buffer.alloc(4 + 4 * numbers.length);
  for (const [index, number] of numbers.entries()) content.writeUInt32BE(number, 4 + 4 * index);
  return box(type, content);
};
export const moov = box(
  'moov',
  box(
    'trak',
    box(
      'mdia',
      Buffer.concat([
        table('mdhd', 0, 0, 1_000, 60_000, 0),
        table('hdlr', 0, 0x76696465, 0, 0, 0, 0),
        box('minf', box('stbl', Buffer.concat([table('stts', 1, 60, 1_000), table('stss', 2, 1, 31)]))),
      ]),
    ),
  ),
);
/** Makes a packet of MPEG-TS that begins with the given bytes, such as those of a table. @param id - its PID */
export const packet = (id: number, ...section: number[]): Buffer => {
  const head = [0x47, 0x40 | (id >> 8), id & 0xff, 0x10, 0, ...section];
  return Buffer.from([...head, ...Array.from({ length: 188 - head.length }, () => 0xff)]);
};
/** The tables of MPEG-TS: program 1 has its table in the packets 256, with a track in H.264 and one in AAC. */
export const tables = [
  packet(0, 0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0, 0, 0, 0, 0),
  packet(
    256,
    2,
    0xb0,
    23,
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
    0x0f,
    0xe1,
    2,
    0xf0,
    0,
    0x9e,
    0x28,
    0xc6,
    0xdd,
  ),
];
export const image = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();
