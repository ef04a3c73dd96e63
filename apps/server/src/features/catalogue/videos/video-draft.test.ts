import { videoInputSchema } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import type { VideoDraft } from '../../../shared/video/write-video.ts';
import { checkVideo, refuseNewInternal, toVideoDraft, type CheckedVideo } from './video-draft.ts';

const input = (more: object) =>
  videoInputSchema.parse({
    title: 'El faro',
    tipo: 'pelicula',
    url: 'http://a.tv/1.mp4',
    ...more,
  }) as CheckedVideo;
const chapter = (more: object = {}) => ({ title: 'Uno', url: 'http://a.tv/1x1.mp4', ...more });
const seriesInput = (more: object) =>
  input({ tipo: 'serie', url: '', seasons: [{ seasonNumber: 1, chapters: [chapter()] }], ...more });

const known: VideoDraft = {
  title: 'El faro',
  description: 'Una farera.',
  tipo: 'pelicula',
  subtipo: null,
  mainSection: 'CINE_4K',
  subcategoria: null,
  genres: ['Drama'],
  releaseYear: 1994,
  rating: 7.5,
  customThumbnail: 'http://i.tv/1.jpg',
  thumbnail: 'http://i.tv/2.jpg',
  tmdbThumbnail: 'http://i.tv/3.jpg',
  backdrop: 'http://i.tv/4.jpg',
  trailerAddress: 'dQw4w9WgXcQ',
  isFeatured: true,
  active: false,
  isAdult: true,
  isAdultEdited: true,
  tags: {
    languages: ['es-419'],
    quality: 'HD',
    edition: null,
    country: 'mx',
    edited_tags: ['quality'],
  },
  requiresPlan: ['premium'],
  address: 'http://a.tv/1.mp4',
  seasons: [],
};

describe('an edit of a video', () => {
  it('keeps every field that was not sent', () => {
    expect(toVideoDraft(input({}), known)).toEqual(known);
  });

  it('notes which of languages, quality, edition and country it changed', () => {
    const { tags } = toVideoDraft(input({ quality: 'HD', languages: [], edition: 'Restaurada' }), known);
    expect(tags).toEqual({
      languages: null,
      quality: 'HD',
      edition: 'Restaurada',
      country: 'mx',
      edited_tags: ['edition', 'languages', 'quality'],
    });
  });

  it.each([
    ['mainSection', { mainSection: null }],
    ['releaseYear', { releaseYear: null }],
    ['rating', { rating: null }],
    ['subtipo', { subtipo: null }],
    ['description', { description: '' }],
    ['genres', { genres: [] }],
    ['requiresPlan', { requiresPlan: [] }],
    ['isFeatured', { isFeatured: false }],
    ['active', { active: true }],
  ])('empties or changes %s when it was sent', (name, sent) => {
    const draft = toVideoDraft(input(sent), { ...known, subtipo: 'ova' });
    expect(draft[name as keyof VideoDraft]).toEqual(Object.values(sent)[0]);
  });

  it('removes the section when it is no film, and the category when it is no series', () => {
    const asSeries = toVideoDraft(seriesInput({ mainSection: 'CINE_4K' }), known);
    expect([asSeries.mainSection, asSeries.subcategoria, asSeries.address]).toEqual([
      null,
      'Netflix',
      undefined,
    ]);
    const wasSeries: VideoDraft = { ...known, tipo: 'serie', mainSection: null, subcategoria: 'Retro' };
    expect(toVideoDraft(seriesInput({}), wasSeries).subcategoria).toBe('Retro');
    expect(toVideoDraft(input({ subcategoria: 'Retro' }), wasSeries).subcategoria).toBeNull();
  });
});

