import { catalogueNotificationChannel, type DatabaseConnection } from '@butaca/db';

/**
 * The catalogue version: a number that increments with every change of the catalogue and is part of the key of every
 * cached answer.
 */
export interface CatalogueVersion {
  current(): number;
  /** Increments the catalogue version; called after this process has committed a write of the catalogue. */
  advance(): void;
}

/**
 * Opens the catalogue version, the number in the keys of cached answers. It increments at once on writes of this
 * process, and on notifications of the database about writes of other processes.
 */
export async function openCatalogueVersion(
  database: Pick<DatabaseConnection, 'listen'>,
): Promise<CatalogueVersion> {
  let version = 0;
  const advance = (): void => {
    version += 1;
  };
  await database.listen(catalogueNotificationChannel, advance);
  return { current: () => version, advance };
}
