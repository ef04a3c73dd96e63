import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DatabaseStartError,
  migrateToLatest,
  readBackupHeader,
  writeBackup,
  type DatabaseConnection,
} from '@butaca/db';
import { stampOf } from './features/operations/backup/index.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';
import { systemClock } from './platform/clock.ts';

/** The names of the backups that are made here, which their times order. */
const ownName = /^antes-de-actualizar-\d{4}-\d\d-\d\d-\d{6}\.bak$/;
/**
 * How many of these backups of one schema are kept: a server whose migration fails, and which is started again and again,
 * must not fill the disk with them.
 */
const keptBackups = 5;

/**
 * Migrates the database to the schema of this product version. The data of an older version are backed up before, because
 * the older version does not start on the new schema.
 *
 * @throws DatabaseStartError with a Spanish sentence, and with the schema unchanged, when the backup cannot be written
 */
export async function upgradeSchema(
  database: DatabaseConnection,
  { sharedDir }: Pick<Config, 'sharedDir'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  await migrateToLatest(database.db, {
    async beforehand() {
      const folder = join(sharedDir, 'backups');
      const name = `antes-de-actualizar-${stampOf(systemClock.now())}.bak`;
      const path = join(folder, name);
      try {
        await writeBackup(database.connectionString, path);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new DatabaseStartError(
          `No se ha podido guardar la copia que se hace antes de actualizar la base de datos (${path}): ${reason}. ` +
            'No se ha cambiado nada. Haz sitio en el disco o revisa los permisos de la carpeta, y arranca de nuevo.',
          { cause: error },
        );
      }
      log.info({ path }, 'data backed up before the schema is changed');
      try {
        for (const old of await findSuperfluous(folder, name)) {
          await rm(old);
          log.info({ path: old }, 'old backup of the same schema deleted');
        }
      } catch (error) {
        log.warn({ err: error }, 'old backups could not be deleted');
      }
    },
  });
}

/**
 * Finds the older backups of the same schema as the backup that was made now, but for the newest of them. Those of another
 * schema are kept: after a migration that failed in part, the oldest one is the only one that the earlier version restores.
 *
 * @returns their paths
 */
async function findSuperfluous(folder: string, made: string): Promise<string[]> {
  const migrationsOf = async (name: string) =>
    JSON.stringify((await readBackupHeader(join(folder, name))).migrations);
  const wanted = await migrationsOf(made);
  const same: string[] = [];
  const others = (await readdir(folder)).filter((name) => ownName.test(name) && name !== made);
  for (const name of others.toSorted()) {
    // A damaged file has no schema.
    if ((await migrationsOf(name).catch(() => undefined)) === wanted) same.push(name);
  }
  return same.slice(0, -(keptBackups - 1)).map((name) => join(folder, name));
}
