import { describe, expect, it } from 'vitest';
import { readLiveList, type LiveList } from '../playlists/stitch.ts';
import { canBeKept, createKeptWindow, type KeptWindow } from './kept-window.ts';

const head = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n';
const base = 'https://tv.example/uno/index.m3u8';

function listFrom(first: number, count: number, before: Record<number, string> = {}): string {
  const numbers = Array.from({ length: count }, (_item, index) => first + index);
  const segments = numbers.map((number) => `${before[number] ?? ''}#EXTINF:4,\n${number}.ts\n`);
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n${segments.join('')}`;
}
const names = {
  segment: ({ sequence }: { sequence: number }) => `b${sequence}.ts`,
  tag: (line: string) => line.replace('https://tv.example/uno/', ''),
};

/** Gives a window a playlist, of which everything is kept at once. */
function give(window: KeptWindow, text: string): void {
  for (const one of window.take(readLiveList(text, base) as LiveList).added) one.state = 'kept';
}
const sequences = (window: KeptWindow): number[] => window.segments().map(({ sequence }) => sequence);

describe('a live playlist may be kept', () => {
  it.each<[string, boolean, string]>([
    ['with numbers', true, `${head}#EXTINF:4,\n7.ts\n`],
    ['without a media sequence', false, '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n7.ts\n'],
    ['with an end', false, `${head}#EXTINF:4,\n7.ts\n#EXT-X-ENDLIST\n`],
    ['with renditions', false, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nalta.m3u8\n'],
    ['with byte ranges', false, `${head}#EXTINF:4,\n#EXT-X-BYTERANGE:10@0\n7.ts\n`],
    ['with partial segments', false, `${head}#EXT-X-PART-INF:PART-TARGET=1\n#EXTINF:4,\n7.ts\n`],
    ['of the type EVENT', false, `${head}#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:4,\n7.ts\n`],
    [
      'with a part of a file as initialization',
      false,
      `${head}#EXT-X-MAP:URI="i.mp4",BYTERANGE="9@0"\n#EXTINF:4,\n7.m4s\n`,
    ],
  ])('%s: %s', (_what, isKept, text) => {
    expect(canBeKept(text)).toBe(isKept);
  });
});

describe('the window of a live buffer', () => {
  it('begins with the three newest segments, goes on with each new one, and drops the oldest', () => {
    const window = createKeptWindow(20);
    give(window, listFrom(1, 5));
    expect(sequences(window)).toEqual([3, 4, 5]);
    give(window, listFrom(3, 5));
    expect(sequences(window)).toEqual([3, 4, 5, 6, 7]);
    give(window, listFrom(4, 5));
    expect(sequences(window)).toEqual([4, 5, 6, 7, 8]);
  });

  it('counts what nobody requested in time as missing, and begins anew after a stream that begins anew', () => {
    const window = createKeptWindow(100);
    give(window, listFrom(1, 5));
    give(window, listFrom(8, 5));
    expect(
      window
        .segments()
        .filter(({ state }) => state === 'missing')
        .map(({ sequence }) => sequence),
    ).toEqual([6, 7]);
    give(window, listFrom(1, 5));
    expect(sequences(window)).toEqual([3, 4, 5]);
    give(window, listFrom(5_000, 5));
    expect(sequences(window)).toEqual([5_002, 5_003, 5_004]);
  });

  it('ignores an earlier version of its playlist, as another server of a provider may send it', () => {
    const window = createKeptWindow(100);
    give(window, listFrom(1, 5));
    give(window, listFrom(3, 5));
    give(window, listFrom(1, 5));
    expect(sequences(window)).toEqual([3, 4, 5, 6, 7]);
    give(window, listFrom(4, 5));
    expect(sequences(window)).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it('stays within a number of segments when its playlist says that they last no time', () => {
    const window = createKeptWindow(100);
    for (let first = 1; first < 6_000; first += 250)
      give(window, listFrom(first, 260).replaceAll('#EXTINF:4,', '#EXTINF:0.000001,'));
    expect(window.segments()).toHaveLength(3_600);
  });

  it('puts nothing in front of a playlist that is older, or that does not follow', () => {
    const window = createKeptWindow(100);
    give(window, listFrom(1, 5));
    const older = listFrom(1, 5);
    expect(window.lengthen(older, names)).toBe(older);
    const later = listFrom(40, 5);
    expect(window.lengthen(later, names)).toBe(later);
  });

  it('keeps discontinuities in the numbers that players count them by', () => {
    const window = createKeptWindow(100);
    give(window, listFrom(1, 5, { 4: '#EXT-X-DISCONTINUITY\n' }));
    give(window, listFrom(3, 5, { 4: '#EXT-X-DISCONTINUITY\n' }));
    const counted = listFrom(6, 3).replace('#EXTINF', '#EXT-X-DISCONTINUITY-SEQUENCE:9\n#EXTINF');
    give(window, counted);
    expect(window.lengthen(counted, names)).toContain(
      '#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:8\n#EXTINF:4,\nb3.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\nb4.ts\n',
    );
  });

  it('ends a key where the provider’s own playlist has none, and lets no player start at its beginning', () => {
    const window = createKeptWindow(100);
    give(window, listFrom(1, 5, { 1: '#EXT-X-KEY:METHOD=AES-128,URI="una.bin"\n' }));
    const clear = listFrom(6, 3).replace('#EXTINF', '#EXT-X-START:TIME-OFFSET=0\n#EXTINF');
    give(window, clear);
    const text = window.lengthen(clear, names);
    expect(text).toContain(
      '#EXT-X-KEY:METHOD=AES-128,URI="una.bin",IV=0x00000000000000000000000000000003\n#EXTINF:4,\nb3.ts\n',
    );
    expect(text).toContain('b5.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\n6.ts\n');
    expect(text).not.toContain('EXT-X-START');
  });
});
