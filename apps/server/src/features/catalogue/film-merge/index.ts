import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { planMoves } from './plan-moves.ts';
import { removeMade, restoreKept } from './undo-film-merge.ts';
import { serveFilmMerge, type FilmMergeRoutesNeeds } from './film-merge.routes.ts';

/** The film merge feature: turns films that are really chapters into series, and undoes that. */
export interface FilmMerge {
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
  /** The parts of a merge and of its undo that a new reading of stored titles shares. */
  readonly films: {
    planMoves: typeof planMoves;
    restoreKept: typeof restoreKept;
    removeMade: typeof removeMade;
  };
}

export const filmMergeFeature = (needs: FilmMergeRoutesNeeds): FilmMerge => ({
  routes: (serve) => serveFilmMerge(serve, needs),
  films: { planMoves, restoreKept, removeMade },
});
