import { isHiddenValue } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { fallbackChannelInfo } from './fallback-info.ts';
import { wordsOfGenres, wordsOfYear } from './fallback-words.ts';

describe('the fallback texts of a genre', () => {
  it.each([
    [['Acción'], 'Intenso'],
    [['Action'], 'Intenso'],
    [['Aventura'], 'Intenso'],
    [['Acción y Aventura'], 'Intenso'],
    [['COMEDY'], 'Alegre'],
    [['Drama'], 'Emotivo'],
    [['Horror'], 'Inquietante'],
    [['Sci-Fi'], 'Asombroso'],
    [['Ciencia-Ficción'], 'Asombroso'],
    [['Science Fiction'], 'Asombroso'],
    [['Romántica'], 'Tierno'],
    [['Esgrima', 'Terror', 'Comedia'], 'Inquietante'],
    [['Esgrima'], 'Para disfrutar'],
    [[], 'Para disfrutar'],
    [['constructor', '__proto__', 'toString'], 'Para disfrutar'],
  ])('have for %j the mood «%s»', (genres, mood) => {
    expect(wordsOfGenres(genres).mood).toBe(mood);
  });

  it('are there for every genre, and no sentence occurs twice', () => {
    const all = ['accion', 'comedia', 'drama', 'terror', 'ciencia ficcion', 'romance', 'otro'].map((genre) =>
      wordsOfGenres([genre]),
    );
    const sentences = all.flatMap(({ trivia, culturalImpact }) => [...trivia, culturalImpact]);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/\.$/);
      expect(isHiddenValue(sentence)).toBe(false);
    }
  });
});

describe('the fallback text of a release year', () => {
  it.each([
    [1895, 'Antes de los noventa'],
    [1989, 'Antes de los noventa'],
    [1990, 'En los noventa'],
    [1999, 'En los noventa'],
    [2000, 'En la década de 2000'],
    [2009, 'En la década de 2000'],
    [2010, 'En la década de 2010'],
    [2020, 'En la década de 2020'],
    [2100, 'En la década de 2020'],
  ])('begins for %i with «%s»', (year, beginning) => {
    expect(wordsOfYear(year)?.trivia.startsWith(beginning)).toBe(true);
  });

  it('is undefined without a year', () => {
    expect(wordsOfYear(null)).toBeUndefined();
  });
});

it('the fallback information of a channel says only its name and section', () => {
  const info = fallbackChannelInfo({ name: 'Canal Uno', section: 'Noticias' });
  expect(info.production).toBe('Canal Uno emite en vivo en la categoría Noticias.');
  expect(info.source).toBe('fallback');
  const { production: _told, source: _source, generalHeading, ofDecade, ...rest } = info;
  expect([generalHeading, ofDecade]).toEqual([undefined, undefined]);
  for (const value of Object.values(rest)) {
    expect(Array.isArray(value) ? value.length === 0 : isHiddenValue(value)).toBe(true);
  }
});
