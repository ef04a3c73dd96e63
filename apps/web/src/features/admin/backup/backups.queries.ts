import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The backups that the server keeps, and what the database holds now. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => api('GET /api/admin/backups', {}, signal),
  });
