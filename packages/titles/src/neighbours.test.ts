import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNeighbourFinder, type Compared, type ListedName } from './neighbours.ts';
import { readGroup } from './read-group.ts';

const listed = (name: string, group: string, isAtFilm = false): ListedName => {
  const { content, series } = readGroup(group);
  const seriesInGroup = series === undefined ? 'none' : series.isExplicit ? 'explicit' : 'possible';
  return { name, group, content, seriesInGroup, isAtFilm };
};

function compare(names: readonly (ListedName | undefined)[]): Compared<number>[] {
  const finder = createNeighbourFinder<number>();
  const left: Compared<number>[] = [];
  names.forEach((name, index) => finder.add(index, name, left));
  finder.end(left);
  return left;
}

/** What the neighbours of each name in one group say: `chapters`, `perhaps`, or `-`. */
const runsOf = (group: string, names: readonly string[], isAtFilm = false): string[] =>
  compare(names.map((name) => listed(name, group, isAtFilm))).map(({ neighbours }) => neighbours?.run ?? '-');

const numbered = (text: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_none, index) => `${text} ${from + index}`);
const all = (count: number, run: string): string[] => Array.from({ length: count }, () => run);

describe('a run of names with rising numbers', () => {
  it.each([
    ['TELENOVELAS', numbered('Marimar', 1, 3)],
    ['', numbered('Marimar', 1, 3)],
    ['Marimar', numbered('Marimar', 1, 5)],
    ['ANIME', ['Bleach 001', 'Bleach 002 [LAT]', 'Bleach 003 1080p']],
    ['VARIOS', ['Rubí - 14', 'Rubí - 15', 'Rubí - 16']],
    ['VARIOS', ['Topacio 3', 'Topacio 2', 'Topacio 1']],
    ['VARIOS', ['1 - Topacio', '2 - Topacio', '3 - Topacio']],
    ['SERIES | Hierro', ['01 La llegada', '02. El regreso', '03 - La partida']],
    ['Naruto', ['01', '02', '03']],
    ['NOVELAS', ['Luz 02', 'Luz 03', 'Luz 04']],
    ['VARIOS', ['Hercai Cap 12', 'Hercai 13', 'Hercai capitulo 14 HD']],
    ['Temporada 2 | Élite', ['Capítulo 1', '02', '3']],
    ['NOVELAS', ['Rubí 1.05', 'Rubí 1.06', 'Rubí 1.07']],
    ['VARIOS', ['Rubí 3-07', 'Rubí 3-08', 'Rubí 3-09 HD']],
  ])('in the group «%s» is a series: %j', (group, names) => {
    expect(runsOf(group, names)).toEqual(all(names.length, 'chapters'));
  });

  it.each([
    ['CINE', ['Rocky', 'Rocky 2', 'Rocky 3', 'Rocky 4']],
    ['PELICULAS LATINO', numbered('Marimar', 1, 30)],
    ['SAGAS', numbered('Toy Story', 1, 4)],
    ['Terror', numbered('Saw', 1, 9)],
    ['DISNEY', numbered('Toy Story', 1, 4)],
    ['', ['Rocky 2', 'Rocky 3', 'Rocky 4']],
    ['', ['El padrino', ...numbered('Saw', 1, 6)]],
    ['', ['Toy Story 1 (1995)', 'Toy Story 2 (1999)', 'Toy Story 3 (2010)']],
    ['SERIES', ['Rebelde 2020', 'Rebelde 2021', 'Rebelde 2022']],
    ['SERIES', ['Apolo 11', 'Apolo 13', 'Apolo 18']],
    ['NOVELAS', ['Marimar 1', 'Marimar 2']],
    ['CINE', ['Rubí 1.05', 'Rubí 1.06', 'Rubí 1.07']],
    ['SERIES', ['Evangelion 1.11', 'Evangelion 2.22', 'Evangelion 3.33']],
    ['', ['Apolo 1.05', 'Colombiana 3-07', 'Apolo 1.06']],
    ['Harry Potter', ['1 La piedra filosofal', '2 La cámara secreta', '3 El prisionero']],
    ['', ['Matrix - 1 - El origen', 'Matrix - 2 - El regreso', 'Matrix - 3 - El final']],
    ['SERIES', ['Dark S01E01', 'Dark S01E02', 'Dark S01E03']],
  ])('in the group «%s» is none: %j', (group, names) => {
    expect(runsOf(group, names)).toEqual(all(names.length, '-'));
  });

  it('that is longer than any saga is a series among films, but not where the address says film', () => {
    const names = ['El padrino', ...numbered('Marimar', 1, 20)];
    expect(runsOf('', names)).toEqual(['-', ...all(20, 'chapters')]);
    expect(runsOf('', names, true)).toEqual(['-', ...all(20, 'perhaps')]);
    expect(runsOf('NOVELAS', names, true)).toEqual(['-', ...all(20, 'chapters')]);
  });

  it('goes over other entries between its names, and is sorted by letters too', () => {
    const lettered = numbered('Marimar', 1, 250).toSorted();
    expect(runsOf('NOVELAS', lettered)).toEqual(all(250, 'chapters'));
    const mixed = numbered('Marimar', 1, 4).flatMap((name) => [name, 'Otra cosa S01E01']);
    expect(runsOf('NOVELAS', mixed).filter((run) => run === 'chapters')).toHaveLength(4);
    const between = compare([
      listed('Marimar 1', ''),
      undefined,
      listed('Marimar 2', ''),
      listed('Marimar 3', ''),
    ]);
    expect(between.map(({ item, neighbours }) => [item, neighbours?.run])).toEqual([
      [0, 'chapters'],
      [1, undefined],
      [2, 'chapters'],
      [3, 'chapters'],
    ]);
  });
});

