import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { downloadFile } from '../../../platform/api/download.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

/** The query of the backups on the server, and of the numbers of users, channels and videos in the database now. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => api('GET /api/admin/backups', {}, signal),
  });

/** @param currentPassword - the caller's own password, required for a second backup within an hour */
export const createBackup = (currentPassword?: string) =>
  api('POST /api/admin/backups', { body: currentPassword === undefined ? {} : { currentPassword } });

/** @param currentPassword - the caller's own password */
export const deleteBackup = (name: string, currentPassword: string) =>
  api('DELETE /api/admin/backups/:name', { params: { name }, body: { currentPassword } });

/** Makes the browser save a backup as a file; the server sends the backup only with the administrator's password. */
export const downloadBackup = (name: string, password: string) =>
  downloadFile('POST /api/admin/backups/:name/download', { name }, name, { password });

/**
 * Uploads a backup file to the server, which checks the file before it keeps it.
 *
 * @param currentPassword - the caller's own password, required for a second backup within an hour
 */
export const uploadBackup = (
  file: File,
  currentPassword: string | undefined,
  onPercent: (percent: number) => void,
) =>
  uploadFile('POST /api/admin/backups/upload', { field: 'file', file, form: { currentPassword } }, onPercent);

/** Restores a backup, which ends every session. @param currentPassword - the caller's own password */
export const restoreBackup = (name: string, currentPassword: string) =>
  api('POST /api/admin/backups/:name/restore', { params: { name }, body: { currentPassword } });
