import { expect, it } from 'vitest';
import { keepLiveWindow } from './live-window.ts';

const segments = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_item, index) => [`#EXTINF:2,`, `${from + index}.ts`]).flat();
const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:2', '#EXT-X-MEDIA-SEQUENCE:100'];
const key = '#EXT-X-KEY:METHOD=AES-128,URI="b"';
const map = '#EXT-X-MAP:URI="cabecera.mp4"';

it('keepLiveWindow drops the oldest segments of a long live playlist, as if it had slid past them', () => {
  const lines = [
    ...head,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-DISCONTINUITY-SEQUENCE:7',
    map,
    '#EXT-X-KEY:METHOD=AES-128,URI="a"',
    ...segments(0, 500),
    '#EXT-X-DISCONTINUITY',
    key,
    ...segments(500, 1_000),
    '#EXT-X-DISCONTINUITY',
    ...segments(1_000, 6_000),
  ];
  const kept = keepLiveWindow(lines.join('\n')).split('\n');
  expect(kept).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:3100',
    '#EXT-X-DISCONTINUITY-SEQUENCE:9',
    map,
    key,
    ...segments(3_000, 6_000),
  ]);
});

it('keepLiveWindow keeps the tags before the first segment that stays', () => {
  const lines = [...head, ...segments(0, 10), '#EXT-X-DISCONTINUITY', key, ...segments(10, 3_010)];
  expect(keepLiveWindow(lines.join('\n'))).toBe(
    [
      ...head.slice(0, 3),
      '#EXT-X-MEDIA-SEQUENCE:110',
      '#EXT-X-DISCONTINUITY-SEQUENCE:0',
      '#EXT-X-DISCONTINUITY',
      key,
      ...segments(10, 3_010),
    ].join('\n'),
  );
});

it('keepLiveWindow keeps what the first segment that stays inherits from dropped ones', () => {
  const slices = (from: number, to: number) =>
    Array.from({ length: to - from }, () => ['#EXTINF:2.5,', '#EXT-X-BYTERANGE:100', 'a.ts']).flat();
  const lines = [
    `\uFEFF${head[0]}`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T10:00:00Z',
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="a",KEYFORMAT="otro"',
    '#EXT-X-KEY:METHOD=NONE',
    '#EXTINF:2.5,',
    '#EXT-X-BYTERANGE:100@50',
    'a.ts',
    ...slices(1, 3_004),
  ];
  expect(keepLiveWindow(lines.join('\n')).split('\n').slice(0, 9)).toEqual([
    '\uFEFF#EXTM3U',
    '#EXT-X-MEDIA-SEQUENCE:4',
    '#EXT-X-DISCONTINUITY-SEQUENCE:0',
    '#EXT-X-KEY:METHOD=NONE',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T10:00:10.000Z',
    '#EXTINF:2.5,',
    '#EXT-X-BYTERANGE:100@450',
    'a.ts',
    '#EXTINF:2.5,',
  ]);
});

it.each([
  ['is short', [...head, ...segments(0, 3_000)]],
  ['is no live one', [...head, '#EXT-X-PLAYLIST-TYPE:VOD', ...segments(0, 6_000)]],
  ['has an end', [...head, ...segments(0, 6_000), '#EXT-X-ENDLIST']],
  [
    'names other playlists',
    ['#EXTM3U', ...Array.from({ length: 6_000 }, () => '#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8')],
  ],
])('keepLiveWindow leaves a playlist unchanged that %s', (_why, lines) => {
  const text = lines.join('\n');
  expect(keepLiveWindow(text)).toBe(text);
});
