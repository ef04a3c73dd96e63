import { describe, expect, it } from 'vitest';
import { mapGroup } from './map-group.ts';

describe('mapGroup', () => {
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
    expect(mapGroup(group)).toMatchObject({ tipo, subcategoria });
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
    expect(mapGroup(group)).toMatchObject({ tipo: 'pelicula', mainSection, genres });
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
    expect(mapGroup(group).tipo).toBe(tipo);
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
    expect(mapGroup(group).mainSection).toBe(section);
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
    expect(mapGroup(group).subcategoria).toBe(category);
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
    expect(mapGroup(group).genres).toEqual(genres);
  });

  it('ignores case, accents, punctuation and blanks', () => {
    const spellings = ['Series · Acción', 'SERIES|ACCION', '  series -- acción!! ', '[Series] (Acción)'];
    const [first, ...others] = spellings.map(mapGroup);
    for (const other of others) expect(other).toEqual(first);
  });

  it('matches whole words only', () => {
    expect(mapGroup('CINEMAX MAXIMO')).toEqual({
      tipo: undefined,
      mainSection: undefined,
      subcategoria: undefined,
      genres: [],
    });
    expect(mapGroup('K-DRAMA').genres).toEqual([]);
  });

  it('finds no kind, section or genre in a group that names none', () => {
    expect(mapGroup('')).toEqual({
      tipo: undefined,
      mainSection: undefined,
      subcategoria: undefined,
      genres: [],
    });
  });
});
