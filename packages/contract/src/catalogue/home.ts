import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { titlesAlikeSchema } from './enrichment.ts';
import { videoCardSchema, watchedCardSchema } from './videos.ts';

/**
 * All rows of the home page in one answer; a row without titles is an empty array.
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
   * The rows «Porque viste …» of the home page: at most two, each with videos similar to one of the videos watched
   * last. Videos that the person has already begun are left out.
   */
  becauseYouWatched: z.array(titlesAlikeSchema),
  /**
   * The row «Más como esto» of the home page: at most one, with videos similar to the person's newest favourite. Their
   * other favourites are left out.
   */
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
