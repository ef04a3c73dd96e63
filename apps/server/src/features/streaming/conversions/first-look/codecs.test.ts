import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCodecsAttribute, readMp4Codecs } from './mp4-codecs.ts';
import { readPlaylistHint, readSegmentCodecs } from './playlist-codecs.ts';
import { readStreamForm } from './stream-kind.ts';
import { readTsCodecs } from './ts-codecs.ts';

/** A packet of MPEG-TS whose payload is filled up with 0xff. */
function packetOf(id: number, payload: readonly number[], isStart = true): Buffer {
  const packet = Buffer.alloc(188, 0xff);
  Buffer.from([0x47, (isStart ? 0x40 : 0) | (id >> 8), id & 0xff, 0x10, ...payload]).copy(packet);
  return packet;
}

const lengthField = (bytes: number): [number, number] => [0xb0 | (bytes >> 8), bytes & 0xff];

/** The tables of a stream whose only program has tracks of these types, each with the bytes of its descriptors. */
function tablesOf(tracks: readonly (readonly [type: number, ...descriptors: number[]])[]): Buffer {
  const pat = [0, 0x00, ...lengthField(13), 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0x00, 0, 0, 0, 0];
  const body = tracks.flatMap(([type, ...descriptors], index) => [
    type,
    0xe2,
    index,
    0xf0 | (descriptors.length >> 8),
    descriptors.length & 0xff,
    ...descriptors,
  ]);
  const pmt = [
    0x02,
    ...lengthField(13 + body.length),
    0,
    1,
    0xc1,
    0,
    0,
    0xe2,
    0,
    0xf0,
    0,
    ...body,
    0,
    0,
    0,
    0,
  ];
  const rest: Buffer[] = [];
  for (let at = 183; at < pmt.length; at += 184) rest.push(packetOf(0x100, pmt.slice(at, at + 184), false));
  return Buffer.concat([packetOf(0, pat), packetOf(0x100, [0, ...pmt.slice(0, 183)]), ...rest]);
}

const fill = Buffer.concat(Array.from({ length: 4 }, () => packetOf(0x1fff, [])));
const text = (word: string): number[] => [...Buffer.from(word)];

