import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveSearch, type SearchSources } from './search.routes.ts';
import type { Viewer } from '@butaca/contract';

/** The search feature: finds channels and videos. */
export interface Search {
  routes(serve: ServeEndpoint<Viewer>): void;
}

/** Creates the search feature, which finds channels and videos. */
export function searchFeature(sources: SearchSources): Search {
  return { routes: (serve) => serveSearch(serve, sources) };
}
