import { describe, expect, it } from 'vitest';
import { readGroup } from './read-group.ts';

describe('readGroup', () => {
  it.each([
    ['SERIES NETFLIX', 'serie', 'Netflix'],
    ['SERIES AMAZON', 'serie', 'Prime Video'],
    ['Series | Prime Video', 'serie', 'Prime Video'],
    ['SERIES DISNEY+', 'serie', 'Disney'],
    ['Series Apple TV+', 'serie', 'Apple TV'],
    ['SERIES HBO MAX', 'serie', 'HBO MAX'],
    ['SERIES MAX', 'serie', 'HBO MAX'],
    ['SERIES PARAMOUNT+', 'serie', 'Hulu y Otros'],
    ['SERIES RETRO', 'serie', 'Retro'],
    ['SERIES ANIMADAS', 'serie', 'Animadas'],
    ['SERIES KIDS', 'serie', 'ZONA KIDS'],
    ['SERIES', 'serie', undefined],
    ['NETFLIX', undefined, 'Netflix'],
    ['NOVELAS', 'novela', undefined],
    ['TELENOVELAS TURCAS', 'novela', undefined],
    ['ANIME', 'anime', undefined],
    ['K-DRAMAS', 'dorama', undefined],
    ['Doramas Coreanos', 'dorama', undefined],
    ['DOCUMENTALES', 'documental', undefined],
  ])('reads the kind and the category of %s', (group, tipo, subcategoria) => {
    expect(readGroup(group)).toMatchObject({ tipo, subcategoria });
  });

  it.each([
    ['CINE ESTRENOS 2023', 'CINE_2025', []],
    ['CINE DE CULTO', undefined, ['Culto']],
    ['4K UHD', 'CINE_4K', []],
    ['Películas 60FPS', 'CINE_60FPS', []],
    ['CINE INFANTIL', 'ZONA_KIDS', []],
    ['CINE NAVIDAD', 'ESPECIALES', []],
    ['Cine: Acción y Aventuras', undefined, ['Acción', 'Aventura']],
    ['PELICULAS;TERROR', undefined, ['Terror']],
    ['CINE CIENCIA FICCIÓN', undefined, ['Ciencia ficción']],
  ])('reads the section and the genres of %s', (group, mainSection, genres) => {
    expect(readGroup(group)).toMatchObject({ tipo: 'pelicula', mainSection, genres });
  });

  it.each([
    ['Series y Novelas', 'novela'],
    ['SERIES ANIME', 'anime'],
    ['Documentales Series', 'documental'],
    ['Cine y Series', 'serie'],
    ['K DRAMA', 'dorama'],
    ['Tele Novelas', 'novela'],
    ['DOCUSERIES', 'documental'],
    ['TV SHOWS', 'serie'],
    ['MINISERIES', 'serie'],
    ['60 FPS', 'pelicula'],
    ['60FPS', 'pelicula'],
    ['MOVIES', 'pelicula'],
    ['PELIS', 'pelicula'],
    ['Deportes', undefined],
    ['Noticias 24', undefined],
  ])('lets the most specific word of %s decide the kind: %s', (group, tipo) => {
    expect(readGroup(group).tipo).toBe(tipo);
  });

  it.each([
    ['CINE 4K 60FPS', 'CINE_60FPS'],
    ['CINE UHD KIDS', 'CINE_4K'],
    ['ESTRENOS KIDS', 'ZONA_KIDS'],
    ['CARTELERA NAVIDAD', 'CINE_2025'],
    ['Recién Agregadas', 'CINE_2025'],
    ['CINE 2024', 'CINE_2025'],
    ['CINE 2029', 'CINE_2025'],
    ['CINE 2023', undefined],
    ['Especial Halloween', 'ESPECIALES'],
    ['SEMANA SANTA', 'ESPECIALES'],
    ['NIÑOS', 'ZONA_KIDS'],
    ['Ultra HD', 'CINE_4K'],
  ])('reads the section of %s: %s', (group, section) => {
    expect(readGroup(group).mainSection).toBe(section);
  });

  it.each([
    ['NETFLIX KIDS', 'ZONA KIDS'],
    ['Series | PRIMEVIDEO', 'Prime Video'],
    ['DISNEY PLUS', 'Disney'],
    ['APPLETV', 'Apple TV'],
    ['HBOMAX', 'HBO MAX'],
    ['Series Clásicas', 'Retro'],
    ['SERIES 80s', 'Retro'],
    ['Caricaturas', 'Animadas'],
    ['VIX', 'Hulu y Otros'],
    ['Otras', 'Hulu y Otros'],
    ['Series', undefined],
  ])('reads the category of %s: %s', (group, category) => {
    expect(readGroup(group).subcategoria).toBe(category);
  });

  it.each([
    ['Acción', ['Acción']],
    ['ROMÁNTICAS / DRAMA', ['Drama', 'Romance']],
    ['Sci-Fi', ['Ciencia ficción']],
    ['Thriller;Crimen', ['Crimen', 'Suspenso']],
    ['Policíacas', ['Crimen']],
    ['Bélicas e Históricas', ['Bélica', 'Historia']],
    ['Biográfica', ['Biografía']],
    ['K-DRAMA y DRAMA', ['Drama']],
    ['Animadas clásicas', ['Animación', 'Clásicos']],
    ['Accionistas', []],
  ])('reads the genres of %s: %j', (group, genres) => {
    expect(readGroup(group).genres).toEqual(genres);
  });

  it('ignores case, accents, punctuation and blanks', () => {
    const spellings = ['Series · Acción', 'SERIES|ACCION', '  series -- acción!! ', '[Series] (Acción)'];
    const [first, ...others] = spellings.map(readGroup);
    for (const other of others) expect(other).toEqual(first);
  });

  it('matches whole words only', () => {
    expect(readGroup('CINEMAX MAXIMO')).toMatchObject({
      tipo: undefined,
      mainSection: undefined,
      subcategoria: undefined,
      genres: [],
    });
    expect(readGroup('K-DRAMA').genres).toEqual([]);
  });

  it('finds no kind, section or genre in a group that names none', () => {
    expect(readGroup('')).toMatchObject({
      tipo: undefined,
      mainSection: undefined,
      subcategoria: undefined,
      genres: [],
    });
  });
});

