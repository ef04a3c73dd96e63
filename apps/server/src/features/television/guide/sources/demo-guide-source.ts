import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import { deleteSource } from './delete-source.ts';

/** Every how many hours the guide of the demo is made: it always has the days around now. */
const refreshHours = 24;

/**
 * Adds the guide of the demo's channels as the first source, in the time zone of this server: programmes begin at the same
 * times of the day wherever the demo is shown. The database has no other guides when the demo is added.
 */
export async function addDemoGuide(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('guide_source')
    .values({
      id: newId(),
      kind: 'demo',
      name: 'Guía de la demostración',
      place: 1,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      refresh_hours: refreshHours,
      is_refresh_requested: true,
    })
    .execute();
}

/** Removes the guide of the demo. @returns whether there was one */
export function removeDemoGuide(db: Kysely<Database>, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { id } =
      (await trx.selectFrom('guide_source').select('id').where('kind', '=', 'demo').executeTakeFirst()) ?? {};
    if (id !== undefined) await deleteSource(trx, id, now);
    return id !== undefined;
  });
}
