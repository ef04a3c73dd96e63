/*
 * The films and series of the fake server. A few are written by hand because tests need special cases (no image, no
 * description, a title too long for any card, a chapter without a URL). The others are generated from two lists of
 * words, so that a section has more than two pages of twenty. The generated years, ratings and trailers depend on a
 * video's index.
 */
import {
  videoCardSchema,
  canOpen,
  imagePath,
  sectionOf,
  type Chapter,
  type PlanKey,
  type Season,
  type StreamKind,
  type VideoCard,
  type VideoType,
  type Viewer,
} from '@butaca/contract';
import { makeSlug } from './fake-slug.ts';

/**
 * A video in the fake server's memory: the data of its card, its stream URLs, and the subscription plans that open it.
 */
export interface FakeVideo extends Omit<VideoCard, 'seasonCount' | 'chapterCount' | 'locked'> {
  requiresPlan: PlanKey[];
  /** Whether viewers see the fake video in the catalogue; a missing value means that they do. */
  active?: boolean;
  isAdult?: boolean;
  customThumbnail?: string | null;
  tmdbThumbnail?: string | null;
  url: string | null;
  streamKind: StreamKind | null;
  seasons: Season[];
}

/**
 * Makes a video for the fake server. Its `_id` is the title in lower case, without accents, with dashes for spaces. It
 * is a film unless the given fields say otherwise.
 */
export function makeFakeVideo(given: Partial<FakeVideo> & { title: string }): FakeVideo {
  const id = given._id ?? makeSlug(given.title);
  const isFilm = (given.tipo ?? 'pelicula') === 'pelicula';
  const stream = { url: `/api/stream/${id}/index.m3u8`, streamKind: 'hls' } as const;
  return {
    _id: id,
    description: `La historia de ${given.title}.`,
    tipo: 'pelicula',
    subtipo: null,
    mainSection: isFilm ? 'POR_GENERO' : null,
    subcategoria: null,
    genres: ['Drama'],
    releaseYear: 2024,
    rating: 7.5,
    thumbnail: imagePath('video', id, '320'),
    backdrop: imagePath('backdrop', id, '1280'),
    trailerUrl: null,
    isFeatured: false,
    requiresPlan: [],
    ...(isFilm ? stream : { url: null, streamKind: null }),
    seasons: isFilm ? [] : [makeFakeSeason(id, 1, 3)],
    ...given,
  };
}

/** Makes a season of a fake series, with playable chapters numbered from 1. */
export function makeFakeSeason(videoId: string, seasonNumber: number, chapterCount: number): Season {
  const chapters = Array.from({ length: chapterCount }, (_, index): Chapter => {
    const id = `${videoId}-t${seasonNumber}-c${index + 1}`;
    return {
      _id: id,
      chapterNumber: index + 1,
      title: `Capítulo ${index + 1}`,
      description: `Lo que pasa en el capítulo ${index + 1}.`,
      thumbnail: imagePath('chapter', id, '320'),
      duration: `${22 + index}:45`,
      lastTime: 0,
      progress: 0,
      url: `/api/stream/${id}/index.m3u8`,
      streamKind: 'hls',
    };
  });
  return { seasonNumber, title: `Temporada ${seasonNumber}`, chapters };
}

/**
 * The data of a video's card as a viewer receives it, with a lock where the viewer's plan does not open the video; for
 * a visitor every video is locked.
 */
export function toFakeVideoCard(video: FakeVideo, viewer: Viewer | undefined): VideoCard {
  return videoCardSchema.parse({
    ...video,
    seasonCount: video.seasons.length,
    chapterCount: video.seasons.reduce((count, { chapters }) => count + chapters.length, 0),
    locked: viewer === undefined || !canOpen(viewer, video.requiresPlan, sectionOf(video)),
  });
}

/** Creates about sixty videos for the fake server, oldest first. */
export function createFakeVideos(): FakeVideo[] {
  return [...createFilms(), ...createSeries()].map((video, index) => ({
    ...video,
    releaseYear: video.releaseYear === null ? null : 1985 + ((index * 7) % 41),
    rating: video.rating === null ? null : 5 + ((index * 3) % 50) / 10,
    trailerUrl: video.trailerUrl ?? trailerAt(index, video._id),
  }));
}

/**
 * Chooses the trailer of a generated video by the video's index: every third one is on YouTube, every fifth of the
 * others is a video file.
 */
function trailerAt(index: number, id: string): string | null {
  if (index % 3 === 0) return 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
  return index % 5 === 0 ? `/api/videos/${id}/trailer` : null;
}

const subjects = ['El faro', 'La montaña', 'El último tren', 'La canción', 'El jardín', 'La noche'];
const places = ['de Ñuble', 'del Sur', 'de cristal', 'sin final'];
const filmGenres = [
  ['Drama'],
  ['Acción', 'Aventura'],
  ['Comedia', 'Romance'],
  ['Ciencia Ficción'],
  ['Drama', 'Terror'],
];

