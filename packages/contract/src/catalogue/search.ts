import { z } from 'zod';
import { channelCardSchema } from '../television/channel.ts';
import { searchMaxLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { searchText } from '../shared/text.ts';
import { videoCardSchema } from './videos.ts';

/**
 * A chapter whose own title contains the words of a search, with the card of its series. The indices count from 0 in the
 * seasons and chapters of the series as `GET /api/videos/:id` lists them.
 */
export const foundChapterSchema = z.object({
  _id: z.string(),
  title: z.string(),
  seasonNumber: z.number(),
  chapterNumber: z.number(),
  seasonIndex: z.number(),
  chapterIndex: z.number(),
  video: videoCardSchema,
});
export type FoundChapter = z.output<typeof foundChapterSchema>;

/**
 * What a search finds. `corrected` is present only when nothing contains the words as they were typed: it is the text
 * with one slip of the keyboard corrected, its words written as in the titles («señor»), and everything else in the answer
 * was found with it.
 */
export const searchResultsSchema = z.object({
  channels: z.array(channelCardSchema),
  videos: z.array(videoCardSchema),
  chapters: z.array(foundChapterSchema),
  corrected: z.string().optional(),
});
export type SearchResults = z.output<typeof searchResultsSchema>;

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  summary:
    'Channels and videos whose name or description contains the words, joined or apart, without regard to signs and the spelling of numbers, videos of a genre with that name, and chapters by their titles, at most twenty of each. When nothing is found, one slip of the keyboard in each word is forgiven.',
  input: { query: z.object({ q: searchText(1, searchMaxLength) }) },
  output: searchResultsSchema,
});

/** What a search shows before anything is typed; `basis` says why these videos. */
export const popularSchema = z.object({
  basis: z.enum(['watched', 'recent']),
  videos: z.array(videoCardSchema),
});
export type Popular = z.output<typeof popularSchema>;

export const getPopular = defineEndpoint({
  method: 'GET',
  path: '/api/search/popular',
  access: 'user',
  summary:
    'The videos that most people have watched in the last thirty days; the newest videos when nobody has watched any.',
  input: {},
  output: popularSchema,
});
