import { z } from 'zod';
import { streamKinds } from '../television/channel.ts';
import { addressMaxLength, adminPageSize, maxPageSize, searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { kidsCategory, mainSections, seriesCategories } from './main-section.ts';
import { flag, imageAddress, planList, sourceAddress } from '../streaming/source-address.ts';
import { countryInput, editionInput, sourceTagsInput, sourceTagsSchema } from '../streaming/source-tags.ts';
import { address, idSchema, queryNumber, searchText, text } from '../shared/text.ts';
import { deleteBatchMax, readGenres, videoLimits } from './videos-rules.ts';
import { videoTypes } from './video-type.ts';

/**
 * A video as the administrators' video editor receives it. Unlike the data for viewers, it has the original stream
 * URLs.
 */
export const adminVideoSchema = z.object({
  _id: z.string(),
  title: z.string(),
  /** The URL of the video's own stream; `null` for a series, whose chapters have the URLs. */
  url: z.string().nullable(),
  streamKind: z.enum(streamKinds).nullable(),
  customThumbnail: z.string().nullable(),
  thumbnail: z.string().nullable(),
  tmdbThumbnail: z.string().nullable(),
  backdrop: z.string().nullable(),
  description: z.string(),
  trailerUrl: z.string().nullable(),
  releaseYear: z.number().nullable(),
  rating: z.number().nullable(),
  isFeatured: z.boolean(),
  active: z.boolean(),
  /** Whether the video is for adults: nothing but lists, searches and what people watch themselves shows it. */
  isAdult: z.boolean(),
  tipo: z.string(),
  subtipo: z.string().nullable(),
  mainSection: z.string().nullable(),
  subcategoria: z.string().nullable(),
  genres: z.array(z.string()),
  requiresPlan: z.array(z.string()),
  seasonCount: z.number(),
  chapterCount: z.number(),
});
export type AdminVideo = z.output<typeof adminVideoSchema>;

/** A further address of a film or chapter, in another language or quality, or of another provider. */
export const adminVersionSchema = sourceTagsSchema.extend({
  _id: z.string(),
  url: z.string(),
  edition: z.string().nullable(),
});
export type AdminVersion = z.output<typeof adminVersionSchema>;

export const adminChapterSchema = sourceTagsSchema.extend({
  _id: z.string(),
  chapterNumber: z.number(),
  title: z.string(),
  url: z.string(),
  thumbnail: z.string().nullable(),
  /** The duration of the chapter (episode of a series) as it is displayed: `23:45`. */
  duration: z.string(),
  description: z.string(),
  /** The further addresses of a chapter, in the order of their lists. */
  versions: z.array(adminVersionSchema),
});
export type AdminChapter = z.output<typeof adminChapterSchema>;

export const adminSeasonSchema = z.object({
  _id: z.string(),
  seasonNumber: z.number(),
  title: z.string(),
  chapters: z.array(adminChapterSchema),
});
export type AdminSeason = z.output<typeof adminSeasonSchema>;

/** The languages, quality and edition belong to a film's own address; a series has none of them. */
export const adminVideoDetailSchema = adminVideoSchema.extend({
  ...sourceTagsSchema.shape,
  edition: z.string().nullable(),
  /** Two letters in lower case (ISO 3166-1 alpha-2). */
  country: z.string().nullable(),
  /** The further addresses of a film, in the order of their lists. */
  versions: z.array(adminVersionSchema),
  seasons: z.array(adminSeasonSchema),
  /**
   * Identifies the version of the video that the editor loaded: the server refuses a save with this revision if the
   * video has changed since.
   */
  revision: z.string(),
});
export type AdminVideoDetail = z.output<typeof adminVideoDetailSchema>;

const adminVideoPage = z.object({
  videos: z.array(adminVideoSchema),
  page: z.number(),
  totalPages: z.number(),
  total: z.number(),
});
export type AdminVideoPage = z.output<typeof adminVideoPage>;

const filterText = text(0, 100).optional();
const reachedPages = 1_000_000;

export const listAdminVideos = defineEndpoint({
  method: 'GET',
  path: '/api/videos?view=admin',
  access: 'admin',
  summary:
    'All the videos, inactive ones too, a page at a time and newest first, with their original addresses.',
  input: {
    query: z.object({
      tipo: filterText,
      subcategoria: filterText,
      search: searchText(0, searchMaxLength).optional(),
      page: queryNumber(1, reachedPages, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
    }),
  },
  output: adminVideoPage,
});

const videoParams = z.object({ id: idSchema });

export const getAdminVideo = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:id?view=admin',
  access: 'admin',
  summary: 'One video with its original addresses, its seasons and chapters: what an editor changes.',
  input: { params: videoParams },
  output: adminVideoDetailSchema,
  errors: ['video.not_found'],
});

