import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { titlesAlikeSchema } from './enrichment.ts';
import { videoCardSchema, watchedCardSchema } from './videos.ts';

/** The home page in one answer; a row without items is empty. @see the specification, section 2 (home page) */
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
  /** «Porque viste …»: at most two rows of what is like what the person watched last, and that they have not begun. */
  becauseYouWatched: z.array(titlesAlikeSchema),
  /** «Más como esto»: at most one row of what is like what the person put on their list last, and that is not on it. */
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