describe('the codecs of MPEG-TS', () => {
  it.each([
    ['H.264 and AAC', [[0x1b], [0x0f]], { video: 'h264', audio: ['aac'] }],
    ['MPEG-2 and AC-3 of an antenna', [[0x02], [0x81]], { video: 'mpeg2video', audio: ['ac3'] }],
    ['E-AC-3 by a descriptor', [[0x24], [0x06, 0x7a, 1, 0]], { video: 'hevc', audio: ['eac3'] }],
    ['AC-3 by a registration', [[0x1b], [0x06, 5, 4, ...text('AC-3')]], { video: 'h264', audio: ['ac3'] }],
    ['teletext beside', [[0x1b], [0x06, 0x56, 1, 0], [0x0f]], { video: 'h264', audio: ['aac'] }],
    ['radio', [[0x03]], { video: null, audio: ['mp3'] }],
  ] as const)('are read from its tables: %s', (_form, tracks, codecs) => {
    expect(readTsCodecs(Buffer.concat([tablesOf(tracks), fill]))).toEqual(codecs);
    expect(readTsCodecs(Buffer.concat([fill, Buffer.from('cut'), fill]))).toBeUndefined();
  });

  it('come with the subtitles that the tables list', () => {
    const teletext = [0x06, 0x56, 5, ...text('spa'), 0x10 | 1, 0x88] as const;
    const dvb = [0x06, 0x59, 8, ...text('cat'), 0x10, 0, 1, 0, 1] as const;
    expect(readTsCodecs(Buffer.concat([tablesOf([[0x1b], teletext, dvb, [0x0f]]), fill]))).toEqual({
      video: 'h264',
      audio: ['aac'],
      subtitles: [
        { form: 'teletext', language: 'spa' },
        { form: 'dvb', language: 'cat' },
      ],
    });
  });

  it('are read from a table that is longer than a packet', () => {
    const long = [0x06, ...Array.from({ length: 60 }, () => [0x90, 2, 0, 0]).flat()] as const;
    const bytes = Buffer.concat([tablesOf([long, [0x1b], [0x0f]]), fill]);
    expect(readTsCodecs(bytes)).toEqual({ video: 'h264', audio: ['aac'] });
  });

  it('are nothing or codecs for any bytes, but never a failure', () => {
    const anyPacket = fc.tuple(fc.constantFrom(0, 0x100), fc.uint8Array({ maxLength: 184 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(anyPacket, { minLength: 4, maxLength: 12 }), (packets) => {
        const bytes = packets.map(([id, payload, isStart]) => packetOf(id, [...payload], isStart));
        const whole = Buffer.concat([tablesOf([]).subarray(0, 188), ...bytes]);
        readTsCodecs(whole);
        readStreamForm(whole);
        readSegmentCodecs(whole);
        readMp4Codecs(whole);
      }),
    );
  });
});

describe('the codecs of HLS', () => {
  const address = 'https://a.example/vivo/1/index.m3u8?t=1';
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n';

  it.each([
    [
      'the newest segment',
      `${head}#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts?x=1\n`,
      { next: 'https://a.example/vivo/1/b.ts?x=1', hasEnd: false },
    ],
    [
      'the first segment of a list with an end',
      `${head}#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts?x=1\n#EXT-X-ENDLIST\n`,
      { next: 'https://a.example/vivo/1/a.ts', hasEnd: true },
    ],
    [
      'the initialization section',
      `${head}#EXT-X-MAP:URI="/i.mp4"\n#EXTINF:4,\na.m4s\n`,
      { next: 'https://a.example/i.mp4', hasEnd: false },
    ],
  ])('are found in %s of a media playlist', (_where, playlist, hint) => {
    expect(readPlaylistHint(playlist, address)).toEqual({ ...hint, isPlaylist: false });
  });

  it('are followed from a master playlist that does not name them', () => {
    const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n2.m3u8\n';
    const next = 'https://a.example/vivo/1/2.m3u8';
    expect(readPlaylistHint(master, address)).toEqual({ next, isPlaylist: true });
  });

  it('are those of the rendition that plays everywhere, where a master playlist names them', () => {
    const variant = (codecs: string) => `#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="${codecs}"\nv.m3u8\n`;
    const both = `#EXTM3U\n${variant('hvc1.1.6.L120.90,ec-3')}${variant('avc1.640028,mp4a.40.2')}`;
    expect(readPlaylistHint(both, address)).toMatchObject({ codecs: { video: 'h264', audio: ['aac'] } });
    const one = `#EXTM3U\n${variant('hvc1.1.6.L120.90,ec-3')}`;
    expect(readPlaylistHint(one, address)).toMatchObject({ codecs: { video: 'hevc', audio: ['eac3'] } });
  });

  it.each([
    ['has an end and no segment', false, `${head}#EXT-X-ENDLIST\n`],
    ['is encrypted', true, `${head}#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\na.ts\n`],
    ['names no segment yet', false, head],
    ['has variables', true, `${head}#EXT-X-DEFINE:NAME="a",VALUE="b"\n#EXTINF:4,\n{$a}.ts\n`],
  ])('are unknown when the playlist %s, for certain: %s', (_why, isCertain, playlist) => {
    expect(readPlaylistHint(playlist, address)).toEqual({ codecs: undefined, isCertain });
  });

  it('are read from the sample descriptions of fragmented MP4', () => {
    const stsd = (entry: string) => `\0\0\0\0stsd\0\0\0\0\0\0\0\x01\0\0\0\x50${entry}\0\0\0\0`;
    const init = Buffer.from(`\0\0\0\x18ftypiso6${stsd('hvc1')}${stsd('ec-3')}`, 'latin1');
    expect(readSegmentCodecs(init)).toEqual({ video: 'hevc', audio: ['eac3'] });
    expect(readMp4Codecs(Buffer.from(stsd('encv'), 'latin1'))).toBeUndefined();
  });

  it('in the attribute CODECS are unknown when one of them is', () => {
    expect(readCodecsAttribute('avc1.4d401f, mp4a.40.34')).toEqual({ video: 'h264', audio: ['mp3'] });
    expect(readCodecsAttribute('stpp,avc1.4d401f')).toEqual({ video: 'h264', audio: [] });
    expect(readCodecsAttribute('rara.1,avc1.4d401f')).toBeUndefined();
  });
});

describe('the form of a stream', () => {
  it.each([
    ['a web page', '<!doctype html><title>No</title>'],
    ['a text', 'Tu cuenta ha caducado.'],
    ['nothing', ''],
    ['bytes that look like one frame of audio', `\xff\xfb\x90\x00${'\0'.repeat(400)}`],
    ['XML that is no manifest', `<?xml version="1.0"?>${'<!-- a -->'.repeat(90)}<rss/>`],
  ])('is unknown for %s', (_what, bytes) => {
    expect(readStreamForm(Buffer.from(bytes, 'latin1'))).toBeUndefined();
  });

  it.each([
    ['hls', '\u00ef\u00bb\u00bf\n#EXTM3U\n'],
    ['dash', '<?xml version="1.0"?>\n<!-- a --> <!-- b --><MPD xmlns="x">'],
    ['file', 'OggS\0'],
  ])('is %s where the first bytes say so', (streamKind, bytes) => {
    expect(readStreamForm(Buffer.from(bytes, 'latin1'))?.streamKind).toBe(streamKind);
  });
});
