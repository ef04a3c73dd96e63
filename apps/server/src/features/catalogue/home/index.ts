import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveHome, type HomeNeeds, type HomeSession } from './home.routes.ts';

/** The home page feature. */
export interface HomePage {
  routes(serve: ServeEndpoint<HomeSession>): void;
}

/** Creates the home page feature, which composes a page from the rows of other features. */
export function homeFeature(needs: HomeNeeds): HomePage {
  return { routes: (serve) => serveHome(serve, needs) };
}
