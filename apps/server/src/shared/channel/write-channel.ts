import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { channelTitleKey } from './channel-name.ts';

type DerivedColumn = 'name_folded' | 'title_key';

/** The columns of the table `channel` that are derived from the channel's name. */
const nameColumns = (name: string) => ({
  name,
  name_folded: foldText(name),
  title_key: channelTitleKey(name),
});

/** Inserts a channel without stream addresses. */
export async function insertChannel(
  trx: Transaction<Database>,
  { name, ...columns }: Omit<Insertable<Database['channel']>, DerivedColumn>,
): Promise<void> {
  await trx
    .insertInto('channel')
    .values({ ...columns, ...nameColumns(name) })
    .execute();
}

export async function updateChannel(
  trx: Transaction<Database>,
  id: string,
  { name, ...columns }: Omit<Updateable<Database['channel']>, DerivedColumn>,
): Promise<void> {
  await trx
    .updateTable('channel')
    .set({
      ...columns,
      ...(name !== undefined && nameColumns(name)),
      // What an administrator activates is no longer hidden because a list lacks it.
      ...(columns.active === true && { missing_since: null }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes a channel with its stream addresses. */
export async function deleteChannel(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('channel').where('id', '=', id).execute();
}

export async function deleteDemoChannels(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('channel').where('is_demo', '=', true).execute();
}
