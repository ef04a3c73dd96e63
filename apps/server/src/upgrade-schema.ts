import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError, migrateToLatest, writeBackup, type DatabaseConnection } from '@butaca/db';
import { stampOf } from './features/operations/backup/index.ts';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';

const prefix = 'antes-de-actualizar-';
/**
 * How many of these backups are kept: a server whose migration fails, and which is started again and again, must not fill
 * the disk with them.
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
  log: Pick<Log, 'info'>,
): Promise<void> {
  await migrateToLatest(database.db, {
    async beforehand() {
      const folder = join(sharedDir, 'backups');
      const path = join(folder, `${prefix}${stampOf(new Date())}.bak`);
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
      await deleteOldest(folder);
    },
  });
}

/** Deletes all but the newest backups that were made before a change of the schema; their names order them by time. */
async function deleteOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const own = names.filter((name) => name.startsWith(prefix) && name.endsWith('.bak')).toSorted();
  for (const name of own.slice(0, -keptBackups)) await rm(join(folder, name), { force: true });
}
