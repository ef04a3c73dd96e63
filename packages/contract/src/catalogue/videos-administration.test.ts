import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { createVideo, deleteVideos, listAdminVideos, videoInputSchema } from './videos-administration.ts';
import { deleteBatchMax, videoLimits } from './videos-rules.ts';

const read = (value: unknown) => videoInputSchema.parse(value);
const faults = (value: unknown) => faultsOf(videoInputSchema, value);
const chapters = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ chapterNumber: from + index, title: 'x' }));

describe('a video as the editor sends it', () => {
  it('has default values for all fields that it omits', () => {
    expect(read({})).toEqual({ title: '', tipo: '', url: '', seasons: [] });
  });

  it('is parsed without undeclared fields', () => {
    expect(read({ title: 'Duna', isAdmin: true, _id: '7' })).not.toHaveProperty('isAdmin');
    expect(read({ _id: '7' })).not.toHaveProperty('_id');
  });

  it('keeps what an editor may send', () => {
    const video = {
      title: 'Duna',
      tipo: 'pelicula',
      url: 'https://vod.example/duna.mp4',
      customThumbnail: 'https://img.example/1.jpg',
      thumbnail: null,
      backdrop: 'internal:demo/duna.webp',
      description: 'Arena.',
      trailerUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      releaseYear: 1984,
      rating: 6.3,
      isFeatured: true,
      active: false,
      subtipo: 'saga',
      mainSection: 'CINE_4K',
      subcategoria: null,
      genres: ['Drama'],
      requiresPlan: ['premium'],
      revision: '12',
    };
    expect(read(video)).toEqual({ ...video, seasons: [] });
  });

  it('reads an empty choice as no choice', () => {
    const none = { mainSection: '', subcategoria: '', subtipo: ' ', thumbnail: '', trailerUrl: '' };
    expect(read(none)).toMatchObject({
      mainSection: null,
      subcategoria: null,
      subtipo: null,
      thumbnail: null,
      trailerUrl: null,
    });
  });

  it('sorts the plans from the lowest, without duplicates and unknown ones', () => {
    expect(read({ requiresPlan: ['premium', 'gratis', 'gplay', 'premium'] }).requiresPlan).toEqual([
      'gplay',
      'premium',
    ]);
  });

  it('trims genres, drops duplicates, and splits them at commas', () => {
    expect(read({ genres: [' Drama ', '', 'Acción, Drama'] }).genres).toEqual(['Drama', 'Acción']);
  });

  it('has default values for the fields that a season and a chapter omit', () => {
    expect(
      read({ seasons: [{ seasonNumber: 0, chapters: [{ duration: ' ' }, {}] }, { seasonNumber: 1 }] })
        .seasons,
    ).toEqual([
      {
        seasonNumber: 0,
        title: '',
        chapters: [
          { title: '', url: '', duration: '0:00', description: '' },
          { title: '', url: '', duration: '0:00', description: '' },
        ],
      },
      { seasonNumber: 1, title: '', chapters: [] },
    ]);
  });

  it.each(['internal:demo/trailer.mp4', 'dQw4w9WgXcQ', 'http://vod.example/trailer.mp4', null])(
    'accepts the trailer %s',
    (trailerUrl) => {
      expect(read({ trailerUrl }).trailerUrl).toBe(trailerUrl);
    },
  );

  it.each(['internal:../secreto', 'internal:a/../../b', 'dQw4w9WgXc', 'rtmp://vod.example/1', 'trailer', 7])(
    'refuses the trailer %s',
    (trailerUrl) => {
      expect(faults({ trailerUrl })).toEqual([
        'trailerUrl: Debe ser una dirección http:// o https://, o la clave de un video de YouTube.',
      ]);
    },
  );

  it.each([
    ['releaseYear', 1_870],
    ['releaseYear', 2_200],
    ['releaseYear', null],
    ['rating', 0],
    ['rating', 10],
    ['rating', null],
  ])('accepts the %s %d', (field, value) => {
    expect(faults({ [field]: value })).toEqual([]);
  });

  it.each([
    [{ title: 'x'.repeat(501) }, 'title: Admite como máximo 500 caracteres.'],
    [{ title: null }, 'title: Debe ser un texto.'],
    [{ tipo: 'cortometraje' }, 'tipo: Ese tipo de contenido no existe.'],
    [{ url: 'duna.mp4' }, 'url: Debe ser una dirección completa.'],
    [{ url: 'javascript:alert(1)' }, 'url: Debe ser una dirección completa.'],
    [{ thumbnail: 'rtmp://img.example/1' }, 'thumbnail: Debe ser una dirección http:// o https://.'],
    [
      { backdrop: `http://img.example/${'x'.repeat(2_048)}` },
      'backdrop: Debe ser una dirección http:// o https://.',
    ],
    [{ releaseYear: 1_869 }, 'releaseYear: Debe ser 1870 o posterior.'],
    [{ releaseYear: 2_201 }, 'releaseYear: Debe ser 2200 o anterior.'],
    [{ releaseYear: 1_999.5 }, 'releaseYear: Debe ser un año.'],
    [{ releaseYear: '1999' }, 'releaseYear: Debe ser un año.'],
    [{ rating: -0.1 }, 'rating: Debe estar entre 0 y 10.'],
    [{ rating: 10.1 }, 'rating: Debe estar entre 0 y 10.'],
    [{ rating: Number.NaN }, 'rating: Debe ser un número.'],
    [{ isFeatured: 'sí' }, 'isFeatured: Debe ser true o false.'],
    [{ subcategoria: 'Blockbuster' }, /^subcategoria: Debe ser una de estas: Netflix, .*, ZONA KIDS\.$/],
    [{ mainSection: 'cine_4k' }, /^mainSection: Debe ser una de estas: POR_GENERO, .*, ZONA_KIDS\.$/],
    [{ genres: 'Drama' }, 'genres: Debe ser una lista de géneros.'],
    [{ genres: ['x'.repeat(61)] }, 'genres.0: Admite como máximo 60 caracteres.'],
    [{ requiresPlan: 'premium' }, 'requiresPlan: Debe ser una lista de planes.'],
    [{ requiresPlan: Array.from({ length: 33 }, () => 'premium') }, 'requiresPlan: Son demasiados planes.'],
    [{ seasons: {} }, 'seasons: Debe ser una lista de temporadas.'],
    [{ seasons: [7] }, 'seasons.0: Debe ser una temporada.'],
    [{ seasons: [{}] }, 'seasons.0.seasonNumber: Debe ser un número.'],
    [{ seasons: [{ seasonNumber: -1 }] }, 'seasons.0.seasonNumber: Debe ser cero o más.'],
    [{ seasons: [{ seasonNumber: 1.5 }] }, 'seasons.0.seasonNumber: Debe ser un número entero.'],
    [{ seasons: [{ seasonNumber: 100_001 }] }, 'seasons.0.seasonNumber: El número es demasiado grande.'],
    [
      { seasons: [{ seasonNumber: 1, chapters: 'x' }] },
      'seasons.0.chapters: Debe ser una lista de capítulos.',
    ],
    [{ seasons: [{ seasonNumber: 1, chapters: [null] }] }, 'seasons.0.chapters.0: Debe ser un capítulo.'],
    [
      { seasons: [{ seasonNumber: 1, chapters: [{ duration: '0:00:00:00:00:00:00:00' }] }] },
      'seasons.0.chapters.0.duration: Admite como máximo 20 caracteres.',
    ],
  ])('refuses %o', (value, sentence) => {
    const found = faults(value);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(sentence);
  });

  it.each([null, 'x', [], 7])('cannot be %o', (value) => {
    expect(faults(value)).toEqual([': Debe ser un objeto.']);
  });

  it('is refused with all its faults at once', () => {
    expect(faults({ title: 7, rating: 11, seasons: [{}] })).toHaveLength(3);
  });
});

