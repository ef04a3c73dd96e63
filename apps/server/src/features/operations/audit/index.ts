import { listAudit, type AuditEntry } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createAuditRepository, type AuditRow } from './audit.repository.ts';

export interface Audit {
  routes(serve: ServeEndpoint<unknown>): void;
}

/** What administrators did. Each feature keeps its own acts with `recordAct`; here they are read. */
export function auditFeature({ db }: { db: Kysely<Database> }): Audit {
  const repository = createAuditRepository(db);
  return {
    routes(serve) {
      serve(listAudit, async ({ query }) => {
        const { page, limit } = query;
        const { rows, total } = await repository.listPage(query, { offset: (page - 1) * limit, limit });
        return { entries: rows.map(toEntry), page, totalPages: Math.ceil(total / limit), total };
      });
    },
  };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    action: row.action,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
  };
}
