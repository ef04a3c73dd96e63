import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { serveFilmMerge, type FilmMergeRoutesNeeds } from './film-merge.routes.ts';

/** Merges films that are chapters into series, and undoes a merge. */
export interface FilmMerge {
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

/** Makes series of films that are really chapters. */
export const filmMergeFeature = (needs: FilmMergeRoutesNeeds): FilmMerge => ({
  routes: (serve) => serveFilmMerge(serve, needs),
});
