import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createAuditRepository } from './audit.repository.ts';
import { serveAudit } from './audit.routes.ts';

/** The audit feature: administrators read the log of what administrators did. */
export interface Audit {
  routes(serve: ServeEndpoint<unknown>): void;
}

/** Each other feature records its own actions with `recordAct`; this feature reads the recorded actions. */
export function auditFeature({ db }: { db: Kysely<Database> }): Audit {
  const repository = createAuditRepository(db);
  return {
    routes: (serve) => serveAudit(serve, repository),
  };
}