function createFilms(): FakeVideo[] {
  const byGenre = subjects.flatMap((subject, row) =>
    places.map((place, column) =>
      makeFakeVideo({
        title: `${subject} ${place}`,
        genres: filmGenres[(row + column) % filmGenres.length] ?? [],
        isFeatured: row < 3,
      }),
    ),
  );
  return [
    ...byGenre,
    makeFakeVideo({
      title: 'Navidad en la azotea',
      mainSection: 'ESPECIALES',
      genres: ['Comedia', 'Navidad'],
    }),
    makeFakeVideo({ title: 'Noche de muertos', mainSection: 'ESPECIALES', genres: ['Terror'] }),
    makeFakeVideo({ title: 'Acción en Bogotá', mainSection: 'CINE_2025', genres: ['Acción'] }),
    makeFakeVideo({ title: '¿Quién apagó la luna?', mainSection: 'CINE_2025', genres: ['Misterio'] }),
    makeFakeVideo({ title: 'Estreno abierto', mainSection: 'CINE_2025', requiresPlan: ['gplay', 'premium'] }),
    makeFakeVideo({
      title: 'Océano 4K',
      mainSection: 'CINE_4K',
      genres: ['Aventura', '4K'],
      isFeatured: true,
    }),
    makeFakeVideo({ title: 'Volcán', mainSection: 'CINE_4K', genres: ['Documental'] }),
    makeFakeVideo({ title: 'Carrera a ciegas', mainSection: 'CINE_60FPS', genres: ['Acción'] }),
    makeFakeVideo({ title: 'El vuelo', mainSection: 'CINE_60FPS', genres: ['Drama'] }),
    makeFakeVideo({
      title: 'El dragón pequeño',
      mainSection: 'ZONA_KIDS',
      genres: ['Infantil', 'Animación'],
    }),
    makeFakeVideo({ title: 'Ciudad de papel', subtipo: 'anime', genres: ['Anime', 'Fantasía'] }),
    makeFakeVideo({ title: 'Solo para premium', requiresPlan: ['premium'], isFeatured: true }),
    makeFakeVideo({ title: 'Película sin imagen', thumbnail: null, backdrop: null, isFeatured: true }),
    makeFakeVideo({ title: 'Sin imagen que cargue', _id: 'sin-imagen-que-cargue' }),
    makeFakeVideo({
      title: 'Sin descripción',
      description: '',
      genres: [],
      releaseYear: null,
      rating: null,
    }),
    makeFakeVideo({ title: 'Sin dirección', url: null, streamKind: null }),
    makeFakeVideo({
      title:
        'La increíble y nunca del todo bien contada historia de los hermanos Echeverría, que cruzaron la cordillera en bicicleta buscando a su abuela',
      genres: ['Aventura', 'Comedia', 'Familiar', 'Drama', 'Biografía'],
      isFeatured: true,
    }),
  ];
}

function createSeries(): FakeVideo[] {
  const series = (title: string, given: Partial<FakeVideo> & { tipo: VideoType }) =>
    makeFakeVideo({ title, ...given });
  return [
    withFaultyChapters(
      series('La casa de los relojes', { tipo: 'serie', subcategoria: 'Netflix', isFeatured: true }),
    ),
    series('Marea alta', {
      tipo: 'serie',
      subcategoria: 'Prime Video',
      genres: ['Suspenso'],
      isFeatured: true,
    }),
    series('Los Andes', { tipo: 'serie', subcategoria: 'Disney', genres: ['Aventura'], isFeatured: true }),
    series('Órbita baja', { tipo: 'serie', subcategoria: 'Apple TV', genres: ['Ciencia Ficción'] }),
    series('El pacto', { tipo: 'serie', subcategoria: 'HBO MAX', requiresPlan: ['premium'] }),
    series('Serie sin temporadas', { tipo: 'serie', subcategoria: 'Hulu y Otros', seasons: [] }),
    series('Temporada sin capítulos', {
      tipo: 'serie',
      subcategoria: 'Hulu y Otros',
      seasons: [{ seasonNumber: 1, title: '', chapters: [] }],
    }),
    series('Los años del vinilo', {
      tipo: 'serie',
      subcategoria: 'Retro',
      genres: ['Música'],
      thumbnail: null,
    }),
    series('Piñata y compañía', { tipo: 'serie', subcategoria: 'Animadas', genres: ['Animación'] }),
    series('El bosque de Lila', { tipo: 'serie', subcategoria: 'ZONA KIDS', genres: ['Infantil'] }),
    series('Espada de niebla', { tipo: 'anime', subtipo: 'anime', genres: ['Acción'], isFeatured: true }),
    series('Mecánica celeste', { tipo: 'anime', genres: ['Ciencia Ficción'], isFeatured: true }),
    series('Ramen a medianoche', { tipo: 'anime', subtipo: 'anime', genres: ['Comedia'] }),
    series('Primavera en Seúl', { tipo: 'dorama', genres: ['Romance'], isFeatured: true }),
    series('La heredera de Busan', { tipo: 'dorama', genres: ['Drama'], isFeatured: true }),
    series('Dorama abierto', { tipo: 'dorama', requiresPlan: ['gplay', 'estandar', 'premium'] }),
    series('Corazón de hacienda', { tipo: 'novela', genres: ['Romance'], isFeatured: true }),
    series('Café con leche', { tipo: 'novela', genres: ['Drama'] }),
    series('El río que nos queda', { tipo: 'documental', genres: ['Naturaleza'], isFeatured: true }),
    series('Oficios', { tipo: 'documental', genres: ['Sociedad'] }),
    series('Cuentos de la luna', { tipo: 'zona kids', genres: ['Infantil'] }),
    series('La película del erizo', {
      tipo: 'zona kids',
      genres: ['Infantil', 'Animación'],
      url: '/api/stream/la-pelicula-del-erizo/index.m3u8',
      streamKind: 'hls',
      seasons: [],
    }),
  ];
}

/** Gives a series two seasons; in the first season, the second chapter has no title and the third no URL. */
function withFaultyChapters(video: FakeVideo): FakeVideo {
  const first = makeFakeSeason(video._id, 1, 4);
  const chapters = first.chapters.map((chapter, index) => {
    if (index === 1) return { ...chapter, title: '' };
    return index === 2 ? { ...chapter, url: null, streamKind: null } : chapter;
  });
  return { ...video, seasons: [{ ...first, chapters }, makeFakeSeason(video._id, 2, 3)] };
}