it.each([
  ['CINE', 'films'],
  ['SAGAS', 'films'],
  ['FILMES | AÇÃO', 'films'],
  ['ESTRENOS 2024', 'films'],
  ['TELENOVELAS', 'series'],
  ['Élite - Temporada 2', 'series'],
  ['SERIES NETFLIX', 'series'],
  ['SERIES Y PELICULAS', 'mixed'],
  ['PELICULAS ANIME', 'mixed'],
  ['Terror', 'mixed'],
  ['NETFLIX', 'mixed'],
  ['VARIOS', undefined],
])('the group %s says that it contains %s', (group, content) => {
  expect(readGroup(group).content).toBe(content);
});

describe('the series of a group', () => {
  it.each([
    ['Élite - Temporada 2', 'Élite', 2],
    ['BREAKING BAD T3', 'BREAKING BAD', 3],
    ['Series | Drama | Élite | Temporada 2', 'Élite', 2],
    ['SERIES | Netflix | Élite', 'Élite', undefined],
    ['SERIES » Los Serrano » S04', 'Los Serrano', 4],
    ['Vis a vis (Temporada 3)', 'Vis a vis', 3],
    ['La que se avecina 2ª Temporada', 'La que se avecina', 2],
    ['El internado - Segunda temporada', 'El internado', 2],
    ['Star Trek - Season 1', 'Star Trek', 1],
    ['Lupin', 'Lupin', undefined],
    ['Series / Cuéntame', 'Cuéntame', undefined],
    ['TEMPORADA 2 | La reina del sur', 'La reina del sur', 2],
  ])('%s is %s, season %s', (group, name, season) => {
    expect(readGroup(group).series).toMatchObject({ name, season });
  });

  it('is explicit where a season or a word for series says so', () => {
    const groups = ['Élite - Temporada 2', 'Series / Cuéntame', 'Lupin', 'Harry Potter'];
    const explicit = groups.map((group) => readGroup(group).series?.isExplicit);
    expect(explicit).toEqual([true, true, false, false]);
  });

  it.each([
    'Series',
    'SERIES NETFLIX',
    'Series | Netflix',
    'SERIES | Acción y Aventura',
    'SERIES 4K',
    'Netflix',
    'Series | 2023',
    'Series Turcas',
    'SERIES | España',
    'Cine | Estrenos',
    'Películas 2019',
    '',
  ])('is none in %s', (group) => {
    expect(readGroup(group).series).toBeUndefined();
  });
});

describe('a group', () => {
  it.each([
    ['México', 'mx'],
    ['MX | DEPORTES', 'mx'],
    ['🇦🇷 Argentina', 'ar'],
    ['🇪🇸 TDT', 'es'],
    ['Canales de Chile', 'cl'],
    ['ES: Noticias', 'es'],
    ['ARG - Noticias', 'ar'],
    ['Deportes', undefined],
    ['De todo un poco', undefined],
    ['LAT | PELICULAS', undefined],
  ])('%s is of the country %s', (group, country) => {
    expect(readGroup(group).country).toBe(country);
  });

  it.each([
    ['VOD | NETFLIX', 'on_demand'],
    ['PELICULAS NETFLIX', 'movie'],
    ['ES | PELICULAS', 'movie'],
    ['🎬 Pelis', 'movie'],
    ['CINE', 'cinema'],
    ['SERIES | Netflix', 'series'],
    ['TNT SERIES', undefined],
    ['CINEMAX', undefined],
  ])('%s begins with the word for %s', (group, word) => {
    expect(readGroup(group).word).toBe(word);
  });

  it.each(['Undefined', 'null', 'NULL', 'None', 'N/A', '-', '--', ' undefined '])('%s is none', (group) => {
    expect(readGroup(group).isNone).toBe(true);
  });

  it.each(['Nulo', 'Nonstop', 'Noticias', 'Null Sector'])('%s is one', (group) => {
    expect(readGroup(group).isNone).toBe(false);
  });
});
