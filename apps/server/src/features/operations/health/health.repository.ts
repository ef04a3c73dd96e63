import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** Checks that the database answers, by a query that reads no table. */
export const askDatabase = (db: Kysely<Database>): Promise<unknown> => sql`select 1`.execute(db);
