import { listAudit } from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { AuditRepository } from './audit.repository.ts';
import { toEntry } from './audit.view.ts';

export function serveAudit(serve: ServeEndpoint<unknown>, repository: AuditRepository): void {
  serve(listAudit, async ({ query }) => {
    const { page, limit } = query;
    const { rows, total } = await repository.listPage(query, { offset: (page - 1) * limit, limit });
    return { entries: rows.map(toEntry), page, totalPages: Math.ceil(total / limit), total };
  });
}
