import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canFollow, createStitch, readLiveList, type LiveList } from './stitch.ts';

const base = (source: string) => `http://${source}.example/canal/index.m3u8`;

/** A live playlist of a source: `count` segments from a number on, after some lines. */
function textOf(from: number, count: number, lines: readonly string[] = []): string {
  const segments = Array.from({ length: count }, (_, index) => ['#EXTINF:2.0,', `${from + index}.ts`]).flat();
  return ['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${from}`, ...lines, ...segments].join(
    '\n',
  );
}

function read(source: string, from: number, count: number, lines: readonly string[] = []): LiveList {
  const list = readLiveList(textOf(from, count, lines), base(source));
  if (list === undefined) throw new Error('no live playlist');
  return list;
}

/** What a player reads of a playlist: the number of each segment, and what it is. */
function numbered(text: string): Map<number, { address: string; discontinuities: number }> {
  const numberOf = (tag: string) => Number(new RegExp(`^#EXT-X-${tag}:(\\d+)$`, 'm').exec(text)?.[1]);
  let number = numberOf('MEDIA-SEQUENCE');
  let discontinuities = numberOf('DISCONTINUITY-SEQUENCE');
  const seen = new Map<number, { address: string; discontinuities: number }>();
  for (const line of text.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') discontinuities += 1;
    if (!line.startsWith('http')) continue;
    seen.set(number, { address: line, discontinuities });
    number += 1;
  }
  return seen;
}

