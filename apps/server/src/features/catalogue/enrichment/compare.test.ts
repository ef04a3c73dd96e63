import type { VideoCard } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { toCompared } from './compare.ts';

const video: VideoCard = {
  _id: 'v',
  title: 'El último faro',
  description: 'Una farera y su hija esperan al barco que trae las cartas.',
  tipo: 'pelicula',
  subtipo: null,
  mainSection: 'POR_GENERO',
  subcategoria: null,
  genres: ['Drama'],
  releaseYear: 2019,
  rating: null,
  thumbnail: null,
  backdrop: null,
  trailerUrl: null,
  isFeatured: false,
  seasonCount: 0,
  chapterCount: 0,
  locked: false,
};
const compare = (more: Partial<VideoCard>) => toCompared({ ...video, ...more });

describe('the comparison data of a video', () => {
  it('is its kind, section, year, genres, and its title without the article', () => {
    expect(compare({})).toMatchObject({
      id: 'v',
      titleSort: 'ultimo faro',
      tipo: 'pelicula',
      mainSection: 'POR_GENERO',
      subcategoria: null,
      releaseYear: 2019,
      genres: ['drama'],
      isForKids: false,
    });
  });

  it('has each genre once regardless of spelling, and at most four', () => {
    const genres = ['Acción', 'accion', 'ACCIÓN', 'Drama', 'Terror', 'Romance', 'Comedia'];
    expect(compare({ genres }).genres).toEqual(['accion', 'drama', 'terror', 'romance']);
  });

  it('has the distinctive words of title and description, each once and in their order', () => {
    const { words } = compare({
      title: 'Marea alta',
      description: 'Cuando la MAREA sube, todos los pescadores de la ría cuentan la historia de otra marea.',
    });
    expect(words).toEqual(['marea', 'alta', 'sube', 'pescadores', 'cuentan']);
  });

  it('has at most sixteen words, however long the description is', () => {
    const description = Array.from({ length: 500 }, (_, index) => `palabra${index}`).join(' ');
    const { words } = compare({ title: 'Faro', description });
    expect(words).toHaveLength(16);
    expect(words.slice(0, 2)).toEqual(['faro', 'palabra0']);
  });

  it('has no words where title and description have only short and common words', () => {
    expect(compare({ title: 'Él y yo', description: 'La vida de uno, y todo lo que es.' }).words).toEqual([]);
  });
});

describe('the title prefix that identifies a film series', () => {
  it.each([
    ['Relámpago', 'relampago%'],
    ['Relámpago 2', 'relampago%'],
    ['Relámpago III', 'relampago%'],
    ['Relámpago parte 2', 'relampago%'],
    ['Relámpago: el regreso', 'relampago%'],
    ['Los guardianes del faro 4', 'guardianes del faro%'],
    ['Relámpago 100% real', 'relampago%'],
  ])('of %j is %j', (title, beginning) => {
    expect(compare({ title }).beginning).toBe(beginning);
  });

  it.each(['Faro', 'Ella', 'IT 2', 'Historia', 'Siempre', '«7»', 'Eva: la venganza'])(
    'of the common title %j is undefined',
    (title) => {
      expect(compare({ title }).beginning).toBeUndefined();
    },
  );

  it.each(['50%', 'a_b_c_d', 'x\\y%z', 'Relámpago_%'])(
    'contains no SQL wildcard before its last character for the title %j',
    (title) => {
      expect(compare({ title }).beginning ?? '').not.toMatch(/[%_\\](?!$)/);
    },
  );
});

describe('a video for children', () => {
  it.each([
    ['its kind', { tipo: 'zona kids' }],
    ['its section', { mainSection: 'ZONA_KIDS' }],
    ['its category', { tipo: 'serie', subcategoria: 'ZONA KIDS' }],
  ])('is recognised by %s', (_what, more) => {
    expect(compare(more as Partial<VideoCard>).isForKids).toBe(true);
  });

  it('is not recognised by its title or its genre', () => {
    expect(compare({ title: 'Zona kids', genres: ['ZONA KIDS'] }).isForKids).toBe(false);
  });
});
