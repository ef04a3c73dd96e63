import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeBackup } from '@butaca/db';
import { stampOf } from '../features/operations/backup/index.ts';
import { refuse } from '../open-app.ts';
import { openMaintenance } from '../open-maintenance.ts';
import { sayRefusal } from '../start-report.ts';
import { systemClock } from '../platform/clock.ts';

/** `npm run backup [-- FILE]`: saves all data of the database in a backup file, also while the server runs. */
try {
  await using opened = await openMaintenance({ LOG_LEVEL: 'error', ...process.env });
  const [, , given] = process.argv;
  const path =
    given === undefined
      ? join(opened.config.sharedDir, 'backups', `consola-${stampOf(systemClock.now())}.bak`)
      : // FILE is relative to the folder in which the operator ran npm, not to the project's folder, which npm enters.
        resolve(process.env['INIT_CWD'] ?? '.', given);
  if (existsSync(path)) {
    sayRefusal(`Ya existe ${path}. Indica otro nombre.`, 'No se ha hecho la copia.');
    process.exitCode = 1;
  } else {
    const { tables } = await writeBackup(opened.database.connectionString, path);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `\n  Copia de seguridad    ${path}\n  Contiene              ${rows.toLocaleString('es')} filas de ${tables.length} tablas\n  Guárdala en otro lugar: contiene los datos de todas las cuentas.\n\n`,
    );
  }
} catch (error) {
  refuse(error);
}
