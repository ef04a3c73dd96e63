import { bumpCatalogueVersion, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { linkChannels } from '../refreshing/link-channels.ts';

/** Deletes a source with its guide; the channels that had their programmes from it have them from another one, if any. */
export async function deleteSource(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await trx.deleteFrom('guide_source').where('id', '=', id).execute();
  await closeGaps(trx);
  await linkChannels(trx, now);
  await bumpCatalogueVersion(trx);
}

/** Gives the sources places from 1 on without gaps. */
export async function closeGaps(trx: Transaction<Database>): Promise<void> {
  await sql`
    update guide_source set place = ordered.place
    from (select id, (row_number() over (order by place, id))::integer as place from guide_source) as ordered
    where ordered.id = guide_source.id and ordered.place <> guide_source.place`.execute(trx);
}
