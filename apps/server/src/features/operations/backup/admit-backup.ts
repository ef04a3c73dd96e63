import { freeBackupMs, handMadeBackups } from '@butaca/contract';
import { handMadeBackupLock, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { BackupFiles } from './backup-files.ts';

/**
 * The limits of backups that administrators make or upload: there are ten at most, and one an hour takes no password, so
 * that a stolen session cannot fill the disk. Deleting one takes the password.
 */
export interface BackupAdmission {
  /** Whether another backup takes the password of the administrator who makes or uploads it. */
  takesPassword(): Promise<boolean>;
  /** Refuses a backup that would be one too many. @throws AppError `backup.full` */
  requirePlace(): Promise<void>;
  /**
   * Gives a finished file its name while no other server does so, and the limits hold.
   *
   * @param isConfirmed - whether the administrator has given their password
   * @throws AppError `backup.full`, or what `refuse` returns where the password is missing
   */
  add(
    path: string,
    origin: 'manual' | 'upload',
    { isConfirmed, refuse }: { isConfirmed: boolean; refuse: () => AppError },
  ): Promise<string>;
}

export function createBackupAdmission(needs: {
  db: Kysely<Database>;
  clock: Clock;
  files: Pick<BackupFiles, 'listHandMade' | 'add'>;
}): BackupAdmission {
  const { db, clock, files } = needs;

  async function takesPassword(): Promise<boolean> {
    const [newest] = await files.listHandMade();
    return newest !== undefined && clock.now().getTime() - newest < freeBackupMs;
  }

  async function requirePlace(): Promise<void> {
    if ((await files.listHandMade()).length >= handMadeBackups) throw new AppError('backup.full');
  }

  return {
    takesPassword,
    requirePlace,
    add: (path, origin, { isConfirmed, refuse }) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${handMadeBackupLock})`.execute(trx);
        await requirePlace();
        if (!isConfirmed && (await takesPassword())) throw refuse();
        return files.add(path, origin, clock.now());
      }),
  };
}
