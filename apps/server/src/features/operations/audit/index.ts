import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createAuditRepository } from './audit.repository.ts';
import { serveAudit } from './audit.routes.ts';

/** The audit log, for administrators to read. */
export interface Audit {
  routes(serve: ServeEndpoint<unknown>): void;
}

/** What administrators did. Each feature keeps its own acts with `recordAct`; here they are read. */
export function auditFeature({ db }: { db: Kysely<Database> }): Audit {
  const repository = createAuditRepository(db);
  return {
    routes: (serve) => serveAudit(serve, repository),
  };
}
