import {
  findVideoFault,
  planKeys,
  readGenres,
  seriesCategories,
  type AdminVideoDetail,
  type PlanKey,
  type VideoFault,
  type VideoType,
} from '@butaca/contract';
import { readVersions, toVersionsBody, type VersionForm } from './versions/version-form.ts';
import { readSeasons, type ChapterForm, type SeasonForm } from './seasons/season-list.ts';
import { now } from '../../../platform/base/clock.ts';

/** What is typed into the form of the administration panel that edits a film or series. */
export interface VideoForm {
  /**
   * The server's revision of the video as it was loaded, by which a save detects that somebody else saved first;
   * `undefined` for a new video.
   */
  revision: string | undefined;
  title: string;
  tipo: string;
  /** Whether a title of the kids zone («zona kids») is a film, and not a series with seasons. */
  isKidsFilm: boolean;
  url: string;
  description: string;
  releaseYear: string;
  genres: string;
  /** The rating from 0 to 10, with a decimal comma or point; empty for none. */
  rating: string;
  /** The kind of an anime, such as «OVA». */
  subtipo: string;
  mainSection: string;
  subcategoria: string;
  customThumbnail: string;
  thumbnail: string;
  tmdbThumbnail: string;
  backdrop: string;
  trailerUrl: string;
  isFeatured: boolean;
  isAdult: boolean;
  active: boolean;
  requiresPlan: readonly PlanKey[];
  /** What is known of a film's own address: languages as the reader of names writes them, quality and edition. */
  languages: readonly string[];
  quality: string;
  edition: string;
  /** Two letters in lower case; empty for none. */
  country: string;
  /** The further addresses of a film. */
  versions: readonly VersionForm[];
  seasons: readonly SeasonForm[];
}

/** The form values with which the editor of a new video starts. */
export function emptyVideo(tipo = 'pelicula'): VideoForm {
  return {
    revision: undefined,
    title: '',
    tipo,
    isKidsFilm: false,
    url: '',
    description: '',
    releaseYear: String(now().getFullYear()),
    genres: '',
    rating: '',
    subtipo: '',
    mainSection: 'POR_GENERO',
    subcategoria: seriesCategories[0],
    customThumbnail: '',
    thumbnail: '',
    tmdbThumbnail: '',
    backdrop: '',
    trailerUrl: '',
    isFeatured: false,
    isAdult: false,
    active: true,
    requiresPlan: [],
    languages: [],
    quality: '',
    edition: '',
    country: '',
    versions: [],
    seasons: [],
  };
}

export function readVideo(video: AdminVideoDetail): VideoForm {
  return {
    revision: video.revision,
    title: video.title,
    tipo: video.tipo,
    isKidsFilm: video.url !== null && video.seasons.length === 0,
    url: video.url ?? '',
    description: video.description,
    releaseYear: video.releaseYear === null ? '' : String(video.releaseYear),
    genres: video.genres.join(', '),
    rating: video.rating === null ? '' : String(video.rating).replace('.', ','),
    subtipo: video.subtipo ?? '',
    mainSection: video.mainSection ?? '',
    subcategoria: video.subcategoria ?? seriesCategories[0],
    customThumbnail: video.customThumbnail ?? '',
    thumbnail: video.thumbnail ?? '',
    tmdbThumbnail: video.tmdbThumbnail ?? '',
    backdrop: video.backdrop ?? '',
    trailerUrl: video.trailerUrl ?? '',
    isFeatured: video.isFeatured,
    isAdult: video.isAdult,
    active: video.active,
    requiresPlan: planKeys.filter((plan) => video.requiresPlan.includes(plan)),
    languages: video.languages,
    quality: video.quality ?? '',
    edition: video.edition ?? '',
    country: video.country ?? '',
    versions: readVersions(video.versions),
    seasons: readSeasons(video.seasons),
  };
}

/** Whether the video editor shows one URL field, as for a film, instead of seasons. */
export const isFilm = ({ tipo, isKidsFilm }: Pick<VideoForm, 'tipo' | 'isKidsFilm'>): boolean =>
  tipo === 'pelicula' || (tipo === 'zona kids' && isKidsFilm);

/** The first validation rule that the values of the video editor break. */
export function findFormFault(form: VideoForm): VideoFault | undefined {
  // A film of the kids zone («zona kids») follows the validation rules of a film.
  const tipo = isFilm(form) ? 'pelicula' : form.tipo;
  const fault = findVideoFault({ ...form, tipo, seasons: isFilm(form) ? [] : form.seasons });
  if (fault !== undefined) return fault;
  if (Number.isNaN(readNumber(form.releaseYear))) return { path: 'releaseYear', message: 'Debe ser un año.' };
  const rating = readNumber(form.rating);
  return rating === null || (rating >= 0 && rating <= 10)
    ? undefined
    : { path: 'rating', message: 'Debe estar entre 0 y 10.' };
}

/** Reads a typed number with a decimal comma or point: `null` for an empty text, `NaN` for what is no number. */
const readNumber = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));

/**
 * The fields of a video that are sent only if they were changed: an unusual value from an imported list then survives
 * an edit of other fields.
 */
const ownFields = [
  'description',
  'customThumbnail',
  'thumbnail',
  'tmdbThumbnail',
  'backdrop',
  'trailerUrl',
  'subtipo',
  'isFeatured',
  'isAdult',
  'active',
  'mainSection',
  'subcategoria',
  'languages',
  'quality',
  'edition',
  'country',
] as const;

/**
 * The request body that saves a video.
 *
 * @param loaded - the form values before any edit; absent for a new video, of which all fields are sent
 */
export function toVideoBody(form: VideoForm, loaded?: VideoForm) {
  const isChanged = (name: keyof VideoForm): boolean => loaded === undefined || loaded[name] !== form[name];
  const loadedChapters = new Map(
    loaded?.seasons.flatMap(({ chapters }) => chapters.map((chapter) => [chapter.key, chapter])),
  );
  return {
    ...(form.revision !== undefined && { revision: form.revision }),
    title: form.title,
    tipo: form.tipo as VideoType,
    ...Object.fromEntries(ownFields.filter(isChanged).map((name) => [name, form[name]])),
    ...(isChanged('releaseYear') && { releaseYear: readNumber(form.releaseYear) }),
    ...(isChanged('rating') && { rating: readNumber(form.rating) }),
    ...(isChanged('genres') && { genres: readGenres(form.genres) }),
    ...(isChanged('requiresPlan') && { requiresPlan: [...form.requiresPlan] }),
    ...(isFilm(form)
      ? { url: form.url.trim(), ...toVersionsBody(form.versions, loaded?.versions) }
      : {
          seasons: form.seasons.map(({ key: _key, id, chapters, ...season }) => ({
            ...season,
            ...(id !== undefined && { _id: id }),
            chapters: chapters.map((chapter) => toChapterBody(chapter, loadedChapters.get(chapter.key))),
          })),
        }),
  };
}

/** What a save sends of a chapter. @param loaded - the chapter before any edit; absent for a new one */
function toChapterBody(chapter: ChapterForm, loaded: ChapterForm | undefined) {
  const { key: _key, id, thumbnail, languages, quality, versions, ...rest } = chapter;
  return {
    ...rest,
    ...(loaded?.thumbnail !== thumbnail && { thumbnail }),
    ...(loaded?.languages !== languages && { languages: [...languages] }),
    ...(loaded?.quality !== quality && { quality }),
    ...toVersionsBody(versions, loaded?.versions),
    url: chapter.url.trim(),
    ...(id !== undefined && { _id: id }),
  };
}
