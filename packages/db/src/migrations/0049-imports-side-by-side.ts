import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Lets several imports be received and read at once. They write into the catalogue one after the other, and one that waits
 * until it may write is in the phase `waiting`.
 *
 * @see docs/decisions/091-imports-side-by-side.md
 */
export const importsSideBySideMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index import_running_key`.execute(db);
    await sql`create index import_running_idx on import (id) where status = 'running'`.execute(db);
    await sql`alter table import drop constraint import_phase_check`.execute(db);
    await sql`alter table import add constraint import_phase_check
      check (phase in ('receiving', 'reading', 'waiting', 'publishing'))`.execute(db);
  },
};
