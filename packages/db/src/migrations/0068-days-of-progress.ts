import { sql, type Kysely, type Migration } from 'kysely';
import { lockTables } from '../connection/lock-tables.ts';

/**
 * Lets a save of progress leave every index as it is (a heap-only update). The index by which the newest positions of a person
 * are found holds the day (UTC) instead of the instant, which changes with each save; within a day the rows are sorted when they
 * are read. The column begins as a generated one, so that the table is written anew with room in each page for the next version
 * of its rows, about 8 seconds for a million positions, in which reads and saves of positions wait. It stays as an ordinary one,
 * set by a trigger, because servers of the version before insert whole rows.
 *
 * @see docs/decisions/099-saves-change-no-index.md
 */
export const daysOfProgressMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await lockTables(db, ['progress', 'chapter_progress']);
    await sql`alter table progress set (fillfactor = 85)`.execute(db);
    await sql`alter table chapter_progress set (fillfactor = 85)`.execute(db);
    await sql`alter table progress add column last_watched_on date
      generated always as ((last_watched_at at time zone 'UTC')::date) stored`.execute(db);
    await sql`alter table progress alter column last_watched_on drop expression`.execute(db);
    await sql`
      create function set_day_of_progress() returns trigger language plpgsql as $$
      begin
        new.last_watched_on := (new.last_watched_at at time zone 'UTC')::date;
        return new;
      end $$`.execute(db);
    await sql`
      create trigger progress_set_day before insert or update of last_watched_at on progress
      for each row execute function set_day_of_progress()`.execute(db);
    await sql`create index progress_days_idx on progress (account_id, last_watched_on desc)`.execute(db);
    await sql`drop index progress_newest_idx`.execute(db);
  },
};
