import type { AdminVideoDetail } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { addChapter, addSeason, changeChapter } from './seasons/season-list.ts';
import { emptyVideo, findFormFault, isFilm, readVideo, toVideoBody, type VideoForm } from './video-form.ts';
import { describeFault, keyOfFault } from './video-fault.ts';

const film = {
  _id: 'v1',
  revision: 'r3',
  title: 'El faro',
  tipo: 'pelicula',
  url: 'http://a.example/faro.mp4',
  description: '',
  releaseYear: 2011,
  rating: null,
  genres: ['Drama', 'Mar'],
  subtipo: null,
  mainSection: 'CINE_4K',
  subcategoria: null,
  customThumbnail: null,
  thumbnail: '/faro.webp',
  tmdbThumbnail: null,
  backdrop: null,
  trailerUrl: null,
  isFeatured: false,
  active: true,
  requiresPlan: ['premium', 'cinefilo'],
  languages: ['es-419'],
  quality: 'HD',
  edition: null,
  country: null,
  versions: [
    { _id: 'w1', url: 'http://b.example/faro.mp4', languages: [], quality: 'SD', edition: null },
    { _id: 'w2', url: 'http://c.example/faro.mp4', languages: ['en'], quality: null, edition: null },
  ],
  seasons: [],
} as unknown as AdminVideoDetail;

const chapterOf = (id: string, chapterNumber: number, thumbnail: string | null) => ({
  _id: id,
  chapterNumber,
  title: id,
  url: `http://a.example/${id}.mp4`,
  thumbnail,
  duration: '0:00',
  description: '',
  languages: [],
  quality: null,
  versions: [],
});
const series = {
  ...film,
  tipo: 'serie',
  url: null,
  releaseYear: null,
  subcategoria: 'Netflix',
  seasons: [
    {
      _id: 't1',
      seasonNumber: 1,
      title: 'Uno',
      chapters: [chapterOf('a', 1, '/a.webp'), chapterOf('b', 2, null)],
    },
  ],
} as unknown as AdminVideoDetail;

describe('the form of a video', () => {
  it('sends the rating, the backdrop and the kind of an anime when they were typed', () => {
    const loaded = readVideo({ ...film, tipo: 'anime', rating: 8.7, url: null });
    expect(loaded.rating).toBe('8,7');
    const typed = { ...loaded, rating: ' 9,1', backdrop: 'https://a.example/fondo.jpg', subtipo: 'OVA' };
    expect(toVideoBody(typed, loaded)).toMatchObject({
      rating: 9.1,
      backdrop: 'https://a.example/fondo.jpg',
      subtipo: 'OVA',
    });
    expect(toVideoBody({ ...typed, rating: '' }, loaded).rating).toBeNull();
    expect(toVideoBody(loaded, loaded)).not.toHaveProperty('rating');
  });

  it.each([
    [{ rating: 'buena' }, 'rating', 'Debe estar entre 0 y 10.'],
    [{ rating: '10,5' }, 'rating', 'Debe estar entre 0 y 10.'],
    [{ releaseYear: 'hace poco' }, 'releaseYear', 'Debe ser un año.'],
  ])('refuses %j', (typed, path, message) => {
    expect(findFormFault({ ...readVideo(film), ...typed })).toEqual({ path, message });
  });

  it('has text in every field, and sorts the plans', () => {
    expect(readVideo(film)).toMatchObject({
      releaseYear: '2011',
      genres: 'Drama, Mar',
      customThumbnail: '',
      trailerUrl: '',
      requiresPlan: ['cinefilo', 'premium'],
    });
    expect(readVideo(series)).toMatchObject({ url: '', releaseYear: '', subcategoria: 'Netflix' });
  });

  it.each([
    ['pelicula', { url: 'http://a', seasons: [] }, true],
    ['zona kids', { url: 'http://a', seasons: [] }, true],
    ['zona kids', { url: null, seasons: [] }, false],
    ['zona kids', { url: null, seasons: series.seasons }, false],
    ['serie', { url: null, seasons: series.seasons }, false],
  ] as const)('of %s with %j is one of a film: %s', (tipo, given, expected) => {
    expect(isFilm(readVideo({ ...film, ...given, tipo } as AdminVideoDetail))).toBe(expected);
  });

  it('of a new video starts with the current year, as a film unless another type is given', () => {
    expect(isFilm(emptyVideo())).toBe(true);
    expect(isFilm(emptyVideo('serie'))).toBe(false);
    expect(emptyVideo().releaseYear).toBe(String(new Date().getFullYear()));
  });
});

