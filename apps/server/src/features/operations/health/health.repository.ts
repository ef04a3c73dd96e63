import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** Checks that the database answers, by a query that reads no table. */
export const askDatabase = (db: Kysely<Database>): Promise<unknown> => sql`select 1`.execute(db);

/**
 * Notes that a server is alive, and with which shared store.
 *
 * @returns whether another server is alive that does not share it: one of which the mark differs, or one without a store
 */
export async function notePresence(
  db: Kysely<Database>,
  { id, store }: { id: string; store: string },
): Promise<boolean> {
  await sql`
    insert into server_presence (id, store) values (${id}, ${store})
    on conflict (id) do update set store = excluded.store, seen_at = now()`.execute(db);
  await sql`delete from server_presence where seen_at < now() - interval '1 day'`.execute(db);
  const { rows } = await sql`
    select from server_presence as other, server_presence as own
    where own.id = ${id} and other.id <> own.id and (other.store <> own.store or own.store = '')
      and other.seen_at > own.started_at and other.seen_at > now() - interval '45 seconds'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes that a server has stopped. */
export const leavePresence = (db: Kysely<Database>, id: string): Promise<unknown> =>
  db.deleteFrom('server_presence').where('id', '=', id).execute();
