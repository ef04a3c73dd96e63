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

  it('takes whole words only', () => {
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