const ordinal = z
  .number({ error: 'Debe ser un número.' })
  .int({ error: 'Debe ser un número entero.' })
  .min(0, { error: 'Debe ser cero o más.' })
  .max(100_000, { error: 'El número es demasiado grande.' });

const sourceOrBlank = z
  .union([z.literal(''), sourceAddress], { error: 'Debe ser una dirección completa.' })
  .default('');

/** The most versions of one film or chapter of which an editor may send something. */
const versionsMax = 200;

/** What an administrator sets of the versions of a film or chapter; versions that are not sent stay as they are. */
const versionList = z
  .array(
    z.object(
      { _id: idSchema, ...sourceTagsInput, edition: editionInput },
      { error: 'Debe ser una versión.' },
    ),
    { error: 'Debe ser una lista de versiones.' },
  )
  .max(versionsMax, { error: `Admite como máximo ${versionsMax} versiones.` })
  .optional();

const chapterInput = z.object(
  {
    _id: idSchema.optional(),
    chapterNumber: ordinal.optional(),
    title: text(0, 500).default(''),
    url: sourceOrBlank,
    thumbnail: imageAddress.optional(),
    duration: text(0, 20)
      .transform((value) => (value === '' ? '0:00' : value))
      .default('0:00'),
    description: text(0, 5_000).default(''),
    ...sourceTagsInput,
    versions: versionList,
  },
  { error: 'Debe ser un capítulo.' },
);

const seasonInput = z.object(
  {
    _id: idSchema.optional(),
    seasonNumber: ordinal,
    title: text(0, 200).default(''),
    chapters: z.array(chapterInput, { error: 'Debe ser una lista de capítulos.' }).default([]),
  },
  { error: 'Debe ser una temporada.' },
);

const genreList = z
  .array(text(0, 60), { error: 'Debe ser una lista de géneros.' })
  .transform((genres) => readGenres(genres.join(',')))
  .refine((genres) => genres.length <= videoLimits.genres, { error: 'Son demasiados géneros.' });

const trailer = z
  .union(
    [
      z.literal(''),
      z.string().regex(/^(?:internal:(?!.*\.\.)[\w./-]{1,500}|[A-Za-z0-9_-]{11})$/),
      address(['http', 'https'], addressMaxLength),
    ],
    { error: 'Debe ser una dirección http:// o https://, o la clave de un video de YouTube.' },
  )
  .nullable()
  .transform((value) => (value === '' ? null : value));

/** Makes the schema of a request field that accepts only the given keys; an empty text is read as `null`. */
const oneOf = (keys: readonly string[]) =>
  z
    .enum(['', ...keys], { error: `Debe ser una de estas: ${keys.join(', ')}.` })
    .nullable()
    .transform((value) => (value === '' ? null : value));

/**
 * A video as the administrators' editor sends it to be saved. This schema requires no field, because `findVideoFault`
 * reports a missing field with a better sentence. An omitted field keeps its stored value, or gets its default in a new
 * video.
 */
