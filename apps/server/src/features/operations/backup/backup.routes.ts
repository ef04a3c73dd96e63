import {
  createBackup,
  currentPasswordMissing,
  deleteBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
  uploadBackup,
  type BackupOrigin,
} from '@butaca/contract';
import { recordAct, restoreBackup as restoreInto, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { FileDownload } from '../../../platform/http/file-download.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { describeUnreadable, noteUnreadableAccess } from '../../../shared/provider/seal-access.ts';
import type { BackupAdmission } from './admit-backup.ts';
import type { BackupFiles } from './backup-files.ts';
import { countContents } from './backup.repository.ts';

/** An administrator, and the address from which they call. */
export type Caller = Pick<Session, 'accountId' | 'username'> & { ip: string };

interface BackupParts {
  db: Kysely<Database>;
  connectionString: string;
  files: BackupFiles;
  admission: BackupAdmission;
  /** Resolves when the files of backups that were interrupted by a crash have been removed. */
  cleared: Promise<void>;
  /** Runs a task while no other backup or restore runs. @throws AppError `backup.running` */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Writes a backup of the database.
   *
   * @param keep - called with the finished file; gives it its name, by default one of its origin
   * @returns the name of the backup
   */
  write(origin: BackupOrigin, keep?: (path: string) => Promise<string>): Promise<string>;
  /**
   * Checks the password of the administrator who makes, uploads, downloads, deletes or restores a backup. @throws AppError
   * `account.password_wrong`, `limit.login`
   */
  confirmPassword(caller: Caller, password: string): Promise<void>;
  onRestored(): void;
}

export function serveBackups(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  {
    db,
    connectionString,
    files,
    admission,
    cleared,
    exclusively,
    write,
    confirmPassword,
    onRestored,
  }: BackupParts,
): void {
  const record = (actor: Actor, action: string, name: string, after?: object) =>
    recordAct(db, actor, { action, subjectName: name, after });

  const refuse = () =>
    new AppError('input.invalid', {
      details: [{ path: 'currentPassword', message: currentPasswordMissing }],
    });
  /** Verifies the password of whoever makes or uploads a backup, if the request has one. @returns whether it has one */
  async function confirmIfSent(caller: Caller, password: string | undefined): Promise<boolean> {
    if (password !== undefined) await confirmPassword(caller, password);
    return password !== undefined;
  }

  serve(listBackups, async () => ({
    backups: await files.list(),
    current: await countContents(db),
    takesPassword: await admission.takesPassword(),
  }));
  serve(createBackup, async ({ body }, { session, ip }) => {
    const isConfirmed = await confirmIfSent({ ...session, ip }, body.currentPassword);
    // Checked before the backup is written too, because writing it takes long.
    await admission.requirePlace();
    if (!isConfirmed && (await admission.takesPassword())) throw refuse();
    return exclusively(async () => {
      const name = await write('manual', (path) => admission.add(path, 'manual', { isConfirmed, refuse }));
      await record(session, 'backup.create', name);
      return files.describe(name);
    });
  });
  serve(uploadBackup, async (_request, { session, ip, upload }) => {
    await cleared;
    await admission.requirePlace();
    const received = await upload('backup.missing');
    const name = await files.receive(received, async (path) => {
      const { currentPassword } = await received.form();
      const isConfirmed = await confirmIfSent({ ...session, ip }, currentPassword);
      return admission.add(path, 'upload', { isConfirmed, refuse });
    });
    await record(session, 'backup.upload', name);
    return files.describe(name);
  });
  serve(downloadBackup, async ({ params: { name }, body }, { session, ip }) => {
    await confirmPassword({ ...session, ip }, body.password);
    const path = await files.require(name);
    await record(session, 'backup.download', name);
    return new FileDownload(path, name);
  });
  serve(deleteBackup, async ({ params: { name }, body }, { session, ip }) => {
    await confirmPassword({ ...session, ip }, body.currentPassword);
    await files.require(name);
    await files.remove(name);
    await record(session, 'backup.delete', name);
    return { message: 'Copia de seguridad eliminada.' };
  });
  serve(restoreBackup, async ({ params: { name }, body }, { session, ip }) => {
    await confirmPassword({ ...session, ip }, body.currentPassword);
    return exclusively(async () => {
      const path = await files.require(name);
      let savedAs = '';
      let unreadable: string[] = [];
      await restoreInto(connectionString, path, {
        async beforehand() {
          savedAs = await write('restore');
        },
        async afterwards(trx, { isOwn }) {
          unreadable = await noteUnreadableAccess(trx);
          await recordAct(trx, session, {
            action: 'backup.restore',
            subjectName: name,
            after: { savedAs, isOwn },
          });
        },
      });
      onRestored();
      const done = 'Copia restaurada. Todos deben volver a iniciar sesión.';
      return { message: `${done} ${describeUnreadable(unreadable)}`.trim(), savedAs };
    });
  });
}
