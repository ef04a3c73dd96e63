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

const channel = { name: 'Canal Uno', section: 'Noticias', number: 7 };

it('the fallback information of a channel says its country, languages, qualities and sources where they are known', () => {
  const tell = (facts: Partial<Parameters<typeof fallbackChannelInfo>[1]>) =>
    fallbackChannelInfo(channel, { country: null, languages: [], qualities: [], sourceCount: 1, ...facts })
      .production;
  expect(tell({ country: 'mx', languages: ['es-419', 'en'], qualities: ['FHD'], sourceCount: 3 })).toBe(
    'Canal Uno emite en vivo en la categoría Noticias. Es el número 7. País: México. Idiomas: Latino e Inglés. ' +
      'Calidad: FHD. Tiene 3 fuentes: si una falla, sigue con otra.',
  );
  expect(tell({ languages: ['es'], qualities: ['HD', 'SD'] })).toBe(
    'Canal Uno emite en vivo en la categoría Noticias. Es el número 7. Idioma: Español. Calidades: HD y SD.',
  );
});

it('the fallback information of a channel says nothing of what is unknown', () => {
  const info = fallbackChannelInfo(channel, { country: null, languages: [], qualities: [], sourceCount: 1 });
  expect(info.production).toBe('Canal Uno emite en vivo en la categoría Noticias. Es el número 7.');
  expect(info.source).toBe('fallback');
  const { production: _told, source: _source, generalHeading, ofDecade, ...rest } = info;
  expect([generalHeading, ofDecade]).toEqual([undefined, undefined]);
  for (const value of Object.values(rest)) {
    expect(Array.isArray(value) ? value.length === 0 : isHiddenValue(value)).toBe(true);
  }
});
