import { hashAddress } from '@butaca/m3u';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRepeatFinder } from './repeats.ts';
import { blankEntry, type StagedEntry } from './staged-entry.ts';

const film = (n: number, more: Partial<StagedEntry> = {}): StagedEntry => ({
  ...blankEntry(n, n),
  kind: 'film',
  tipo: 'pelicula',
  key: `marea ${n}`,
  address_hash: hashAddress(`http://p.tv/${n}.mkv`),
  provider_key: `p.tv/movie/${n}`,
  ...more,
});

it('an entry with the address, provider key or title of any earlier entry counts as a possible repetition', () => {
  const shared = fc.constantFrom('address_hash', 'provider_key', 'key');
  fc.assert(
    fc.property(fc.nat(2_999), shared, fc.integer({ min: 0, max: 10_000 }), (nth, column, listBytes) => {
      const mayRepeat = createRepeatFinder(listBytes);
      for (let n = 0; n < 3_000; n += 1) mayRepeat(film(n));
      expect(mayRepeat(film(5_000, { [column]: film(nth)[column] }))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

it.each([
  [1978, 1978, true],
  [1978, null, true],
  [null, 1978, true],
  [null, null, true],
  [1978, 2004, false],
])(
  'after a chapter of a series of %o, one of the same number of %o may repeat it: %o',
  (first, second, isRepeat) => {
    const mayRepeat = createRepeatFinder(1_000);
    const chapter = (n: number, year: number | null): StagedEntry =>
      film(n, { kind: 'chapter', tipo: 'serie', key: 'faro', season: 1, chapter: 1, year });
    expect(mayRepeat(chapter(1, first))).toBe(false);
    expect(mayRepeat(chapter(2, second))).toBe(isRepeat);
  },
);

it('none of a hundred thousand different entries counts as a possible repetition', () => {
  const mayRepeat = createRepeatFinder(20_000_000);
  let taken = 0;
  for (let n = 0; n < 100_000; n += 1) if (mayRepeat(film(n))) taken += 1;
  expect(taken).toBe(0);
});

it('channels and skipped entries repeat nothing', () => {
  const mayRepeat = createRepeatFinder(1_000);
  for (const kind of ['channel', 'skipped'] as const) {
    expect(mayRepeat(film(1, { kind }))).toBe(false);
    expect(mayRepeat(film(1, { kind }))).toBe(false);
  }
});
