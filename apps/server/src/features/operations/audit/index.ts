import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createAuditRepository } from './audit.repository.ts';
import { serveAudit } from './audit.routes.ts';

/** The audit feature: administrators read the log of what administrators did. */
export interface Audit {
  /** Deletes acts of more than two years ago. @returns how many */
  deleteOld(): Promise<number>;
  routes(serve: ServeEndpoint<unknown>): void;
}

/** Each other feature records its own actions with `recordAct`; this feature reads the recorded actions. */
export function auditFeature({ db, clock }: { db: Kysely<Database>; clock: Clock }): Audit {
  const repository = createAuditRepository(db);
  return {
    deleteOld: () => repository.deleteOld(clock.now()),
    routes: (serve) => serveAudit(serve, repository),
  };
}
