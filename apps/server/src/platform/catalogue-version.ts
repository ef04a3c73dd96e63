import { catalogueNotificationChannel, type DatabaseConnection } from '@butaca/db';

/** The version of the catalogue; the key of every cached answer carries it. */
export interface CatalogueVersion {
  current(): number;
  /** A write of this process was committed. */
  advance(): void;
}

/** Opens the version. Writes of this process move it at once, those of other processes when the database announces them. */
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
