import { z } from 'zod';
import { streamKinds } from '../television/channel.ts';
import { abilitiesText } from '../streaming/client-ability.ts';
import { streamUse } from '../streaming/stream-use.ts';
import { defaultPageSize, maxPageSize, searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { seriesCategories } from './main-section.ts';
import { idSchema, queryFlag, queryNumber, searchText, text } from '../shared/text.ts';

export { videoTypes, type VideoType } from './video-type.ts';

/**
 * How far a person has watched a video: position and duration in seconds, the watched fraction from 0 to 1, and for a
 * series the last season and chapter.
 */
export const watchProgressSchema = z.object({
  lastTime: z.number(),
  duration: z.number().nullable(),
  progress: z.number(),
  completed: z.boolean(),
  lastWatched: z.string(),
  lastSeason: z.number().nullable(),
  lastChapter: z.number().nullable(),
  /** Whether the person saved this playback position on another device than the one that now asks. */
  savedElsewhere: z.boolean(),
});
export type WatchProgress = z.output<typeof watchProgressSchema>;

/** The data of a video's card in a list or row. It never contains a stream URL; its image URLs point to this server. */
export const videoCardSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  tipo: z.string(),
  subtipo: z.string().nullable(),
  mainSection: z.string().nullable(),
  subcategoria: z.string().nullable(),
  genres: z.array(z.string()),
  releaseYear: z.number().nullable(),
  rating: z.number().nullable(),
  thumbnail: z.string().nullable(),
  backdrop: z.string().nullable(),
  /**
   * The trailer: a YouTube URL, or for a trailer elsewhere the path of the API call that returns a playable, signed
   * URL.
   */
  trailerUrl: z.string().nullable(),
  isFeatured: z.boolean(),
  seasonCount: z.number(),
  chapterCount: z.number(),
  /** Whether the video is shown with a lock, because the person's plan does not open it. */
  locked: z.boolean(),
});
export type VideoCard = z.output<typeof videoCardSchema>;

export const watchedCardSchema = videoCardSchema.extend({ watchProgress: watchProgressSchema });
export type WatchedCard = z.output<typeof watchedCardSchema>;

/**
 * Where and how a video is played: the signed, expiring URL on our streaming proxy, relative to the origin's root, and
 * the way the stream is packed (`hls`, `dash`, …).
 */
const stream = { url: z.string().nullable(), streamKind: z.enum(streamKinds).nullable() };

export const chapterSchema = z.object({
  _id: z.string(),
  chapterNumber: z.number(),
  title: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  /** The duration of the chapter (episode of a series) as it is displayed: `23:45`. */
  duration: z.string(),
  /** How far the person has watched this chapter of a series, in seconds; 0 again once it was watched to its end. */
  lastTime: z.number(),
  /** How much of this chapter of a series the person has watched, from 0 to 1. */
  progress: z.number(),
  ...stream,
});
export type Chapter = z.output<typeof chapterSchema>;

export const seasonSchema = z.object({
  seasonNumber: z.number(),
  title: z.string(),
  chapters: z.array(chapterSchema),
});
export type Season = z.output<typeof seasonSchema>;

/**
 * A video with everything that a watch page needs to play it: a film has `url`, every other kind has seasons with
 * chapters.
 */
export const videoDetailSchema = videoCardSchema.extend({
  ...stream,
  seasons: z.array(seasonSchema),
  watchProgress: watchProgressSchema.nullable(),
});
export type VideoDetail = z.output<typeof videoDetailSchema>;

export const videoPageSchema = z.object({
  videos: z.array(videoCardSchema),
  page: z.number(),
  totalPages: z.number(),
  total: z.number(),
  /**
   * Whether the person's plan opens at least one title of the list, on whatever page; genre and search text are left out
   * of account.
   */
  hasOpenTitle: z.boolean(),
});
export type VideoPage = z.output<typeof videoPageSchema>;

/**
 * The highest position in a list of videos that page numbers can reach. The limit exists because the database reads and
 * drops all rows before the requested page.
 */
const reachedItems = 1_000_000;

const filterText = text(0, 100).optional();

export const listVideos = defineEndpoint({
  method: 'GET',
  path: '/api/videos',
  access: 'user',
  summary: 'Videos, a page at a time, newest first; filters combine, and unknown values give an empty page.',
  input: {
    query: z
      .object({
        tipo: filterText,
        subtipo: filterText,
        mainSection: filterText,
        subcategoria: filterText,
        genre: filterText,
        search: searchText(0, searchMaxLength).optional(),
        page: queryNumber(1, reachedItems, 1),
        limit: queryNumber(1, maxPageSize, defaultPageSize),
      })
      .refine(({ page, limit }) => page * limit <= reachedItems, {
        error: `Solo se pueden pedir los primeros ${reachedItems.toLocaleString('es')} títulos.`,
        path: ['page'],
      }),
  },
  output: videoPageSchema,
});

