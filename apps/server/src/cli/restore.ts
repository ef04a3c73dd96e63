import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BackupError, recordAct, restoreBackup, verifyBackup, writeBackup } from '@butaca/db';
import { stampOf } from '../features/operations/backup/index.ts';
import { refuse } from '../open-app.ts';
import { openMaintenance, type Maintenance } from '../open-maintenance.ts';
import { sayRefusal } from '../start-report.ts';
import { upgradeSchema } from '../upgrade-schema.ts';
import { describeUnreadable, noteUnreadableAccess } from '../shared/provider/seal-access.ts';
import { systemClock } from '../platform/clock.ts';

/** `npm run restore -- FILE`: saves the present data in a file, then replaces all data by those of a backup file. */
const refused = 'No se ha restaurado nada.';
const [, , given] = process.argv;
if (given === undefined) {
  sayRefusal('Falta el archivo: npm run restore -- ARCHIVO', refused);
  process.exitCode = 1;
} else {
  const path = resolve(process.env['INIT_CWD'] ?? '.', given);
  try {
    await restore(path);
  } catch (error) {
    if (error instanceof BackupError) {
      sayRefusal(error.message, refused);
      process.exitCode = 1;
    } else refuse(error);
  }
}

async function restore(path: string): Promise<void> {
  if (!existsSync(path)) {
    sayRefusal(`No existe el archivo ${path}.`, refused);
    process.exitCode = 1;
    return;
  }
  // The backup file is verified before the database is opened, so that no database is created when the file is invalid.
  await verifyBackup(path);
  await using opened = await openMaintenance({ LOG_LEVEL: 'error', ...process.env });
  const { database } = opened;
  // The schema of the database is migrated before the restore. A server process that runs on the same database has
  // migrated it already.
  if (!opened.isServed) await upgradeSchema(database, opened.config, opened.log);
  let savedAs: string | undefined;
  let unreadable: string[] = [];
  const { createdAt, isOwn } = await restoreBackup(database.connectionString, path, {
    async beforehand() {
      savedAs = await saveWhatThereIs(opened);
    },
    async afterwards(trx, restored) {
      unreadable = await noteUnreadableAccess(trx);
      await recordAct(
        trx,
        { accountId: null, username: 'operador' },
        { action: 'backup.restore', subjectName: basename(path), after: { isOwn: restored.isOwn } },
      );
    },
  });
  const moment = new Date(createdAt).toLocaleString('es', { dateStyle: 'long', timeStyle: 'short' });
  process.stdout.write(
    `\n  Datos restaurados    los del ${moment}\n` +
      (savedAs === undefined ? '' : `  Lo que había         ${savedAs}\n`) +
      (isOwn
        ? ''
        : '  Aviso                la copia es de otra instalación: no se puede saber si alguien la cambió\n') +
      (unreadable.length === 0 ? '' : `  Aviso                ${describeUnreadable(unreadable)}\n`) +
      `  Las sesiones se han cerrado: todos deben volver a entrar.\n` +
      (opened.isServed ? '  Reinicia el servidor cuando puedas.\n\n' : '\n'),
  );
}

/**
 * Backs up the present data before a restore replaces them; returns `undefined` for a database without accounts,
 * because it has nothing worth saving.
 */
async function saveWhatThereIs({ config, database }: Maintenance): Promise<string | undefined> {
  const { accounts } = await database.db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow();
  if (accounts === 0) return undefined;
  const path = join(config.sharedDir, 'backups', `antes-de-restaurar-${stampOf(systemClock.now())}.bak`);
  await writeBackup(database.connectionString, path);
  return path;
}
