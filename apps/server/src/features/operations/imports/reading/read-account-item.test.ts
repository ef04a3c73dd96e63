import { describe, expect, it } from 'vitest';
import type { AccountItem } from '../../../../shared/provider/account-list.ts';
import { compareNeighbours } from './list-neighbours.ts';
import { accountFormat } from './list-format.ts';
import type { StagedEntry } from './staged-entry.ts';

const facts = {
  poster: undefined,
  backdrop: undefined,
  plot: undefined,
  genres: [],
  cast: [],
  director: undefined,
  year: undefined,
  rating: undefined,
  durationSeconds: undefined,
  trailerId: undefined,
};

/** Reads items of an account, each in its category, as a refresh does. */
async function read(
  kind: 'film' | 'series',
  category: string,
  names: readonly string[],
): Promise<StagedEntry[]> {
  const items = names.map((name, index): AccountItem => {
    const item = { ...facts, id: String(index), name, category };
    if (kind === 'series') return { kind, item };
    return { kind, address: `xtream://proveedor/movie/${index}.mkv`, item: { ...item, extension: 'mkv' } };
  });
  const format = accountFormat({ kind: 'mixed' }, 'list.no_entries');
  const found: StagedEntry[] = [];
  async function* batches() {
    yield items;
  }
  for await (const compared of compareNeighbours(batches(), (item) => format.describe(item)))
    for (const { item, neighbours } of compared) {
      const staged = format.toStaged(item, found.length + 1, neighbours);
      if (staged !== undefined) found.push(staged);
    }
  return found;
}

describe('a series of an account', () => {
  it('keeps the numbers of its name', async () => {
    const names = [
      'The 100',
      'Babylon 5',
      'Station 19',
      'Marimar 1',
      'Marimar 2',
      'Marimar 3',
      'Narcos - Temporada 1',
    ];
    const found = await read('series', 'SERIES', names);
    expect(found.map(({ kind, name }) => [kind, name])).toEqual(names.map((name) => ['series', name]));
  });

  it('has its tags and its year apart', async () => {
    const found = await read('series', 'SERIES', ['4K-ES - La casa (2017)', 'Narcos (US)', '1883 (2021)']);
    expect(found.map(({ name, year, quality, country }) => [name, year, quality, country])).toEqual([
      ['La casa', 2017, '4K', 'es'],
      ['Narcos', null, null, 'us'],
      ['1883', 2021, null, null],
    ]);
  });
});

describe('films of an account that are numbered', () => {
  it('are doubtful chapters in a category of series, and films in another one', async () => {
    const names = ['Marimar 1', 'Marimar 2', 'Marimar 3'];
    const places = (found: readonly StagedEntry[]) =>
      found.map(({ kind, name, chapter, is_doubtful }) => [kind, name, chapter, is_doubtful]);
    expect(places(await read('film', 'NOVELAS', names))).toEqual([
      ['chapter', 'Marimar', 1, true],
      ['chapter', 'Marimar', 2, true],
      ['chapter', 'Marimar', 3, true],
    ]);
    expect(places(await read('film', 'VARIOS', names))).toEqual(
      names.map((name) => ['film', name, null, false]),
    );
  });
});
