import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { downloadFile } from '../../../platform/api/download.ts';

/** The backups on the server, and the numbers of users, channels and videos that the database holds now. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => api('GET /api/admin/backups', {}, signal),
  });

export const createBackup = () => api('POST /api/admin/backups', {});

export const deleteBackup = (name: string) => api('DELETE /api/admin/backups/:name', { params: { name } });

/** Has the browser save a backup, which the server gives to who knows the password of the session's account. */
export const downloadBackup = (name: string, password: string) =>
  downloadFile('POST /api/admin/backups/:name/download', { name }, name, { password });

/** Replaces the database by a backup; every session ends with it. */
export const restoreBackup = (name: string) =>
  api('POST /api/admin/backups/:name/restore', { params: { name } });