describe('findFormFault', () => {
  it('accepts a film and a series as the server sent them', () => {
    expect(findFormFault(readVideo(film))).toBeUndefined();
    expect(findFormFault(readVideo(series))).toBeUndefined();
  });

  it('requires a film’s address, in the kids zone too, and the addresses of a series’ chapters', () => {
    expect(findFormFault({ ...readVideo(film), url: '' })?.path).toBe('url');
    expect(findFormFault({ ...readVideo(film), tipo: 'zona kids', url: '', isKidsFilm: true })?.path).toBe(
      'url',
    );
    const form = readVideo(series);
    const seasons = changeChapter(form.seasons, 'b', { url: '' });
    expect(findFormFault({ ...form, seasons })?.path).toBe('seasons.0.chapters.1');
  });

  it('ignores seasons left over in a film that was a series', () => {
    const form: VideoForm = { ...readVideo(film), seasons: addSeason([]) };
    expect(findFormFault(form)).toBeUndefined();
  });
});

describe('the body that saves a video', () => {
  it('holds only the fields the server requires when nothing was changed', () => {
    const form = readVideo(film);
    expect(toVideoBody({ ...form }, form)).toEqual({
      revision: 'r3',
      title: 'El faro',
      tipo: 'pelicula',
      url: 'http://a.example/faro.mp4',
    });
  });

  it('holds every changed field, in the server’s format', () => {
    const form = readVideo(film);
    const changed = {
      ...form,
      releaseYear: ' ',
      genres: 'Drama,, Mar ,Drama',
      active: false,
      url: ' http://b ',
    };
    expect(toVideoBody(changed, form)).toEqual({
      revision: 'r3',
      title: 'El faro',
      tipo: 'pelicula',
      releaseYear: null,
      genres: ['Drama', 'Mar'],
      active: false,
      url: 'http://b',
    });
    expect(toVideoBody({ ...form, releaseYear: '1999' }, form)).toMatchObject({ releaseYear: 1999 });
  });

  it('holds changed languages, and of versions those that were changed', () => {
    const form = readVideo(film);
    const versions = form.versions.map((version) =>
      version.id === 'w2' ? { ...version, edition: 'Restaurada' } : version,
    );
    expect(toVideoBody({ ...form, languages: [], versions }, form)).toEqual({
      revision: 'r3',
      title: 'El faro',
      tipo: 'pelicula',
      url: 'http://a.example/faro.mp4',
      languages: [],
      versions: [{ _id: 'w2', languages: ['en'], quality: '', edition: 'Restaurada' }],
    });
  });

  it('holds the quality of a chapter only when it was changed', () => {
    const form = readVideo(series);
    const seasons = changeChapter(form.seasons, 'b', { quality: 'FHD' });
    const body = toVideoBody({ ...form, seasons }, form);
    const [season] = 'seasons' in body ? body.seasons : [];
    expect(season?.chapters[0]).not.toHaveProperty('quality');
    expect(season?.chapters[1]).toMatchObject({ quality: 'FHD' });
    expect(season?.chapters[1]).not.toHaveProperty('languages');
  });

  it('holds every field of a new video, without a revision', () => {
    const body = toVideoBody({ ...emptyVideo(), title: 'Uno', url: 'http://a' });
    expect(body).toMatchObject({ title: 'Uno', mainSection: 'POR_GENERO', requiresPlan: [], genres: [] });
    expect(body).not.toHaveProperty('revision');
  });

  it('holds the image of a chapter only when it was changed, and no id for a new chapter', () => {
    const form = readVideo(series);
    const seasons = addChapter(changeChapter(form.seasons, 'b', { thumbnail: '/b.webp' }), 't1');
    const body = toVideoBody({ ...form, seasons }, form);
    const [season] = 'seasons' in body ? body.seasons : [];
    expect(season).toMatchObject({ _id: 't1', seasonNumber: 1 });
    const [kept, changed, made] = season?.chapters ?? [];
    expect(kept).not.toHaveProperty('thumbnail');
    expect(changed).toMatchObject({ _id: 'b', thumbnail: '/b.webp' });
    expect(made).not.toHaveProperty('_id');
    expect(made).toMatchObject({ title: 'Capítulo 3', thumbnail: '' });
    expect(body).not.toHaveProperty('url');
  });
});

describe('a fault in a chapter', () => {
  const form = readVideo(series);
  it.each([
    ['seasons.0.chapters.1.url', 'b', 'Temporada 1, «b»: Falta.'],
    ['seasons.0.chapters.0.title', 'a', 'Temporada 1, «a»: Falta.'],
    ['seasons.0.chapters.0', 'a', 'Falta.'],
    ['seasons.0.chapters.9.url', 't1', 'Falta.'],
    ['seasons.0.title', 't1', 'Falta.'],
    ['seasons.9.title', undefined, 'Falta.'],
    ['title', undefined, 'Falta.'],
  ])('at %s leads to the key %s and is described as «%s»', (path, key, sentence) => {
    const fault = { path, message: 'Falta.' };
    expect(keyOfFault(form, fault)).toBe(key);
    expect(describeFault(form, fault)).toBe(sentence);
  });

  it('leads nowhere when there is no fault', () => {
    expect(keyOfFault(form, undefined)).toBeUndefined();
  });
});
