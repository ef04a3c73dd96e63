import { adminPageSize } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** A page of the audit log, newest first. `kind` is the noun of an action's key; empty for all actions. */
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
    // The log is refetched at each visit, because an action in another tab may have just added an entry.
    staleTime: 0,
  });