it('says whether other names of the group end in a year without brackets', () => {
  const yearsOf = (...names: string[]) =>
    compare(names.map((name) => listed(name, 'SERIES'))).map(({ neighbours }) => neighbours?.hasBareYears);
  expect(yearsOf('Rebelde 2022', 'Dark (2017)', 'Élite')[0]).toBe(false);
  expect(yearsOf('Rebelde 2022', 'Dark 2017', 'Élite').slice(0, 2)).toEqual([true, true]);
  expect(yearsOf('Rebelde 2022', 'Rebelde 2022 [LAT]')).toEqual([false, false]);
});

describe('a number in front of the titles of films', () => {
  const frontsOf = (group: string, ...names: string[]) =>
    compare(names.map((name) => listed(name, group))).map(({ neighbours }) => neighbours?.front ?? '-');

  it('is their year where three films have one, and their place where five have one', () => {
    expect(frontsOf('VARIOS', '2017 - Coco', '2018 - Roma', 'Up', '2019 - Klaus')).toEqual([
      'year',
      'year',
      '-',
      'year',
    ]);
    const places = ['1. Tiburón', '2. Tesis (1996)', '3. 12 monos', '4) Volver', '5 - Rocky'];
    expect(frontsOf('TOP 5 CINE', ...places)).toEqual(all(5, 'place'));
    expect(frontsOf('TOP 5 CINE', ...places, '3. 12 Monos')).toEqual(all(6, 'place'));
  });

  it('is a part of titles that would be one without it', () => {
    const saga = ['1. Rocky', '2. Rocky', '3. Rocky', '4. Rocky', '5. Rocky'];
    expect(frontsOf('SAGAS CINE', ...saga)).toEqual(all(5, '-'));
  });

  it('is a part of their titles otherwise', () => {
    expect(frontsOf('CINE', '1984 - La película', '2001 - Una odisea', 'Roma')).toEqual(all(3, '-'));
    expect(frontsOf('CINE', '2012 - A (2009)', '2012 - B (2010)', '2012 - C (2011)')).toEqual(all(3, '-'));
    expect(
      frontsOf('CINE', '9. La puerta', '21. Blackjack', '300. El origen', '7. Pecados', '12. Hombres'),
    ).toEqual(all(5, '-'));
    expect(frontsOf('CINE', '21 gramos', '12 monos', '9 reinas', '8 millas', '7 almas')).toEqual(all(5, '-'));
    expect(frontsOf('SERIES', '1. Uno', '2. Dos', '3. Tres', '4. Cuatro', '5. Cinco')).toEqual(all(5, '-'));
  });
});

describe('any list', () => {
  const texts = ['Marimar', 'Saw', 'Canal', 'Rubí -'];
  const anyName = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('', 'CINE', 'NOVELAS', 'Terror'),
    )
    .map(([text, number, group]) => listed(number === 0 ? text : `${text} ${number}`, group));
  const anyList = fc.array(fc.option(anyName, { nil: undefined }), { maxLength: 700 });

  it('comes out whole, in its order, and the same each time', () => {
    fc.assert(
      fc.property(anyList, (names) => {
        const compared = compare(names);
        expect(compared.map(({ item }) => item)).toEqual(names.map((_name, index) => index));
        expect(compare(names)).toEqual(compared);
      }),
      { numRuns: 12 },
    );
  });

  it('has no run of which only a part is a series, however far its names lie apart', () => {
    fc.assert(
      fc.property(anyList, (names) => {
        const verdicts = new Map<string, Set<unknown>>();
        for (const { item, neighbours } of compare(names)) {
          const each = names[item];
          const text = each === undefined ? undefined : /^(.*?) \d+$/.exec(each.name)?.[1];
          if (each === undefined || text === undefined) continue;
          const key = `${each.group} ${text}`;
          verdicts.set(key, (verdicts.get(key) ?? new Set()).add(neighbours?.run));
        }
        for (const found of verdicts.values()) expect(found.size).toBe(1);
      }),
      { numRuns: 12 },
    );
  });

  it('holds back no more than a part of a long one', () => {
    const finder = createNeighbourFinder<number>();
    let most = 0;
    let gone = 0;
    for (let index = 0; index < 3_000; index += 1) {
      const left: Compared<number>[] = [];
      finder.add(index, listed(`Título ${index % 7} ${index}`, 'NOVELAS'), left);
      gone += left.length;
      most = Math.max(most, index + 1 - gone);
    }
    expect(most).toBeLessThanOrEqual(401);
  });
});
