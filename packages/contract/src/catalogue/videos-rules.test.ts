import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVideoFault, isSingle, readGenres, type RuledVideo } from './videos-rules.ts';

const chapter = { chapterNumber: 1, title: 'El comienzo', url: 'http://vod.example/1.mp4' };
const season = { seasonNumber: 1, chapters: [chapter] };
const film: RuledVideo = { title: 'Duna', tipo: 'pelicula', url: 'http://vod.example/duna.mp4', seasons: [] };
const series: RuledVideo = { title: 'Reis', tipo: 'serie', url: '', seasons: [season] };

describe('isSingle', () => {
  it.each([
    ['a film', film, true],
    ['a film with neither address nor anything else', { ...film, url: '' }, true],
    ['a series', series, false],
    ['a series with an address of its own', { ...series, url: film.url, seasons: [] }, false],
    ['a title for children with an address', { ...film, tipo: 'zona kids' }, true],
    ['a title for children without an address', { ...film, tipo: 'zona kids', url: '' }, false],
    [
      'a title for children with an address and seasons',
      { ...series, tipo: 'zona kids', url: film.url },
      false,
    ],
  ])('classifies %s: %o', (_what, video, expected) => {
    expect(isSingle(video)).toBe(expected);
  });
});

describe('findVideoFault', () => {
  it.each([
    ['a film', film],
    ['a series', series],
    ['a title for children as a film', { ...film, tipo: 'zona kids' }],
    ['a title for children as a series', { ...series, tipo: 'zona kids' }],
    ['a season of specials, whose number is 0', { ...series, seasons: [{ ...season, seasonNumber: 0 }] }],
    ['seasons in any order', { ...series, seasons: [{ ...season, seasonNumber: 2 }, season] }],
    [
      'two seasons with chapters of the same numbers',
      { ...series, seasons: [season, { ...season, seasonNumber: 2 }] },
    ],
  ])('finds no fault in %s', (_what, video) => {
    expect(findVideoFault(video)).toBeUndefined();
  });

  it.each([
    ['a film without a title', { ...film, title: ' ' }, 'title', 'Título, URL y Tipo son obligatorios.'],
    ['a film without an address', { ...film, url: '' }, 'url', 'Título, URL y Tipo son obligatorios.'],
    ['a film with neither', { ...film, title: '', url: '' }, 'title', 'Título, URL y Tipo son obligatorios.'],
    ['a series without a title', { ...series, title: '\t' }, 'title', 'Título y Tipo son obligatorios.'],
    ['a video without a kind', { ...series, tipo: '' }, 'tipo', 'Título y Tipo son obligatorios.'],
    [
      'a series without seasons',
      { ...series, seasons: [] },
      'seasons',
      'Debe agregar al menos una temporada para este tipo de contenido.',
    ],
    [
      'a series with an address and without seasons',
      { ...series, url: film.url, seasons: [] },
      'seasons',
      'Debe agregar al menos una temporada para este tipo de contenido.',
    ],
    [
      'a title for children with neither address nor seasons',
      { ...film, tipo: 'zona kids', url: '' },
      'seasons',
      'Debe agregar al menos una temporada para este tipo de contenido.',
    ],
    [
      'a season without chapters',
      { ...series, seasons: [season, { seasonNumber: 2, chapters: [] }] },
      'seasons.1',
      'La temporada 2 debe tener al menos un capítulo.',
    ],
    [
      'a chapter without a title',
      {
        ...series,
        seasons: [{ ...season, chapters: [chapter, { ...chapter, chapterNumber: 2, title: ' ' }] }],
      },
      'seasons.0.chapters.1',
      'Todos los capítulos en la Temporada 1 deben tener título y URL.',
    ],
    [
      'a chapter without an address',
      { ...series, seasons: [season, { seasonNumber: 3, chapters: [{ ...chapter, url: '' }] }] },
      'seasons.1.chapters.0',
      'Todos los capítulos en la Temporada 3 deben tener título y URL.',
    ],
    [
      'a season number twice',
      { ...series, seasons: [season, { ...season, seasonNumber: 2 }, season] },
      'seasons.2',
      'La temporada 1 está repetida.',
    ],
    [
      'a chapter number twice in one season',
      { ...series, seasons: [{ ...season, chapters: [chapter, { ...chapter, title: 'Otro' }] }] },
      'seasons.0',
      'La temporada 1 tiene dos capítulos con el mismo número.',
    ],
  ])('refuses %s', (_what, video, path, message) => {
    expect(findVideoFault(video)).toEqual({ path, message });
  });

  it.each(['serie', 'anime', 'dorama', 'novela', 'documental'])(
    'requires seasons for the type %s, not an address',
    (tipo) => {
      expect(findVideoFault({ ...series, tipo })).toBeUndefined();
      expect(findVideoFault({ ...film, tipo })?.path).toBe('seasons');
    },
  );
});

describe('readGenres', () => {
  it.each([
    ['Drama, Acción', ['Drama', 'Acción']],
    [' Drama ,, Acción , Drama', ['Drama', 'Acción']],
    ['Ciencia ficción', ['Ciencia ficción']],
    ['drama,Drama', ['drama', 'Drama']],
    ['', []],
    [' , ,', []],
  ])('reads %j as %j', (text, genres) => {
    expect(readGenres(text)).toEqual(genres);
  });

  it('gives each genre once and trimmed, and reads its own result unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 })), (words) => {
        const genres = readGenres(words.join(','));
        expect(new Set(genres).size).toBe(genres.length);
        expect(genres.every((genre) => genre !== '' && genre === genre.trim())).toBe(true);
        expect(readGenres(genres.join(', '))).toEqual(genres);
      }),
    );
  });
});
