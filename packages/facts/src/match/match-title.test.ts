import { describe, expect, it } from 'vitest';
import { matchTitle, readQuery, type Candidate, type TitleQuery } from '../index.ts';

const work = (id: string, names: string | string[], known: Partial<Candidate> = {}): Candidate => ({
  id,
  kind: 'film',
  names: [names].flat(),
  year: undefined,
  runtime: undefined,
  seasons: undefined,
  poster: undefined,
  isDetailed: true,
  ...known,
});

const film = (title: string, known: Partial<TitleQuery> = {}): TitleQuery => ({
  title,
  kind: 'film',
  year: undefined,
  runtime: undefined,
  seasons: undefined,
  ...known,
});

const match = (query: TitleQuery, candidates: Candidate[], isComplete = true) => {
  const found = matchTitle(query, { candidates, isComplete });
  return found.kind === 'match' ? found.candidate.id : found.kind;
};

describe('a film with a year', () => {
  const remakes = [
    work('old', 'Sin novedad en el frente', { year: 1930 }),
    work('new', ['Im Westen nichts Neues', 'Sin novedad en el frente'], { year: 2022 }),
  ];

  it('is the one of its name whose year is at most one apart', () => {
    expect(match(film('sin novedad en el FRENTE', { year: 2022 }), remakes)).toBe('new');
    expect(match(film('Sin novedad en el frente', { year: 2023 }), remakes)).toBe('new');
    expect(match(film('Sin novedad en el frente', { year: 1931 }), remakes)).toBe('old');
  });

  it('is none of another year, however equal its name', () => {
    expect(match(film('Sin novedad en el frente', { year: 1979 }), remakes)).toBe('unsure');
    expect(match(film('Carrie', { year: 2013 }), [work('1', 'Carrie', { year: 1976 })])).toBe('unsure');
  });

  it('waits where two of its name have years beside each other, unless the running time decides', () => {
    const two = [
      work('1', 'Perfectos desconocidos', { year: 2017, runtime: 99 }),
      work('2', 'Perfectos desconocidos', { year: 2018, runtime: 104 }),
    ];
    expect(match(film('Perfectos desconocidos', { year: 2018 }), two)).toBe('unsure');
    expect(match(film('Perfectos desconocidos', { year: 2018, runtime: 98 }), two)).toBe('1');
  });

  it('is recognised in spite of a wrong year by name and running time where there is only one', () => {
    const one = [work('1', 'El laberinto del fauno', { year: 2006, runtime: 118 })];
    expect(match(film('El laberinto del fauno', { year: 2010, runtime: 117 }), one)).toBe('1');
    expect(match(film('El laberinto del fauno', { year: 2010, runtime: 100 }), one)).toBe('unsure');
  });
});

describe('a film without a year', () => {
  it('is the only one of its name', () => {
    const one = [
      work('1', 'El laberinto del fauno', { year: 2006 }),
      work('2', 'El laberinto', { year: 2001 }),
    ];
    expect(match(film('El laberinto del fauno'), one)).toBe('1');
    expect(match(film('El laberinto del fauno'), one, false)).toBe('unsure');
  });

  it('waits where another one has its name', () => {
    const two = [
      work('1', 'La bella y la bestia', { year: 1991 }),
      work('2', 'La bella y la bestia', { year: 2017 }),
    ];
    expect(match(film('La bella y la bestia'), two)).toBe('unsure');
  });

  it('is the one of several with its running time, within three per cent', () => {
    const two = [
      work('1', 'La bella y la bestia', { year: 1991, runtime: 84 }),
      work('2', 'La bella y la bestia', { year: 2017, runtime: 129 }),
    ];
    expect(match(film('La bella y la bestia', { runtime: 132 }), two)).toBe('2');
    expect(match(film('La bella y la bestia', { runtime: 134 }), two)).toBe('unsure');
  });

  it.each(['Perdida', 'El bar', 'Nueve reinas', '1917', 'It', 'The Ring'])(
    'waits where its name is one or two common words: %s',
    (title) => {
      expect(match(film(title), [work('1', title, { year: 2014 })])).toBe('unsure');
      expect(match(film(title, { year: 2014 }), [work('1', title, { year: 2014 })])).toBe('1');
    },
  );
});

