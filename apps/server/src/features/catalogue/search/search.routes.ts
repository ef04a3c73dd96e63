import { search, type ChannelCard, type VideoCard, type Viewer } from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';

/** The search functions of the videos and channels features, from which the product's search is composed. */
export interface SearchSources {
  videos: { search(words: string, limit: number, viewer: Viewer): Promise<VideoCard[]> };
  channels: { search(words: string, limit: number, viewer: Viewer): Promise<ChannelCard[]> };
}

/** The maximum number of search results of each kind (videos, channels). */
const searchLimit = 20;

export function serveSearch(serve: ServeEndpoint<Viewer>, { videos, channels }: SearchSources): void {
  serve(search, async ({ query }, { session }) => {
    const [foundChannels, foundVideos] = await Promise.all([
      channels.search(query.q, searchLimit, session),
      videos.search(query.q, searchLimit, session),
    ]);
    return { channels: foundChannels, videos: foundVideos };
  });
}
