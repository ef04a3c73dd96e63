import { enrichmentInfoSchema, type VideoCard } from '@butaca/contract';
import { expect, it } from 'vitest';
import type { VideoFacts } from './alike.ts';
import { fallbackInfo as infoOf } from './fallback-info.ts';

const film: VideoCard = {
  _id: 'f',
  title: 'El faro',
  description: '',
  tipo: 'pelicula',
  subtipo: null,
  mainSection: null,
  subcategoria: null,
  genres: ['Terror', 'Drama'],
  releaseYear: 1994,
  rating: 7.5,
  thumbnail: null,
  backdrop: null,
  trailerUrl: null,
  isFeatured: false,
  seasonCount: 0,
  chapterCount: 0,
  locked: false,
};

const nothing: VideoFacts = { director: null, cast: [], durationSeconds: null };
const fallbackInfo = (video: VideoCard, facts: VideoFacts = nothing) => infoOf(video, facts);

it('the fallback information names director, cast and duration where the catalogue knows them', () => {
  const info = fallbackInfo(film, { director: 'Ana Ruiz', cast: ['Luis', 'Eva'], durationSeconds: 6_127 });
  expect(info).toMatchObject({ director: 'Ana Ruiz', cast: 'Luis, Eva' });
  expect(info.production).toContain('Géneros: Terror y Drama. Dura 1 h 42 min. Valoración');
});

it.each([
  [7_200, 'Dura 2 h.'],
  [2_700, 'Dura 45 min.'],
])('a duration of %d seconds reads «%s»', (durationSeconds, words) => {
  expect(fallbackInfo(film, { ...nothing, durationSeconds }).production).toContain(words);
});

it('the fallback information says what the catalogue knows and «No disponible» for the rest', () => {
  const info = fallbackInfo(film);
  expect(info.production).toBe('Película de 1994. Géneros: Terror y Drama. Valoración: 7,5 sobre 10.');
  expect(info).toMatchObject({
    director: 'No disponible',
    cast: 'No disponible',
    awards: 'No disponible',
    boxOffice: 'No disponible',
    locations: 'No disponible',
    budget: 'No disponible',
    source: 'fallback',
  });
});

it('the fallback information of a series counts its seasons and chapters', () => {
  const { production } = fallbackInfo({ ...film, tipo: 'serie', seasonCount: 1, chapterCount: 12 });
  expect(production).toContain('Serie de 1994.');
  expect(production).toContain('Aquí tiene 1 temporada y 12 capítulos.');
});

it.each(['Acción', 'Comedia', 'Drama', 'Terror', 'Ciencia Ficción', 'Romance'])(
  'the fallback information has texts of its own for the genre %s',
  (genre) => {
    const info = fallbackInfo({ ...film, genres: [genre] });
    const unknown = fallbackInfo({ ...film, genres: ['Esgrima'] });
    expect(info.trivia.length).toBeGreaterThanOrEqual(2);
    expect(info.culturalImpact).not.toBe(unknown.culturalImpact);
    expect(info.generalHeading).toBe(`Del género ${genre.toLowerCase()}`);
    expect(unknown.generalHeading).toBe('Del cine y las series');
    expect(enrichmentInfoSchema.safeParse(info).success).toBe(true);
  },
);

it('the heading of general statements names the genre that they are about', () => {
  expect(fallbackInfo({ ...film, genres: ['Aventura'] }).generalHeading).toBe('Del género acción');
});

it('the fallback information has different texts for each decade, under a heading that names the decade', () => {
  const tell = (year: number) => fallbackInfo({ ...film, releaseYear: year }).ofDecade;
  const told = [1989, 1990, 2000, 2010, 2020].map(tell);
  for (const part of ['heading', 'production', 'trivia'] as const) {
    expect(new Set(told.map((words) => words?.[part])).size).toBe(5);
  }
  expect(tell(1999)).toEqual(told[1]);
  expect(tell(1994)?.heading).toBe('De los años noventa');
  expect(tell(1927)?.heading).toBe('De antes de los años noventa');
});

it('the fallback information says nothing of the decade among what it says of the title or its genre', () => {
  for (const releaseYear of [1927, 1994, 2005, 2015, 2024]) {
    const { production, trivia } = fallbackInfo({ ...film, releaseYear });
    expect(`${production} ${trivia.join(' ')}`).not.toMatch(/década|noventa|años veinte/);
  }
});

it('the fallback information does not need a year, a genre or a rating', () => {
  const info = fallbackInfo({ ...film, genres: [], releaseYear: null, rating: null });
  expect(info.production).toBe('Película.');
  expect(info.trivia).toHaveLength(2);
  expect(info.ofDecade).toBeUndefined();
});
