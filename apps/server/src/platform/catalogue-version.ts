import { catalogueNotificationChannel, type DatabaseConnection } from '@butaca/db';

/**
 * The version of what viewers are shown: every cached answer carries it. It moves with this process's writes at once,
 * and with those of other processes as the database announces them.
 */
export async function openCatalogueVersion(
  database: Pick<DatabaseConnection, 'listen'>,
): Promise<{ current(): number; advance(): void }> {
  let version = 0;
  const advance = (): void => {
    version += 1;
  };
  await database.listen(catalogueNotificationChannel, advance);
  return { current: () => version, advance };
}
