import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveHome, type HomeNeeds, type HomeSession } from './home.routes.ts';

/** The home page of each person. */
export interface HomePage {
  routes(serve: ServeEndpoint<HomeSession>): void;
}

/** Creates the home page, which is put together from the rows of other features. */
export function homeFeature(needs: HomeNeeds): HomePage {
  return { routes: (serve) => serveHome(serve, needs) };
}
