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

describe('what a video is compared by', () => {
  it('is its kind, section, year, genres and the title without its article', () => {
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

  it('has each genre once, whatever its spelling, and at most four', () => {
    const genres = ['Acción', 'accion', 'ACCIÓN', 'Drama', 'Terror', 'Romance', 'Comedia'];
    expect(compare({ genres }).genres).toEqual(['accion', 'drama', 'terror', 'romance']);
  });

  it('has the words of title and description that tell it apart, each once and in their order', () => {
    const { words } = compare({
      title: 'Marea alta',
      description: 'Cuando la MAREA sube, todos los pescadores de la ría cuentan la historia de otra marea.',
    });
    expect(words).toEqual(['marea', 'alta', 'sube', 'pescadores', 'cuentan']);
  });

  it('has no more than sixteen words, however long the description is', () => {
    const description = Array.from({ length: 500 }, (_, index) => `palabra${index}`).join(' ');
    const { words } = compare({ title: 'Faro', description });
    expect(words).toHaveLength(16);
    expect(words.slice(0, 2)).toEqual(['faro', 'palabra0']);
  });

  it('has no words where title and description have only short and common ones', () => {
    expect(compare({ title: 'Él y yo', description: 'La vida de uno, y todo lo que es.' }).words).toEqual([]);
  });
});

describe('the beginning by which a film series is recognised', () => {
  it.each([
    ['Relámpago', 'relampago%'],
    ['Relámpago 2', 'relampago%'],
    ['Relámpago III', 'relampago%'],
    ['Relámpago parte 2', 'relampago%'],
    ['Relámpago: el regreso', 'relampago%'],
    ['Los guardianes del faro 4', 'guardianes del faro%'],
    ['Relámpago 100% real', 'relampago%'],
  ])('is, of %j, %j', (title, beginning) => {
    expect(compare({ title }).beginning).toBe(beginning);
  });

  it.each(['Faro', 'Ella', 'IT 2', 'Historia', 'Siempre', '«7»', 'Eva: la venganza'])(
    'is none of %j, which many titles share',
    (title) => {
      expect(compare({ title }).beginning).toBeUndefined();
    },
  );

  it.each(['50%', 'a_b_c_d', 'x\\y%z', 'Relámpago_%'])(
    'has no wildcard of the database but its last character, of %j either',
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
  ])('is known by %s', (_what, more) => {
    expect(compare(more as Partial<VideoCard>).isForKids).toBe(true);
  });

  it('is not one whose title merely says so', () => {
    expect(compare({ title: 'Zona kids', genres: ['ZONA KIDS'] }).isForKids).toBe(false);
  });
});