describe('a playlist of several sources', () => {
  it('goes on with the numbers of the first source, after a discontinuity', () => {
    const stitch = createStitch(read('a', 100, 4), 'a');
    stitch.append(read('b', 7, 5), 'b');
    const all = [...numbered(stitch.text())];
    expect(all).toEqual([
      [101, { address: 'http://a.example/canal/101.ts', discontinuities: 0 }],
      [102, { address: 'http://a.example/canal/102.ts', discontinuities: 0 }],
      [103, { address: 'http://a.example/canal/103.ts', discontinuities: 0 }],
      [104, { address: 'http://b.example/canal/9.ts', discontinuities: 1 }],
      [105, { address: 'http://b.example/canal/10.ts', discontinuities: 1 }],
      [106, { address: 'http://b.example/canal/11.ts', discontinuities: 1 }],
    ]);
    expect(stitch.text().match(/#EXT-X-DISCONTINUITY$/gm)).toHaveLength(1);
  });

  it('never changes or repeats a number, whatever the sources do', () => {
    const step = fc.record({
      source: fc.constantFrom('a', 'b', 'c'),
      advance: fc.integer({ min: 0, max: 9 }),
      count: fc.integer({ min: 1, max: 8 }),
      isReset: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const positions = new Map<string, number>([['a', 1_000]]);
        const stitch = createStitch(read('a', 1_000, 4), 'a');
        const known = new Map(numbered(stitch.text()));
        let [first, last] = [1_000, 1_003];
        for (const { source, advance, count, isReset } of steps) {
          const at = isReset ? 0 : (positions.get(source) ?? 0) + advance;
          positions.set(source, at);
          stitch.append(read(source, at, count), source);
          const now = numbered(stitch.text());
          const numbers = [...now.keys()];
          expect(numbers[0]).toBeGreaterThanOrEqual(first);
          expect(numbers.at(-1)).toBeGreaterThanOrEqual(last);
          [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
          let before = -1;
          for (const [number, segment] of now) {
            if (known.has(number)) expect(segment).toEqual(known.get(number));
            known.set(number, segment);
            expect(segment.discontinuities).toBeGreaterThanOrEqual(before);
            before = segment.discontinuities;
          }
        }
      }),
    );
  });

  it('takes each new segment of the present source once, and marks a gap in it', () => {
    const stitch = createStitch(read('a', 1, 3), 'a');
    stitch.append(read('a', 1, 3), 'a');
    stitch.append(read('a', 2, 3), 'a');
    stitch.append(read('a', 9, 2), 'a');
    expect(
      [...numbered(stitch.text())].map(([number, { address, discontinuities }]) => [
        number,
        Number(/(\d+)\.ts/.exec(address)?.[1]),
        discontinuities,
      ]),
    ).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 3, 0],
      [4, 4, 0],
      [5, 9, 1],
      [6, 10, 1],
    ]);
  });

  it('carries keys over: with the IV that a number stands for, and none for a source without keys', () => {
    const key = '#EXT-X-KEY:METHOD=AES-128,URI="clave.bin"';
    const stitch = createStitch(read('a', 16, 2, [key]), 'a');
    stitch.append(read('b', 1, 2), 'b');
    stitch.append(read('c', 255, 1, [`${key},IV=0x0000000000000000000000000000000a`]), 'c');
    const lines = stitch
      .text()
      .split('\n')
      .filter((line) => /KEY|^http/.test(line));
    const named = (source: string, iv: string) =>
      `#EXT-X-KEY:METHOD=AES-128,URI="http://${source}.example/canal/clave.bin",IV=0x${iv.padStart(32, '0')}`;
    expect(lines).toEqual([
      named('a', '10'),
      'http://a.example/canal/16.ts',
      named('a', '11'),
      'http://a.example/canal/17.ts',
      '#EXT-X-KEY:METHOD=NONE',
      'http://b.example/canal/1.ts',
      'http://b.example/canal/2.ts',
      named('c', 'a'),
      'http://c.example/canal/255.ts',
    ]);
  });

  it('carries initialization sections over, and byte ranges with their places', () => {
    const map = '#EXT-X-MAP:URI="init.mp4"';
    const stitch = createStitch(read('a', 1, 1, [map]), 'a');
    const ranged = [
      '#EXTM3U',
      map,
      '#EXT-X-BYTERANGE:10@5',
      '#EXTINF:2,',
      'f',
      '#EXT-X-BYTERANGE:7',
      '#EXTINF:2,',
      'f',
    ];
    const list = readLiveList(ranged.join('\n'), base('b'));
    if (list === undefined) throw new Error('no live playlist');
    stitch.append(list, 'b');
    expect(
      stitch
        .text()
        .split('\n')
        .filter((line) => /MAP|BYTERANGE|^http/.test(line)),
    ).toEqual([
      '#EXT-X-MAP:URI="http://a.example/canal/init.mp4"',
      'http://a.example/canal/1.ts',
      '#EXT-X-MAP:URI="http://b.example/canal/init.mp4"',
      '#EXT-X-BYTERANGE:10@5',
      'http://b.example/canal/f',
      '#EXT-X-BYTERANGE:7@15',
      'http://b.example/canal/f',
    ]);
  });

  it('does not follow initialization sections by a source without any', () => {
    const map = '#EXT-X-MAP:URI="init.mp4"';
    expect(canFollow(read('a', 1, 1, [map]), read('b', 1, 1))).toBe(false);
    expect(canFollow(read('a', 1, 1), read('b', 1, 1, [map]))).toBe(false);
    expect(canFollow(read('a', 1, 1, [map]), read('b', 1, 1, [map]))).toBe(true);
  });
});

it.each([
  ['with an end', `${textOf(1, 2)}\n#EXT-X-ENDLIST`],
  ['of renditions', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8'],
  ['without segments', textOf(1, 0)],
  ['with variables', textOf(1, 2, ['#EXT-X-DEFINE:NAME="a",VALUE="b"'])],
  [
    'with keys in many formats',
    textOf(
      1,
      2,
      [1, 2, 3, 4, 5].map((format) => `#EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="${format}"`),
    ),
  ],
  ['with a reference that may not be followed', textOf(1, 2, ['#EXT-X-MAP:URI="file:///etc/passwd"'])],
])('a playlist %s is not joined with others', (_kind, text) => {
  expect(readLiveList(text, base('a'))).toBeUndefined();
});
