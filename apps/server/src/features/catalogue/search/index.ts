import type { Viewer } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { correctWords } from './correct-words.ts';
import { createSearchRepository } from './search.repository.ts';
import { serveSearch, type SearchSources } from './search.routes.ts';

/** The search feature: finds channels, videos and chapters. */
export interface Search {
  routes(serve: ServeEndpoint<Viewer>): void;
}

/** Creates the search feature, which finds channels, videos and chapters, and forgives one slip of the keyboard. */
export function searchFeature({ db, ...sources }: SearchSources & { db: Kysely<Database> }): Search {
  const known = {
    ...createSearchRepository(db),
    genreWords: () => sources.videos.genreWords(),
  };
  return { routes: (serve) => serveSearch(serve, sources, (text) => correctWords(known, text)) };
}
