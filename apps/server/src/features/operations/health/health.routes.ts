import { health, ready } from '@butaca/contract';
import { inTime } from '../../../platform/async/deadline.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';

/**
 * The longest time that the readiness probe (`GET /api/ready`) waits for the database, in ms; a slower database is
 * reported as not ready.
 */
const readyLimitMs = 900;

/**
 * Serves the two monitoring endpoints: one says that the process of a Butaca is alive, the other that the database answers within
 * `readyLimitMs`.
 */
export function serveHealth(
  serve: ServeEndpoint<unknown>,
  {
    askDatabase,
    store,
    isDivided,
  }: {
    askDatabase: () => Promise<unknown>;
    store: Pick<SharedStore, 'isReachable'> | undefined;
    isDivided(): boolean;
  },
): void {
  serve(health, async () => ({ status: 'ok' as const, product: 'butaca' as const }));
  serve(ready, async () => {
    if ((await inTime(askDatabase(), readyLimitMs, 'late')) === 'late') {
      throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
    }
    if (isDivided()) return { status: 'ok' as const, sharedStore: 'divided' as const };
    if (store === undefined) return { status: 'ok' as const };
    const sharedStore = store.isReachable() ? ('reachable' as const) : ('unreachable' as const);
    return { status: 'ok' as const, sharedStore };
  });
}