describe('a series', () => {
  const series = (id: string, name: string, known: Partial<Candidate>) =>
    work(id, name, { kind: 'series', ...known });
  const query = (title: string, known: Partial<TitleQuery> = {}) => film(title, { kind: 'series', ...known });

  it('is recognised by its name and its number of seasons', () => {
    const two = [
      series('1', 'Battlestar Galactica', { year: 1978, seasons: 1 }),
      series('2', 'Battlestar Galactica', { year: 2004, seasons: 4 }),
    ];
    expect(match(query('Battlestar Galactica', { seasons: 4 }), two)).toBe('2');
    expect(match(query('Battlestar Galactica', { seasons: 3 }), two)).toBe('unsure');
  });

  it('is none that has fewer seasons than the catalogue', () => {
    const one = [series('1', 'Battlestar Galactica', { year: 1978, seasons: 1 })];
    expect(match(query('Battlestar Galactica', { seasons: 4 }), one)).toBe('unsure');
    expect(match(query('Battlestar Galactica', { seasons: 4, year: 1978 }), one)).toBe('unsure');
  });

  it('is no film of its name', () => {
    expect(match(query('Fargo', { year: 1996 }), [work('1', 'Fargo', { year: 1996 })])).toBe('none');
  });
});

describe('names', () => {
  it.each([
    ['EL PADRINO II', 'El padrino: Parte II'],
    ['Dune Parte Dos', 'Dune: Part Two'],
    ['Kill Bill 2', 'Kill Bill: Volumen 2'],
    ['Oceans Eleven', "Ocean's Eleven"],
    ['Deadpool & Wolverine', 'Deadpool y Wolverine'],
    ['Spiderman', 'Spider-Man'],
    ['Orfanato, El', 'El orfanato'],
    ['ET el extraterrestre', 'E.T., el extraterrestre'],
    ['El origen - Inception', 'El origen'],
  ])('%s is %s', (title, name) => {
    const candidate = work('1', [name, 'Inception'], { year: 2001 });
    expect(match(film(title, { year: 2001 }), [candidate])).toBe('1');
  });

  it.each([
    ['Rocky V', 'Rocky'],
    ['Saw II', 'Saw III'],
    ['El hoyo', 'El hoyo 2'],
    ['X', '10'],
    ['¿?', '!!'],
    ['El origen - Avatar', 'El origen'],
  ])('%s is not %s', (title, name) => {
    expect(match(film(title, { year: 2001 }), [work('1', name, { year: 2001 })])).toBe('unsure');
  });

  it('in other scripts are compared too', () => {
    expect(match(film('기생충', { year: 2019 }), [work('1', '기생충', { year: 2019 })])).toBe('1');
  });

  it('of many characters are compared up to a limit', () => {
    const long = 'a b '.repeat(100_000);
    expect(match(film(long, { year: 2001 }), [work('1', 'a b', { year: 2001 })])).toBe('unsure');
  });
});

describe('what waits', () => {
  it('has five candidates at most, the likeliest first', () => {
    const many = Array.from({ length: 9 }, (_none, index) =>
      work(`${index}`, `Noche ${index}`, { year: 1990 + index }),
    );
    const found = matchTitle(film('La noche', { year: 1997 }), { candidates: many, isComplete: true });
    expect(found.kind === 'unsure' && found.candidates.map(({ id }) => id)).toEqual([
      '6',
      '7',
      '8',
      '0',
      '1',
    ]);
  });

  it('names the candidates whose details may have the name in another language', () => {
    const shown = work('1', 'El vengador del futuro', { year: 1990, isDetailed: false });
    const other = work('2', 'Otra', { year: 1950, isDetailed: false });
    const found = matchTitle(film('Desafío total', { year: 1990 }), {
      candidates: [shown, other],
      isComplete: true,
    });
    expect(found).toMatchObject({ kind: 'unsure', ask: ['1'] });
  });

  it('is nothing where the source has nothing', () => {
    expect(match(film('Nada de nada'), [])).toBe('none');
  });
});

describe('a query', () => {
  it.each([
    ['Sin.Novedad.en.el.Frente.(2022).4K.LAT', 'film', 'Sin Novedad en el Frente', 2022],
    ['EL PADRINO II 1974 REMASTERED', 'film', 'EL PADRINO II', 1974],
    ['Dark Temporada 2', 'series', 'Dark', undefined],
    ['Dark T2', 'series', 'Dark', undefined],
    ['La casa de papel (2017) [Serie completa]', 'series', 'La casa de papel', 2017],
    ['Segunda temporada', 'series', 'Segunda temporada', undefined],
  ] as const)('is read from %s', (text, kind, title, year) => {
    expect(readQuery(text, { kind })).toMatchObject({ title, year });
  });

  it('keeps the year that is known', () => {
    expect(readQuery('Carrie (1976)', { kind: 'film', year: 2013 }).year).toBe(2013);
  });
});
