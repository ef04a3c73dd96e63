import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { searchMaxLength } from '../constant.ts';
import { defineEndpoint } from '../endpoint.ts';
import { titlesAlikeSchema } from './enrichment.ts';
import { idSchema, searchText } from '../text.ts';
import { videoCardSchema, watchedCardSchema, watchProgressSchema } from './videos.ts';

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

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  summary: 'Channels and videos whose name or description contains the words, at most twenty of each.',
  input: { query: z.object({ q: searchText(1, searchMaxLength) }) },
  output: z.object({ channels: z.array(channelCardSchema), videos: z.array(videoCardSchema) }),
});

export const listContinueWatching = defineEndpoint({
  method: 'GET',
  path: '/api/videos/user/continue-watching',
  access: 'user',
  summary: 'What the person has begun and not finished, newest first, at most fifteen.',
  input: {},
  output: z.array(watchedCardSchema),
});

export const hideFromContinueWatching = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/user/continue-watching/:id',
  access: 'user',
  summary: 'Takes a video off that row; where the person was in it stays known.',
  input: { params: z.object({ id: idSchema }) },
  output: z.object({ message: z.string() }),
});

export const listProgress = defineEndpoint({
  method: 'GET',
  path: '/api/progress',
  access: 'user',
  summary: 'Where the person is in every video, newest first.',
  input: {},
  output: z.array(z.object({ video: videoCardSchema, progress: watchProgressSchema })),
});

const favouriteParams = z.object({
  itemType: z.enum(['video', 'channel'], { error: 'Debe ser video o channel.' }),
  id: idSchema,
});

export const listFavourites = defineEndpoint({
  method: 'GET',
  path: '/api/favourites',
  access: 'user',
  summary: 'The person’s own list, newest first.',
  input: {},
  output: z.object({ videos: z.array(videoCardSchema), channels: z.array(channelCardSchema) }),
});

export const addFavourite = defineEndpoint({
  method: 'PUT',
  path: '/api/favourites/:itemType/:id',
  access: 'user',
  summary: 'Puts an item on the person’s list.',
  input: { params: favouriteParams },
  output: z.object({ message: z.string() }),
  errors: ['video.not_found', 'channel.not_found'],
});

export const removeFavourite = defineEndpoint({
  method: 'DELETE',
  path: '/api/favourites/:itemType/:id',
  access: 'user',
  summary: 'Takes an item off the person’s list.',
  input: { params: favouriteParams },
  output: z.object({ message: z.string() }),
});
