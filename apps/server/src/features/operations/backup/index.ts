import { rm } from 'node:fs/promises';
import type { BackupOrigin } from '@butaca/contract';
import { writeBackup, type Database, findInstallation } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { createBackupAdmission } from './admit-backup.ts';
import { createBackupFiles, readBackupFailure } from './backup-files.ts';
import { serveBackups, type Caller } from './backup.routes.ts';

export { stampOf } from './backup-files.ts';

/** The backup feature: backups of the whole database are written, listed, downloaded, uploaded and restored. */
export interface Backups {
  /**
   * Writes a backup of the database before a risky operation such as a merge of films into series. @returns the name of
   * the backup
   */
  save(origin: BackupOrigin): Promise<string>;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

export function backupFeature(needs: {
  db: Kysely<Database>;
  connectionString: string;
  /** The folder of the backups; of several servers, all use the same one. */
  dir: string;
  /** Whether servers of other machines use the folder too. */
  isShared: boolean;
  clock: Clock;
  /**
   * Checks the password of the administrator who makes, uploads, downloads, deletes or restores a backup. @throws AppError
   * `account.password_wrong`, `limit.login`
   */
  confirmPassword(caller: Caller, password: string): Promise<void>;
  /** Called after a backup was restored: everything that the server has cached of the database is stale. */
  onRestored(): void;
}): Backups {
  const { db, connectionString, clock } = needs;
  const files = createBackupFiles(needs.dir, () => findInstallation(connectionString), needs.isShared);
  const cleared = files.clearUnfinished(clock.now());
  let isBusy = false;

  async function exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (isBusy) throw new AppError('backup.running');
    isBusy = true;
    try {
      await cleared;
      return await work();
    } catch (error) {
      throw readBackupFailure(error);
    } finally {
      isBusy = false;
    }
  }

  async function write(
    origin: BackupOrigin,
    keep = (path: string) => files.add(path, origin, clock.now()),
  ): Promise<string> {
    const spooled = files.newSpoolPath();
    let name;
    try {
      await writeBackup(connectionString, spooled);
      name = await keep(spooled);
    } finally {
      await rm(spooled, { force: true });
    }
    // A process that writes into the same folder, such as `npm run backup`, may have been killed since the start.
    await files.clearUnfinished(clock.now());
    return name;
  }

  return {
    save: (origin) => exclusively(() => write(origin)),
    routes: (serve) =>
      serveBackups(serve, {
        db,
        connectionString,
        files,
        admission: createBackupAdmission({ db, clock, files }),
        cleared,
        exclusively,
        write,
        confirmPassword: needs.confirmPassword,
        onRestored: needs.onRestored,
      }),
  };
}
