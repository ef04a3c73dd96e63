import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createAuditRepository } from './audit.repository.ts';
import { serveAudit } from './audit.routes.ts';

/** The audit log, which administrators can read. */
export interface Audit {
  routes(serve: ServeEndpoint<unknown>): void;
}

/**
 * Creates the audit log of administrators' actions. Each feature records its own actions with `recordAct`; this one
 * reads them.
 */
export function auditFeature({ db }: { db: Kysely<Database> }): Audit {
  const repository = createAuditRepository(db);
  return {
    routes: (serve) => serveAudit(serve, repository),
  };
}
