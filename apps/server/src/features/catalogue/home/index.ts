import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveHome, type HomeNeeds, type HomeSession } from './home.routes.ts';

/** The home page feature: serves the rows of films, series and channels that the home page shows. */
export interface HomePage {
  routes(serve: ServeEndpoint<HomeSession>): void;
}

export function homeFeature(needs: HomeNeeds): HomePage {
  return { routes: (serve) => serveHome(serve, needs) };
}
