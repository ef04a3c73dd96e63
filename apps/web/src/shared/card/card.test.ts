import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCard, readCards, watchPath, type Card } from './card.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => warn.mockClear());

/** Reads a card from a fake catalogue item that has only an id and the given fields. */
function card(fields: object): Card {
  const read = readCard({ _id: 'v1', ...fields });
  if (read === undefined) throw new Error('the item has an id');
  return read;
}

/**
 * Arbitrary catalogue items for property tests: the field names that the reader of cards knows, each with an arbitrary
 * JSON value.
 */
const fields = [
  'id',
  '_id',
  'name',
  'title',
  'tipo',
  'itemType',
  'genres',
  'releaseYear',
  'rating',
  'ratingDisplay',
  'thumbnail',
  'logo',
  'seasons',
  'watchProgress',
  'progressTime',
  'duration',
  'locked',
];
const anything = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...fields), fc.jsonValue(), { maxKeys: fields.length }),
);

describe('whatever the server sends', () => {
  it('is read without an error, into fields that a screen can show', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const read = readCard(value);
        if (read === undefined) return;
        expect(read.id.trim()).not.toBe('');
        expect(read.title.trim()).not.toBe('');
        const isSaid = read.tipo !== '';
        expect(read.typeLabel !== '').toBe(isSaid);
        expect(['movie', 'serie', 'anime', 'channel'].includes(read.type ?? '')).toBe(isSaid);
        expect(read.rating ?? '5.0').toMatch(/^(?:\d|10)\.\d$/);
        expect(new Set(read.genres).size).toBe(read.genres.length);
        expect(read.genres.every((genre) => genre !== '' && genre === genre.trim())).toBe(true);
        expect(read.year === undefined || (Number.isInteger(read.year) && read.year > 0)).toBe(true);
        const percent = read.progressPercent ?? 50;
        expect(percent > 0 && percent < 100).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is left out, and logged, exactly where it has no id', () => {
    fc.assert(
      fc.property(anything, (value) => {
        warn.mockClear();
        const isLeftOut = readCard(value) === undefined;
        expect(warn).toHaveBeenCalledTimes(isLeftOut ? 1 : 0);
      }),
    );
    expect(readCards([{ _id: 'a' }, { title: 'Sin identificador' }, null, { id: 7 }])).toMatchObject([
      { id: 'a' },
      { id: '7' },
    ]);
  });

  it('says the same of an item under every name that a field has', () => {
    const words = fc.string({ minLength: 1 }).filter((word) => word.trim() !== '');
    fc.assert(
      fc.property(words, words, words, (id, title, description) => {
        const plain = readCard({ _id: id, title, description });
        expect(readCard({ id, name: title, descripcion: description })).toEqual(plain);
        expect(readCard({ id, titulo: title, description })).toEqual(plain);
      }),
    );
  });
});

describe('the kind of an item', () => {
  it.each([
    ['pelicula', 'movie', 'Película'],
    ['Película', 'movie', 'Película'],
    ['movie', 'movie', 'Película'],
    ['serie', 'serie', 'Serie'],
    ['series', 'serie', 'Serie'],
    ['anime', 'anime', 'Anime'],
    ['dorama', 'serie', 'Dorama'],
    ['novela', 'serie', 'Novela'],
    ['documental', 'serie', 'Documental'],
    ['channel', 'channel', 'Canal'],
  ])('that is called «%s» is watched as %s and labelled «%s»', (tipo, type, typeLabel) => {
    expect(card({ tipo })).toMatchObject({ type, typeLabel });
    expect(card({ itemType: tipo })).toMatchObject({ type, typeLabel });
  });

  it('of «Zona Kids» is a series where it has seasons, else a film', () => {
    expect(card({ tipo: 'zona kids', seasonCount: 2 })).toMatchObject({
      type: 'serie',
      typeLabel: 'Zona Kids',
    });
    expect(card({ tipo: 'zona kids', seasonCount: 0 }).type).toBe('movie');
    expect(card({ tipo: 'zona kids', seasons: [{}] }).type).toBe('serie');
    expect(card({ tipo: 'zona kids', seasons: [] }).type).toBe('movie');
  });

  it('that is not said is not guessed, whatever else it has', () => {
    expect(card({})).toMatchObject({ type: undefined, typeLabel: '', tipo: '' });
    expect(card({ seasonCount: 1 })).toMatchObject({ type: undefined, typeLabel: '' });
    expect(watchPath(card({}), '/').to).toBe('/watch');
  });
});

