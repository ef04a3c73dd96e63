import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveHealth } from './health.routes.ts';
import { askDatabase } from './health.repository.ts';

/** The health feature: monitoring asks whether the process is alive, and whether its database answers. */
export interface Health {
  routes(serve: ServeEndpoint<unknown>): void;
}

export function healthFeature({
  db,
  store,
}: {
  db: Kysely<Database>;
  store: SharedStore | undefined;
}): Health {
  return {
    routes: (serve) => serveHealth(serve, () => askDatabase(db), store),
  };
}
