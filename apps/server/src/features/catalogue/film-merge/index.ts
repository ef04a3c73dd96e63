import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { serveFilmMerge, type FilmMergeRoutesNeeds } from './film-merge.routes.ts';

/** The film merge feature: turns films that are really chapters into series, and undoes that. */
export interface FilmMerge {
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

export const filmMergeFeature = (needs: FilmMergeRoutesNeeds): FilmMerge => ({
  routes: (serve) => serveFilmMerge(serve, needs),
});
