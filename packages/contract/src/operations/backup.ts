import { z } from 'zod';
import { credentialSchema, currentPasswordSchema } from '../people/account.ts';
import { defineEndpoint } from '../shared/endpoint.ts';

/**
 * Why a database backup exists: `manual`, an administrator asked for it; `command`, `npm run backup` made it; `migration`, `restore` and `upgrade`, the server
 * made it before it merged films, restored another backup or changed the schema of an older version; `upload`, somebody
 * uploaded the file.
 */
export const backupOrigins = ['manual', 'command', 'migration', 'restore', 'upgrade', 'upload'] as const;
export type BackupOrigin = (typeof backupOrigins)[number];

/** The file name of a database backup: `<name>.bak`. */
export const backupNameSchema = z
  .string({ error: 'Debe ser el nombre de una copia.' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,80}\.bak$/, { error: 'No es el nombre de una copia.' });

/**
 * One file in the server's folder of database backups. `contents` describes the data inside, with the time of that
 * data; it is `null` for a file that does not begin like a backup.
 */
export const backupSchema = z.object({
  name: z.string(),
  origin: z.enum(backupOrigins),
  sizeBytes: z.number(),
  contents: z
    .object({
      createdAt: z.iso.datetime(),
      accounts: z.number(),
      channels: z.number(),
      videos: z.number(),
      /**
       * Whether the backup file claims that this installation wrote it; restoring checks the claim. A file of another
       * installation cannot be verified.
       */
      isOwn: z.boolean(),
    })
    .nullable(),
});
export type Backup = z.output<typeof backupSchema>;

/**
 * How many backups that administrators made or uploaded the server keeps. One of them an hour takes no password of the
 * administrator, so that a stolen session cannot fill the disk.
 */
export const handMadeBackups = 10;
export const freeBackupMs = 3_600_000;

const params = z.object({ name: backupNameSchema });
/** The caller's own password, for what somebody with a stolen session must not be able to do. */
const confirmed = z.object({ currentPassword: currentPasswordSchema });

export const listBackups = defineEndpoint({
  method: 'GET',
  path: '/api/admin/backups',
  access: 'admin',
  summary: 'The backups that the server keeps, newest first.',
  input: {},
  output: z.object({
    backups: z.array(backupSchema),
    /** Row counts of the running database, to compare with those of a backup that would replace it. */
    current: z.object({ accounts: z.number(), channels: z.number(), videos: z.number() }),
    /** Whether making or uploading another backup takes the caller's own password now. */
    takesPassword: z.boolean(),
  }),
});

/** The password of the administrator who makes or uploads a backup; one backup an hour takes none. */
const maybeConfirmed = z.object({ currentPassword: currentPasswordSchema.optional() });
const handMadeErrors = ['backup.full', 'account.password_wrong', 'limit.login'] as const;

export const createBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/backups',
  access: 'admin',
  summary:
    'Saves all data as it is now; the server goes on working. A second backup that is made or uploaded within an hour takes the caller’s own password, `currentPassword`; there are ten at most.',
  input: { body: maybeConfirmed },
  status: 201,
  output: backupSchema,
  errors: ['backup.running', ...handMadeErrors],
});

export const uploadBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/backups/upload',
  access: 'admin',
  summary:
    'Takes in a backup from outside; a damaged or foreign file is refused. A second backup that is made or uploaded within an hour takes the caller’s own password, `currentPassword`; there are ten at most.',
  input: {},
  file: 'file',
  form: maybeConfirmed,
  status: 201,
  output: backupSchema,
  errors: [
    'backup.foreign',
    'backup.damaged',
    'backup.version',
    'upload.interrupted',
    'backup.missing',
    ...handMadeErrors,
  ],
});

export const downloadBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/backups/:name/download',
  access: 'admin',
  summary:
    'The file of a backup, as application/octet-stream, to an administrator who gives the own password once more: it holds the data of every account.',
  input: { params, body: z.object({ password: credentialSchema }) },
  output: z.unknown(),
  errors: ['backup.not_found', 'account.password_wrong', 'limit.login'],
});

export const deleteBackup = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/backups/:name',
  access: 'admin',
  summary: 'Deletes a backup, which takes the caller’s own password, `currentPassword`.',
  input: { params, body: confirmed },
  output: z.object({ message: z.string() }),
  errors: ['backup.not_found', 'account.password_wrong', 'limit.login'],
});

export const restoreBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/backups/:name/restore',
  access: 'admin',
  summary:
    'Replaces all data by those of a backup, after saving what there is, and ends every session. It takes the caller’s own password, `currentPassword`.',
  input: { params, body: confirmed },
  output: z.object({
    message: z.string(),
    /** The file name of the safety backup, made of the database's old data just before the restore replaced them. */
    savedAs: z.string(),
  }),
  errors: [
    'backup.not_found',
    'backup.foreign',
    'backup.damaged',
    'backup.version',
    'backup.unusable',
    'backup.running',
    'account.password_wrong',
    'limit.login',
  ],
});
