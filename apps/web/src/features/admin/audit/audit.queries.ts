import { adminPageSize } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/**
 * The query for a page of the audit log, newest entries first. `kind` filters by the noun of an action's key (`user`,
 * `channel`); empty for all actions.
 */
export const auditQuery = (page: number, kind: string, search: string) =>
  queryOptions({
    queryKey: ['admin', 'audit', page, kind, search],
    queryFn: ({ signal }) =>
      api(
        'GET /api/admin/audit',
        {
          query: {
            page: String(page),
            limit: String(adminPageSize),
            ...(kind !== '' && { action: kind }),
            ...(search !== '' && { search }),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    // The audit log is refetched at each visit of its tab, because an action in another tab may have just added an
    // entry.
    staleTime: 0,
  });

/** The query filter that matches every cached page of the audit log. */
export const everyAuditQuery = { queryKey: ['admin', 'audit'] };

/** Takes out of a collection what is left of an addition, which is named by its entry in the audit log. */
export const undoAddition = (entryId: string) =>
  api('DELETE /api/admin/collection-additions/:id', { params: { id: entryId } });
