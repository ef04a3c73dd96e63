import type { Viewer } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { SearchQuery } from '../../../shared/search/search-query.ts';
import { correctWords } from './correct-words.ts';
import { createSearchRepository } from './search.repository.ts';
import { understandSearch } from './understand-search.ts';
import { serveSearch, type SearchSources } from './search.routes.ts';

/** How many titles, and names of channels, are compared with the words that a person may have meant. */
const titlesCompared = 100;

/** The search feature: finds channels, videos and chapters. */
export interface Search {
  routes(serve: ServeEndpoint<Viewer>): void;
}

/** Creates the search feature, which finds channels, videos and chapters, and forgives one slip of the keyboard. */
export function searchFeature({ db, ...sources }: SearchSources & { db: Kysely<Database> }): Search {
  const repository = createSearchRepository(db);
  const knownTo = (viewer: Viewer) => ({
    ...repository,
    genreWords: () => sources.videos.genreWords(),
    async listTitles(query: SearchQuery): Promise<string[]> {
      const [videos, channels] = await Promise.all([
        sources.videos.listTitles(query, titlesCompared),
        sources.channels.search(query, titlesCompared, viewer),
      ]);
      return [...videos, ...channels.map(({ name }) => name)];
    },
  });
  return {
    routes: (serve) =>
      serveSearch(serve, sources, {
        understand: (text) => understandSearch(repository, text),
        correct: (text, viewer) => correctWords(knownTo(viewer), text),
      }),
  };
}
