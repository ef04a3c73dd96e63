import { catalogueNotificationChannel, type DatabaseConnection } from '@butaca/db';

/** The catalogue version, which is part of the key of every cached answer. */
export interface CatalogueVersion {
  current(): number;
  /** Increments the version; called after a write of this process was committed. */
  advance(): void;
}

/**
 * Opens the catalogue version. It increments at once on writes of this process, and on notifications of the database
 * about writes of other processes.
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
