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

describe('readCard, given any value,', () => {
  it('returns fields that a screen can show, without throwing', () => {
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

  it('returns undefined and logs a warning only when the item has no id', () => {
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

  it('reads a field the same under each of its names', () => {
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

describe('the kind of a card', () => {
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
  ])('for «%s» is watched as %s and labelled «%s»', (tipo, type, typeLabel) => {
    expect(card({ tipo })).toMatchObject({ type, typeLabel });
    expect(card({ itemType: tipo })).toMatchObject({ type, typeLabel });
  });

  it('for «Zona Kids» is a series when it has seasons, otherwise a film', () => {
    expect(card({ tipo: 'zona kids', seasonCount: 2 })).toMatchObject({
      type: 'serie',
      typeLabel: 'Zona Kids',
    });
    expect(card({ tipo: 'zona kids', seasonCount: 0 }).type).toBe('movie');
    expect(card({ tipo: 'zona kids', seasons: [{}] }).type).toBe('serie');
    expect(card({ tipo: 'zona kids', seasons: [] }).type).toBe('movie');
  });

  it('is undefined when the server does not send it, whatever else the item has', () => {
    expect(card({})).toMatchObject({ type: undefined, typeLabel: '', tipo: '' });
    expect(card({ seasonCount: 1 })).toMatchObject({ type: undefined, typeLabel: '' });
    expect(watchPath(card({}), '/').to).toBe('/watch');
  });
});

describe('the texts and images of a card', () => {
  it('include a title in every case', () => {
    expect(card({}).title).toBe('Sin título');
    expect(card({ title: '  ', titulo: 'Nosferatu' }).title).toBe('Nosferatu');
  });

  it('have the chosen image as poster before the server’s own, TMDB’s and the logo', () => {
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

  it('have a year only when it is a number', () => {
    expect(card({ releaseYear: 1927 }).year).toBe(1927);
    expect(card({ year: '1927' }).year).toBe(1927);
    expect(card({ releaseYear: 'hace mucho' }).year).toBeUndefined();
    expect(card({ releaseYear: null }).year).toBeUndefined();
  });
});

describe('the badges of a card', () => {
  it('show the rating with one decimal, whichever field it is in', () => {
    expect(card({ ratingDisplay: '8,74' }).rating).toBe('8.7');
    expect(card({ rating: 8 }).rating).toBe('8.0');
    expect(card({ rating: null, vote_average: 6.25 }).rating).toMatch(/^6\.[23]$/);
    expect(card({ imdbRating: '7.9' }).rating).toBe('7.9');
  });

  it('show no rating that is not between 0 and 10', () => {
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
  ])('for %j show 4K: %s', (item, isUltraHd) => {
    expect(card(item).isUltraHd).toBe(isUltraHd);
  });

  it('show a lock only when the server sends `locked: true`', () => {
    expect(card({ locked: true }).locked).toBe(true);
    expect(card({ locked: 'sí' }).locked).toBe(false);
    expect(card({}).locked).toBe(false);
  });
});

describe('the progress of a card', () => {
  it('is a percentage of the fraction, or else of the seconds', () => {
    expect(card({ watchProgress: { progress: 0.25 } }).progressPercent).toBe(25);
    expect(card({ watchProgress: { lastTime: 30, duration: 120 } }).progressPercent).toBe(25);
    expect(card({ progressTime: 60, duration: 120 }).progressPercent).toBe(50);
  });

  it('is undefined at the start, at the end and for invalid values', () => {
    for (const progress of [0, 1, 1.2, -0.1, null, '0.5']) {
      expect(card({ watchProgress: { progress } }).progressPercent).toBeUndefined();
    }
    expect(card({ watchProgress: { progress: 0.96, completed: true } }).progressPercent).toBeUndefined();
    expect(card({ watchProgress: { lastTime: 5, duration: 0 } }).progressPercent).toBeUndefined();
  });
});

describe('the link of a card to the watch page', () => {
  it('carries the path to return to, and the title', () => {
    const film = card({ _id: 'a/b', tipo: 'pelicula', title: 'Luna', thumbnail: '/luna' });
    expect(watchPath(film, '/peliculas?seccion=CINE_4K')).toEqual({
      to: '/watch/movie/a%2Fb',
      state: { from: '/peliculas?seccion=CINE_4K', title: 'Luna', backdrop: null, poster: '/luna' },
    });
    expect(watchPath(card({ tipo: 'novela' }), '/').to).toBe('/watch/serie/v1');
  });

  it('carries backdrop and poster, with which the page opens', () => {
    const film = card({ tipo: 'pelicula', title: 'Luna', thumbnail: '/luna', backdrop: '/fondo' });
    expect(watchPath(film, '/').state).toMatchObject({ backdrop: '/fondo', poster: '/luna' });
  });

  it('carries a channel’s logo', () => {
    const channel = card({ itemType: 'channel', name: 'Musa', logo: '/musa' });
    expect(watchPath(channel, '/')).toEqual({
      to: '/watch/channel/v1',
      state: { from: '/', title: 'Musa', logo: '/musa' },
    });
  });
});
