import { hash } from 'node:crypto';
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

/** The provider to which the entries of an imported list belong. */
export interface ListProvider {
  id: string;
  name: string;
  /**
   * Whether the list is everything that the provider has, as the list at a provider's address is: what it lacks is then
   * missing. An uploaded file may be a part.
   */
  isWhole: boolean;
}

/**
 * Returns the provider of an uploaded file: files of the same name are the same list, uploaded again. Its row is made
 * when the list is published.
 */
export const providerOfFile = (fileName: string): ListProvider => ({
  id: `file-${hash('sha256', fileName, 'hex').slice(0, 32)}`,
  name: fileName,
  isWhole: false,
});

/** Makes sure that the provider of an uploaded file has a row, and is not removed, when its entries are written. */
export async function keepFileProvider(
  trx: Transaction<Database>,
  { id, name }: ListProvider,
): Promise<void> {
  await trx
    .insertInto('provider')
    .values({ id, name, kind: 'file' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ removed_at: sql<Date | null>`null` }))
    .execute();
}