export const videoInputSchema = z
  .object(
    {
      title: text(0, 500).default(''),
      tipo: z.enum(['', ...videoTypes], { error: 'Ese tipo de contenido no existe.' }).default(''),
      url: sourceOrBlank,
      customThumbnail: imageAddress.optional(),
      thumbnail: imageAddress.optional(),
      tmdbThumbnail: imageAddress.optional(),
      backdrop: imageAddress.optional(),
      description: text(0, 10_000).optional(),
      trailerUrl: trailer.optional(),
      releaseYear: z
        .number({ error: 'Debe ser un año.' })
        .int({ error: 'Debe ser un año.' })
        .min(1_870, { error: 'Debe ser 1870 o posterior.' })
        .max(2_200, { error: 'Debe ser 2200 o anterior.' })
        .nullable()
        .optional(),
      rating: z
        .number({ error: 'Debe ser un número.' })
        .min(0, { error: 'Debe estar entre 0 y 10.' })
        .max(10, { error: 'Debe estar entre 0 y 10.' })
        .nullable()
        .optional(),
      isFeatured: flag.optional(),
      active: flag.optional(),
      isAdult: flag.optional(),
      ...sourceTagsInput,
      edition: editionInput,
      country: countryInput,
      versions: versionList,
      subtipo: text(0, 50)
        .nullable()
        .transform((value) => (value === '' ? null : value))
        .optional(),
      /** The main section of a film, such as `CINE_4K`; other kinds of video have none. */
      mainSection: oneOf(mainSections.map(({ key }) => key)).optional(),
      /** The category of a series, such as `Netflix`; other kinds of video have none. */
      subcategoria: oneOf([...seriesCategories, kidsCategory]).optional(),
      genres: genreList.optional(),
      requiresPlan: planList.optional(),
      seasons: z
        .array(seasonInput, { error: 'Debe ser una lista de temporadas.' })
        .max(videoLimits.seasons, { error: `Admite como máximo ${videoLimits.seasons} temporadas.` })
        .default([]),
      /**
       * The revision of the video that the editor loaded, so that the server can detect a concurrent change; ignored
       * for a new video.
       */
      revision: text(0, 50).optional(),
    },
    { error: 'Debe ser un objeto.' },
  )
  .refine(
    ({ seasons }) => seasons.reduce((sum, { chapters }) => sum + chapters.length, 0) <= videoLimits.chapters,
    { error: `Admite como máximo ${videoLimits.chapters} capítulos.`, path: ['seasons'] },
  )
  .refine(
    ({ seasons }) => {
      const ids = [seasons, seasons.flatMap(({ chapters }) => chapters)].map((list) =>
        list.flatMap(({ _id }) => _id ?? []),
      );
      return ids.every((list) => new Set(list).size === list.length);
    },
    { error: 'Una temporada o un capítulo está dos veces.', path: ['seasons'] },
  );
export type VideoInput = z.output<typeof videoInputSchema>;

/**
 * The maximum size in bytes of the request body that saves a video: enough for a novela with the most chapters that
 * `videoLimits` allows, each with a description.
 */
const videoMaxBytes = 16 * 1_024 * 1_024;

export const createVideo = defineEndpoint({
  method: 'POST',
  path: '/api/videos',
  access: 'admin',
  summary: 'Creates a video with its seasons and chapters.',
  input: { body: videoInputSchema },
  maxBodyBytes: videoMaxBytes,
  status: 201,
  output: adminVideoDetailSchema,
  errors: ['video.duplicate'],
});

export const updateVideo = defineEndpoint({
  method: 'PUT',
  path: '/api/videos/:id',
  access: 'admin',
  summary:
    'Replaces a video. Seasons and chapters that carry their `_id` keep it, and with it what people have watched of them; those that are not sent go. With a `revision` it replaces that state alone.',
  input: { params: videoParams, body: videoInputSchema },
  maxBodyBytes: videoMaxBytes,
  output: adminVideoDetailSchema,
  errors: ['video.not_found', 'video.duplicate', 'resource.conflict'],
});

export const deleteVideos = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/batch',
  access: 'admin',
  summary: 'Deletes videos by their keys, all at once; keys that nobody knows are named in the answer.',
  input: {
    body: z.object(
      {
        videoIds: z
          .array(idSchema, { error: 'Debe ser una lista de identificadores.' })
          .min(1, { error: 'Elige al menos un VOD.' })
          .max(deleteBatchMax, { error: `Se eliminan como máximo ${deleteBatchMax} VODs a la vez.` }),
      },
      { error: 'Debe ser un objeto.' },
    ),
  },
  output: z.object({ message: z.string(), deleted: z.number(), unknownIds: z.array(z.string()) }),
});

export const deleteVideo = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/:id',
  access: 'admin',
  summary: 'Deletes a video with its seasons, its chapters and what people have watched of them.',
  input: { params: videoParams },
  output: z.object({ message: z.string() }),
  errors: ['video.not_found'],
});
