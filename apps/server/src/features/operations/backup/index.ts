import { join } from 'node:path';
import type { BackupOrigin } from '@butaca/contract';
import { writeBackup, type Database, findInstallation } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { createBackupFiles, readBackupFailure } from './backup-files.ts';
import { serveBackups } from './backup.routes.ts';

export { stampOf } from './backup-files.ts';

/** Backups of the whole database: written, listed, downloaded, uploaded and restored. */
export interface Backups {
  /** Writes a backup before a risky operation. @returns the name of the backup */
  save(origin: BackupOrigin): Promise<string>;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

/** Creates the backup feature, which keeps backups of all data in `DATA_DIR/backups` and restores them. */
export function backupFeature(needs: {
  db: Kysely<Database>;
  connectionString: string;
  dataDir: string;
  clock: Clock;
  /** @throws AppError `account.password_wrong`, `limit.login` */
  confirmPassword(
    person: { accountId: string; username: string; ip: string },
    password: string,
  ): Promise<void>;
  /** Called after a restore: everything that is cached of the database is stale. */
  onRestored(): void;
}): Backups {
  const { db, connectionString, clock } = needs;
  const files = createBackupFiles(join(needs.dataDir, 'backups'), () => findInstallation(connectionString));
  const cleared = files.clearUnfinished(clock.now());
  let isBusy = false;

  async function alone<T>(work: () => Promise<T>): Promise<T> {
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

  async function write(origin: BackupOrigin): Promise<string> {
    const name = await files.newName(origin, clock.now());
    await writeBackup(connectionString, files.pathOf(name));
    return name;
  }

  return {
    save: (origin) => alone(() => write(origin)),
    routes: (serve) =>
      serveBackups(serve, {
        db,
        connectionString,
        clock,
        files,
        cleared,
        alone,
        write,
        confirmPassword: needs.confirmPassword,
        onRestored: needs.onRestored,
      }),
  };
}