describe('the limits of a video', () => {
  it('allow 50 genres, counting duplicates once', () => {
    const genres = Array.from({ length: videoLimits.genres }, (_, index) => `G${index}`);
    expect(faults({ genres: [...genres, 'G0'] })).toEqual([]);
    expect(faults({ genres: [...genres, 'otro'] })).toEqual(['genres: Son demasiados géneros.']);
  });

  it('allow 200 seasons', () => {
    const seasons = Array.from({ length: videoLimits.seasons + 1 }, (_, seasonNumber) => ({ seasonNumber }));
    expect(faults({ seasons: seasons.slice(1) })).toEqual([]);
    expect(faults({ seasons })).toEqual(['seasons: Admite como máximo 200 temporadas.']);
  });

  it('allow 5000 chapters in all seasons together', () => {
    const half = videoLimits.chapters / 2;
    const first = { seasonNumber: 1, chapters: chapters(half) };
    expect(faults({ seasons: [first, { seasonNumber: 2, chapters: chapters(half) }] })).toEqual([]);
    expect(faults({ seasons: [first, { seasonNumber: 2, chapters: chapters(half + 1) }] })).toEqual([
      'seasons: Admite como máximo 5000 capítulos.',
    ]);
  });

  it('allow a season and a chapter with the same key, but no duplicate key among either', () => {
    const one = { _id: '1', seasonNumber: 1, chapters: [{ _id: '1' }, { _id: '2' }] };
    const twice = ['seasons: Una temporada o un capítulo está dos veces.'];
    expect(faults({ seasons: [one] })).toEqual([]);
    expect(faults({ seasons: [one, { _id: '1', seasonNumber: 2 }] })).toEqual(twice);
    expect(faults({ seasons: [one, { seasonNumber: 2, chapters: [{ _id: '2' }] }] })).toEqual(twice);
    expect(faults({ seasons: [{ seasonNumber: 1, chapters: [{}, {}] }, { seasonNumber: 2 }] })).toEqual([]);
  });

  it('fit into the body limit of a save', () => {
    const seasons = [{ seasonNumber: 1, chapters: chapters(videoLimits.chapters) }];
    expect(createVideo.maxBodyBytes).toBeGreaterThan(JSON.stringify({ seasons }).length * 10);
  });
});

