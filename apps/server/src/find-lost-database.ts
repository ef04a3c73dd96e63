import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the product writes into `DATA_DIR` besides its database. */
const traces: ReadonlySet<string> = new Set([
  'images',
  'conversions',
  'uploads',
  'backups',
  'demo-accounts.json',
]);

/**
 * Finds out, before the embedded Postgres starts, whether `DATA_DIR` was used and the folder of its database is gone: it was
 * deleted or not mounted, or the database was another one (`DATABASE_URL`). An empty database is made then.
 *
 * @returns what the operator is to know of it; nothing where the database is there, or this is the first start
 */
export async function findLostDatabase(config: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<string[]> {
  if (config.databaseUrl !== undefined) return [];
  const { dataDir } = config;
  const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
  const folder = join(dataDir, 'postgres');
  if ((await namesIn(folder)).length > 0) return [];
  const names = await namesIn(dataDir);
  if (!names.some((name) => traces.has(name))) return [];
  const backups = (await namesIn(join(dataDir, 'backups'))).length > 0;
  return [
    `La base de datos de ${folder} ya no estaba, y se ha creado una vacía: sin cuentas ni catálogo. Si no la borraste tú, ` +
      `para Butaca y devuelve esa carpeta a su sitio, indica la base de datos que usabas en DATABASE_URL, o restaura una ` +
      `copia con «npm run restore»${backups ? ` (hay copias en ${join(dataDir, 'backups')})` : ''}.`,
  ];
}
