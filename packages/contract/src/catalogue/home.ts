import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { titlesAlikeSchema } from './enrichment.ts';
import { videoCardSchema, watchedCardSchema } from './videos.ts';

/**
 * The whole home page in one answer; a row without items is an empty array.
 *
 * @see the specification, section 2 (home page)
 */
export const homeSchema = z.object({
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
   * «Porque viste …»: at most two rows of videos similar to those last watched, without videos that the person has
   * begun.
   */
  becauseYouWatched: z.array(titlesAlikeSchema),
  /** «Más como esto»: at most one row of videos similar to the newest favourite, without other favourites. */
  moreLikeThis: z.array(titlesAlikeSchema),
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