describe('deleting several videos', () => {
  const body = deleteVideos.input.body;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

  it('accepts 1 to 500 keys', () => {
    expect(faultsOf(body, { videoIds: ids(1) })).toEqual([]);
    expect(faultsOf(body, { videoIds: ids(deleteBatchMax) })).toEqual([]);
    expect(faultsOf(body, { videoIds: [] })).toEqual(['videoIds: Elige al menos un VOD.']);
    expect(faultsOf(body, { videoIds: ids(deleteBatchMax + 1) })).toEqual([
      'videoIds: Se eliminan como máximo 500 VODs a la vez.',
    ]);
  });

  it('refuses anything but a list of keys, and names the invalid one', () => {
    expect(faultsOf(body, { videoIds: '1' })).toEqual(['videoIds: Debe ser una lista de identificadores.']);
    expect(faultsOf(body, { videoIds: ['1', 'a b'] })).toEqual([
      'videoIds.1: No es un identificador válido.',
    ]);
    expect(faultsOf(body, [])).toEqual([': Debe ser un objeto.']);
  });
});

describe('the list of videos for administrators', () => {
  it('has fifty videos per page by default', () => {
    expect(listAdminVideos.input.query.parse({})).toEqual({ page: 1, limit: 50 });
  });

  it('accepts an empty search text, which filters nothing', () => {
    expect(listAdminVideos.input.query.parse({ search: ' ', tipo: '' })).toMatchObject({
      search: '',
      tipo: '',
    });
    expect(faultsOf(listAdminVideos.input.query, { search: '%%' })).toEqual([
      'search: Escribe al menos una letra o un número.',
    ]);
  });
});
