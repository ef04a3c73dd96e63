import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { titlesAlikeSchema } from './enrichment.ts';
import { videoCardSchema, watchedCardSchema } from './videos.ts';

/**
 * A row of the home page that the server chose from the catalogue, because administrators feature too little for a full
 * page. It has either videos or channels, at least four.
 */
export const composedRowSchema = z.object({
  /** Identifies the row on its page, such as `genre terror`. */
  key: z.string(),
  /** The heading of the row in Spanish, such as «De los años 80». */
  heading: z.string(),
  videos: z.array(videoCardSchema),
  channels: z.array(channelCardSchema),
});
export type ComposedRow = z.output<typeof composedRowSchema>;

/**
 * All rows of the home page in one answer; a row without titles is an empty array.
 *
 * @see docs/requisitos.md, R2.20
 */
export const homeSchema = z.object({
  /**
   * The title of the billboard, the large title on top: a featured one, else one from the catalogue; `null` without
   * films and series. Its images may be missing.
   */
  billboard: videoCardSchema.nullable(),
  recentlyAdded: z.array(videoCardSchema),
  continueWatching: z.array(watchedCardSchema),
  featuredChannels: z.array(channelCardSchema),
  featuredMovies: z.array(videoCardSchema),
  featuredSeries: z.array(videoCardSchema),
  featuredAnimes: z.array(videoCardSchema),
  featuredDoramas: z.array(videoCardSchema),
  featuredNovelas: z.array(videoCardSchema),
  featuredDocumentales: z.array(videoCardSchema),
  /**
   * The rows «Porque viste …» of the home page: at most two, each with videos similar to one of the videos watched
   * last. Videos that the person has already begun are left out.
   */
  becauseYouWatched: z.array(titlesAlikeSchema),
  /**
   * The row «Títulos parecidos a …» of the home page: at most one, with videos similar to the person's newest favourite. Their
   * other favourites are left out.
   */
  moreLikeThis: z.array(titlesAlikeSchema),
  /** Rows that the server composed from the catalogue, below all others; none where enough is featured. */
  composedRows: z.array(composedRowSchema),
});
export type Home = z.output<typeof homeSchema>;

export const getHome = defineEndpoint({
  method: 'GET',
  path: '/api/home',
  access: 'user',
  summary: 'Every row of the home page.',
  input: {},
  output: homeSchema,
});

/** The billboard of a home page without films and series: a channel, with a still of it while somebody watches it. */
export const liveBillboardSchema = z.object({
  /** A channel that the person's plan opens; `null` where there is none, or a title is on the billboard. */
  channel: channelCardSchema.nullable(),
  /** A JPEG image as a `data:` address, at most a minute old; `null` while nobody watches the channel. */
  still: z.string().nullable(),
});
export type LiveBillboard = z.output<typeof liveBillboardSchema>;

export const getLiveBillboard = defineEndpoint({
  method: 'GET',
  path: '/api/home/live',
  access: 'user',
  summary: 'The channel of the billboard where the catalogue has channels only.',
  input: {},
  output: liveBillboardSchema,
});
