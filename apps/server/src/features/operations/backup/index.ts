import { join } from 'node:path';
import {
  createBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
  uploadBackup,
  type BackupOrigin,
} from '@butaca/contract';
import { recordAct, restoreBackup as restoreInto, writeBackup, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { FileDownload } from '../../../platform/http/file-download.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { createBackupFiles, readBackupFailure } from './backup-files.ts';

export { stampOf } from './backup-files.ts';

export interface Backups {
  /** Saves everything as it is, for something that is about to be done. @returns the name of the backup */
  save(origin: BackupOrigin): Promise<string>;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

/** Copies of all data, kept in `DATA_DIR/backups`, and their way back. */
export function backupFeature(needs: {
  db: Kysely<Database>;
  connectionString: string;
  dataDir: string;
  clock: Clock;
  /** Everything that is kept of the database in memory is old. */
  onRestored(): void;
}): Backups {
  const { db, connectionString, clock } = needs;
  const files = createBackupFiles(join(needs.dataDir, 'backups'));
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

  const record = (actor: Actor, action: string, name: string, after?: object) =>
    recordAct(db, actor, { action, subjectName: name, after });

  return {
    save: (origin) => alone(() => write(origin)),
    routes(serve) {
      serve(listBackups, async () => ({ backups: await files.list(), current: await countContents(db) }));
      serve(createBackup, async (_request, { session }) =>
        alone(async () => {
          const name = await write('manual');
          await record(session, 'backup.create', name);
          return files.describe(name);
        }),
      );
      serve(uploadBackup, async (_request, { session, upload }) => {
        await cleared;
        const received = await upload('backup.missing');
        const name = await files.receive(received, clock.now);
        await record(session, 'backup.upload', name);
        return files.describe(name);
      });
      serve(
        downloadBackup,
        async ({ params: { name } }) => new FileDownload(await files.require(name), name),
      );
      serve(deleteBackup, async ({ params: { name } }, { session }) => {
        await files.require(name);
        await files.remove(name);
        await record(session, 'backup.delete', name);
        return { message: 'Copia de seguridad eliminada.' };
      });
      serve(restoreBackup, async ({ params: { name } }, { session }) =>
        alone(async () => {
          const path = await files.require(name);
          let savedAs = '';
          await restoreInto(connectionString, path, {
            async beforehand() {
              savedAs = await write('restore');
            },
            afterwards: (trx) =>
              recordAct(trx, session, {
                action: 'backup.restore',
                subjectName: name,
                after: { savedAs },
              }),
          });
          needs.onRestored();
          return { message: 'Copia restaurada. Todos deben volver a iniciar sesión.', savedAs };
        }),
      );
    },
  };
}

async function countContents(db: Kysely<Database>) {
  const [accounts, channels, videos] = await Promise.all(
    (['account', 'channel', 'video'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return { accounts: accounts?.count ?? 0, channels: channels?.count ?? 0, videos: videos?.count ?? 0 };
}