describe('a new video', () => {
  it('has this year and empty fields where nothing was sent', () => {
    const draft = toVideoDraft(input({}));
    expect(draft).toMatchObject({ description: '', genres: [], seasons: [], address: 'http://a.tv/1.mp4' });
    expect(draft.releaseYear).toBe(new Date().getUTCFullYear());
    expect([draft.active, draft.isFeatured, draft.rating]).toEqual([undefined, undefined, undefined]);
  });

  it('that is a series has chapters with their own addresses and no address itself', () => {
    const sent = seriesInput({ url: 'http://a.tv/ignored.mp4', subcategoria: 'Disney' });
    expect(toVideoDraft(sent)).toMatchObject({
      subcategoria: 'Disney',
      mainSection: null,
      seasons: [{ seasonNumber: 1, chapters: [{ title: 'Uno', address: 'http://a.tv/1x1.mp4' }] }],
    });
    expect(toVideoDraft(sent)).not.toHaveProperty('address');
  });
});

describe('a video that breaks a rule of the form', () => {
  const season = (chapters: object[], seasonNumber = 1) => ({ seasonNumber, chapters });

  it.each([
    [input({ title: ' ' }), 'title', 'Título, URL y Tipo son obligatorios.'],
    [input({ url: '' }), 'url', 'Título, URL y Tipo son obligatorios.'],
    [input({ tipo: '' }), 'tipo', 'Título y Tipo son obligatorios.'],
    [
      seriesInput({ seasons: [] }),
      'seasons',
      'Debe agregar al menos una temporada para este tipo de contenido.',
    ],
    [seriesInput({ seasons: [season([])] }), 'seasons.0', 'La temporada 1 debe tener al menos un capítulo.'],
    [
      seriesInput({ seasons: [season([chapter(), chapter({ title: '' })])] }),
      'seasons.0.chapters.1',
      'Todos los capítulos en la Temporada 1 deben tener título y URL.',
    ],
    [
      seriesInput({ seasons: [season([chapter()]), season([chapter()])] }),
      'seasons.1',
      'La temporada 1 está repetida.',
    ],
    [
      seriesInput({ seasons: [season([chapter({ chapterNumber: 2 }), chapter()])] }),
      'seasons.0',
      'La temporada 1 tiene dos capítulos con el mismo número.',
    ],
  ])('is refused, %#: at its field and with the sentence of the rule', (sent, path, message) => {
    expect(() => checkVideo(sent)).toThrow('input.invalid');
    try {
      checkVideo(sent);
    } catch (error) {
      expect(error).toMatchObject({ details: [{ path, message }], payload: { error: message } });
    }
  });

  it('is not one whose chapters lack numbers: their position counts', () => {
    const chapters = [
      chapter(),
      chapter({ url: 'http://a.tv/2' }),
      chapter({ chapterNumber: 7, url: 'http://a.tv/3' }),
    ];
    expect(() => checkVideo(seriesInput({ seasons: [season(chapters)] }))).not.toThrow();
  });
});

describe('an internal address of a video', () => {
  const internal = 'internal:demo/video.mp4';

  it.each([
    ['of the film', { address: internal }],
    ['of the trailer', { trailerAddress: internal }],
    ['of the poster', { customThumbnail: internal }],
    ['of the backdrop', { backdrop: internal }],
    ['of a chapter', { seasons: [{ seasonNumber: 1, chapters: [{ title: 'Uno', address: internal }] }] }],
    [
      'of the picture of a chapter',
      { seasons: [{ seasonNumber: 1, chapters: [{ title: 'Uno', thumbnail: internal }] }] },
    ],
  ])('%s cannot be entered by hand', (_where, more) => {
    const draft: VideoDraft = { ...known, ...more };
    expect(() => refuseNewInternal(draft)).toThrow('input.invalid');
    expect(() => refuseNewInternal(draft, known)).toThrow('input.invalid');
  });

  it('may stay where the video has it, and move to another field of the same video', () => {
    const demo: VideoDraft = { ...known, address: internal };
    expect(() => refuseNewInternal(demo, demo)).not.toThrow();
    expect(() => refuseNewInternal({ ...known, trailerAddress: internal }, demo)).not.toThrow();
    expect(() => refuseNewInternal({ ...demo, trailerAddress: 'internal:demo/otra.mp4' }, demo)).toThrow();
  });

  it('is not confused with an ordinary address that contains «internal»', () => {
    expect(() => refuseNewInternal({ ...known, address: 'http://internal.tv/internal:x' })).not.toThrow();
  });
});
