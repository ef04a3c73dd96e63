import {
  getPopular,
  search,
  type ChannelCard,
  type FoundChapter,
  type SearchResults,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import type { SearchQuery } from '../../../shared/search/search-query.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { spellAsTitles } from './spell-as-titles.ts';

/** The functions of other features from which the product's search is composed. */
export interface SearchSources {
  videos: {
    search(query: SearchQuery, limit: number, viewer: Viewer): Promise<VideoCard[]>;
    listTitles(query: SearchQuery, limit: number): Promise<string[]>;
    searchChapters(words: string, limit: number, viewer: Viewer): Promise<FoundChapter[]>;
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
    recent(viewer: Viewer): Promise<VideoCard[]>;
    /** Returns the folded words of the names of all genres. */
    genreWords(): Promise<ReadonlySet<string>>;
  };
  channels: { search(query: SearchQuery, limit: number, viewer: Viewer): Promise<ChannelCard[]> };
  /** Returns the ids of the videos that most people have watched lately, at most `limit`, and none for adults. */
  listMostWatched(limit: number): Promise<readonly string[]>;
}

/** The maximum number of search results of each kind (videos, channels, chapters). */
const searchLimit = 20;
/** How many videos are shown before anything is typed: two rows of six posters. */
const popularLimit = 12;

/** What reads the texts of searches. */
export interface SearchReaders {
  understand(text: string): Promise<SearchQuery>;
  /** Returns the texts that a person may have meant with a search that found nothing. */
  correct(text: string, viewer: Viewer): Promise<readonly string[]>;
}

export function serveSearch(
  serve: ServeEndpoint<Viewer>,
  { videos, channels, listMostWatched }: SearchSources,
  { understand, correct }: SearchReaders,
): void {
  const find = async (words: string, viewer: Viewer): Promise<SearchResults> => {
    const query = await understand(words);
    const [foundChannels, foundVideos, chapters] = await Promise.all([
      channels.search(query, searchLimit, viewer),
      videos.search(query, searchLimit, viewer),
      videos.searchChapters(words, searchLimit, viewer),
    ]);
    return { channels: foundChannels, videos: foundVideos, chapters };
  };

  serve(search, async ({ query }, { session }) => {
    const found = await find(query.q, session);
    if (!isEmpty(found)) return found;
    for (const corrected of await correct(query.q, session)) {
      const other = await find(corrected, session);
      if (!isEmpty(other)) return { ...other, corrected: spellAsTitles(corrected, textsOf(other)) };
    }
    return found;
  });

  serve(getPopular, async (_request, { session }) => {
    const watched = await videos.cardsOf(await listMostWatched(popularLimit), session);
    if (watched.length > 0) return { basis: 'watched' as const, videos: watched };
    const recent = await videos.recent(session);
    return { basis: 'recent' as const, videos: recent.slice(0, popularLimit) };
  });
}

/** The texts of what was found, in which its words stand as they are written. */
const textsOf = ({ channels, videos, chapters }: SearchResults): string[] => [
  ...videos.flatMap(({ title, genres }) => [title, ...genres]),
  ...channels.map(({ name }) => name),
  ...chapters.map(({ title }) => title),
];

const isEmpty = ({ channels, videos, chapters }: SearchResults): boolean =>
  channels.length + videos.length + chapters.length === 0;
