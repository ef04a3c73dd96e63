import {
  getPopular,
  search,
  type ChannelCard,
  type FoundChapter,
  type SearchResults,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import { isDecentVideo } from '../../../shared/adult-groups.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';

/** The functions of other features from which the product's search is composed. */
export interface SearchSources {
  videos: {
    search(words: string, limit: number, viewer: Viewer): Promise<VideoCard[]>;
    searchChapters(words: string, limit: number, viewer: Viewer): Promise<FoundChapter[]>;
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
    recent(viewer: Viewer): Promise<VideoCard[]>;
    /** Returns the folded words of the names of all genres. */
    genreWords(): Promise<ReadonlySet<string>>;
  };
  channels: { search(words: string, limit: number, viewer: Viewer): Promise<ChannelCard[]> };
  /** Returns the ids of the videos that most people have watched lately, at most `limit`. */
  listMostWatched(limit: number): Promise<readonly string[]>;
}

/** The maximum number of search results of each kind (videos, channels, chapters). */
const searchLimit = 20;
/** How many videos are shown before anything is typed: two rows of six posters. */
const popularLimit = 12;
/** How many are read for it, because titles for adults are left out. */
const popularRead = 2 * popularLimit;

export function serveSearch(
  serve: ServeEndpoint<Viewer>,
  { videos, channels, listMostWatched }: SearchSources,
  correct: (text: string) => Promise<readonly string[]>,
): void {
  const find = async (words: string, viewer: Viewer): Promise<SearchResults> => {
    const [foundChannels, foundVideos, chapters] = await Promise.all([
      channels.search(words, searchLimit, viewer),
      videos.search(words, searchLimit, viewer),
      videos.searchChapters(words, searchLimit, viewer),
    ]);
    return { channels: foundChannels, videos: foundVideos, chapters };
  };

  serve(search, async ({ query }, { session }) => {
    const found = await find(query.q, session);
    if (!isEmpty(found)) return found;
    for (const corrected of await correct(query.q)) {
      const other = await find(corrected, session);
      if (!isEmpty(other)) return { ...other, corrected };
    }
    return found;
  });

  serve(getPopular, async (_request, { session }) => {
    const watched = await videos.cardsOf(await listMostWatched(popularRead), session);
    const decent = watched.filter(isDecentVideo).slice(0, popularLimit);
    if (decent.length > 0) return { basis: 'watched' as const, videos: decent };
    const recent = await videos.recent(session);
    return { basis: 'recent' as const, videos: recent.filter(isDecentVideo).slice(0, popularLimit) };
  });
}

const isEmpty = ({ channels, videos, chapters }: SearchResults): boolean =>
  channels.length + videos.length + chapters.length === 0;