describe('the words and images of a card', () => {
  it('have a title always', () => {
    expect(card({}).title).toBe('Sin título');
    expect(card({ title: '  ', titulo: 'Nosferatu' }).title).toBe('Nosferatu');
  });

  it('prefer the image that somebody chose', () => {
    const images = {
      customThumbnail: '/propia',
      thumbnail: '/suya',
      tmdbThumbnail: '/tmdb',
      logo: '/logo',
    };
    expect(card(images).posterUrl).toBe('/propia');
    expect(card({ ...images, customThumbnail: null }).posterUrl).toBe('/suya');
    expect(card({ ...images, customThumbnail: '', thumbnail: null }).posterUrl).toBe('/tmdb');
    expect(card({ logo: '/logo' }).posterUrl).toBe('/logo');
    expect(card({})).toMatchObject({ posterUrl: null, backdropUrl: null });
    expect(card({ poster: '/fondo' }).backdropUrl).toBe('/fondo');
  });

  it('have genres from a list or from a text with commas', () => {
    expect(card({ genres: 'Acción, Drama,, Acción ' }).genres).toEqual(['Acción', 'Drama']);
    expect(card({ genres: [' Terror', 3, null, ''] }).genres).toEqual(['Terror']);
    expect(card({ genres: 8 }).genres).toEqual([]);
  });

  it('have a year where one is known', () => {
    expect(card({ releaseYear: 1927 }).year).toBe(1927);
    expect(card({ year: '1927' }).year).toBe(1927);
    expect(card({ releaseYear: 'hace mucho' }).year).toBeUndefined();
    expect(card({ releaseYear: null }).year).toBeUndefined();
  });
});

describe('the badges', () => {
  it('show a rating with one decimal, whatever field it is in', () => {
    expect(card({ ratingDisplay: '8,74' }).rating).toBe('8.7');
    expect(card({ rating: 8 }).rating).toBe('8.0');
    expect(card({ rating: null, vote_average: 6.25 }).rating).toMatch(/^6\.[23]$/);
    expect(card({ imdbRating: '7.9' }).rating).toBe('7.9');
  });

  it('show no rating where there is none of ten', () => {
    for (const rating of [0, -1, 87, 'N/A', '', null, {}, []])
      expect(card({ rating }).rating).toBeUndefined();
  });

  it.each([
    [{ mainSection: 'CINE_4K' }, true],
    [{ title: 'Metrópolis 4K' }, true],
    [{ title: 'Metrópolis [2160p]' }, true],
    [{ title: 'Metrópolis UHD4k' }, true],
    [{ genres: 'Drama, 4K UltraHD' }, true],
    [{ mainSection: 'CINE_2025', title: 'A 14km de casa' }, false],
    [{ title: '4kids', genres: ['1080p'] }, false],
  ])('say of %j whether it is 4K: %s', (item, isUltraHd) => {
    expect(card(item).isUltraHd).toBe(isUltraHd);
  });

  it('say that the plan does not open it only where the server says so', () => {
    expect(card({ locked: true }).locked).toBe(true);
    expect(card({ locked: 'sí' }).locked).toBe(false);
    expect(card({}).locked).toBe(false);
  });
});

describe('how far a person is', () => {
  it('is a percentage of the fraction, else of the seconds', () => {
    expect(card({ watchProgress: { progress: 0.25 } }).progressPercent).toBe(25);
    expect(card({ watchProgress: { lastTime: 30, duration: 120 } }).progressPercent).toBe(25);
    expect(card({ progressTime: 60, duration: 120 }).progressPercent).toBe(50);
  });

  it('is shown neither at the start nor at the end', () => {
    for (const progress of [0, 1, 1.2, -0.1, null, '0.5']) {
      expect(card({ watchProgress: { progress } }).progressPercent).toBeUndefined();
    }
    expect(card({ watchProgress: { progress: 0.96, completed: true } }).progressPercent).toBeUndefined();
    expect(card({ watchProgress: { lastTime: 5, duration: 0 } }).progressPercent).toBeUndefined();
  });
});

describe('the way to the watch page', () => {
  it('carries where to come back to, and the title', () => {
    const film = card({ _id: 'a/b', tipo: 'pelicula', title: 'Luna', thumbnail: '/luna' });
    expect(watchPath(film, '/peliculas?seccion=CINE_4K')).toEqual({
      to: '/watch/movie/a%2Fb',
      state: { from: '/peliculas?seccion=CINE_4K', title: 'Luna' },
    });
    expect(watchPath(card({ tipo: 'novela' }), '/').to).toBe('/watch/serie/v1');
  });

  it('carries the logo of a channel', () => {
    const channel = card({ itemType: 'channel', name: 'Musa', logo: '/musa' });
    expect(watchPath(channel, '/')).toEqual({
      to: '/watch/channel/v1',
      state: { from: '/', title: 'Musa', logo: '/musa' },
    });
  });
});