export const listGenres = defineEndpoint({
  method: 'GET',
  path: '/api/videos/genres',
  access: 'user',
  summary: 'The genres that have videos, most frequent first.',
  input: { query: z.object({ tipo: filterText, mainSection: filterText }) },
  output: z.array(z.object({ genre: z.string(), count: z.number() })),
});

/**
 * A section of the film catalogue, such as «CINE 4K UHD», as its card on the screen «Películas» shows it.
 *
 * @see docs/requisitos.md, R3.11
 */
export const mainSectionSchema = z.object({
  key: z.string(),
  displayName: z.string(),
  requiresPlan: z.array(z.string()),
  thumbnailSample: z.string().nullable(),
  /** Image URLs of up to five films of the section, which the section's card shows in turn. */
  thumbnailSamples: z.array(z.string()),
  /** Whether the person's plan opens neither the section by its rule nor any film of it by the film's own plans. */
  locked: z.boolean(),
  /** Whether the section has no films: only administrators see its card. */
  isEmpty: z.boolean(),
});
export type MainSection = z.output<typeof mainSectionSchema>;

export const listMainSections = defineEndpoint({
  method: 'GET',
  path: '/api/videos/main-sections',
  access: 'user',
  summary: 'The sections of films, in the order of the service.',
  input: {},
  output: z.array(mainSectionSchema),
});

export const listSeriesCategories = defineEndpoint({
  method: 'GET',
  path: '/api/videos/series-categories',
  access: 'user',
  summary: 'The categories of series, such as `Netflix`, that have series, in the order of the service.',
  input: {},
  output: z.array(z.enum(seriesCategories)),
});

/**
 * The rows of the home page that visitors without a session may read too, each named by the last segment of its API
 * path.
 */
export const featuredRows = [
  'recently-added',
  'featured-movies',
  'featured-series',
  'featured-animes',
  'featured-doramas',
  'featured-novelas',
  'featured-documentales',
] as const;
export type FeaturedRow = (typeof featuredRows)[number];

function featured<R extends FeaturedRow>(row: R) {
  return defineEndpoint({
    method: 'GET',
    path: `/api/videos/public/${row}`,
    access: 'optional',
    summary: `The row «${row}» of the home page, at most fifteen videos.`,
    input: {},
    output: z.array(videoCardSchema),
  });
}

export const listRecentlyAdded = featured('recently-added');
export const listFeaturedMovies = featured('featured-movies');
export const listFeaturedSeries = featured('featured-series');
export const listFeaturedAnimes = featured('featured-animes');
export const listFeaturedDoramas = featured('featured-doramas');
export const listFeaturedNovelas = featured('featured-novelas');
export const listFeaturedDocumentales = featured('featured-documentales');

/**
 * Query parameters that say which stream formats the calling client can play. A client that sends no `can` gets every
 * file unconverted.
 */
const clientQuery = {
  can: abilitiesText.optional(),
  /** `remux` asks the server to repackage the file: the client has tried the original file and could not play it. */
  play: z.enum(['auto', 'remux'], { error: 'Debe ser auto o remux.' }).default('auto'),
  /**
   * The id of the chapter of a series that the person is about to play: the server finds out for this chapter's file
   * whether the client can play it or it has to be converted. In a series of more than a hundred chapters, a client that
   * sends `can` or `chapter` gets stream addresses around this chapter only; the `url` of any other chapter is the call
   * that answers with its stream address.
   */
  chapter: idSchema.optional(),
  /** With `cast` the answer has the address of the film, or of the named chapter, and no other. */
  for: streamUse,
};

const videoParams = z.object({ id: idSchema });

export const getVideo = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:id',
  access: 'user',
  summary:
    'One video with its playable addresses; 403 with the access-denied payload where the plan does not open it.',
  input: { params: videoParams, query: z.object({ useTrial: queryFlag, ...clientQuery }) },
  output: videoDetailSchema,
  errors: ['video.not_found', 'video.chapters_unavailable', 'plan.required'],
});

export const getTrailer = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:id/trailer',
  access: 'user',
  summary: 'The address of a trailer that is not on YouTube, through the gateway.',
  input: { params: videoParams },
  output: z.object({ url: z.string(), streamKind: z.enum(streamKinds) }),
  errors: ['video.not_found'],
});
