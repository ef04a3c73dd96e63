import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Cancel, Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { serveHealth } from './health.routes.ts';
import { askDatabase } from './health.repository.ts';
import { createServerPresence, lookEveryMs } from './server-presence.ts';

/**
 * The health feature: monitoring asks whether the process is alive, whether its database answers, and whether it shares a
 * store with all other servers of the database.
 */
export interface Health extends AsyncDisposable {
  /** Begins to look for other servers. */
  start(): void;
  /** Whether another server uses the database and not this server's shared store. */
  isStoreDivided(): boolean;
  routes(serve: ServeEndpoint<unknown>): void;
}

export function healthFeature({
  db,
  store,
  clock,
  log,
}: {
  db: Kysely<Database>;
  store: SharedStore | undefined;
  clock: Clock;
  log: Log;
}): Health {
  const presence = createServerPresence({ db, store, log });
  let cancel: Cancel | undefined;
  return {
    start() {
      void presence.look();
      cancel = clock.every(lookEveryMs, () => void presence.look());
    },
    isStoreDivided: presence.isDivided,
    routes: (serve) =>
      serveHealth(serve, { askDatabase: () => askDatabase(db), store, isDivided: presence.isDivided }),
    async [Symbol.asyncDispose]() {
      cancel?.();
      await presence[Symbol.asyncDispose]();
    },
  };
}
