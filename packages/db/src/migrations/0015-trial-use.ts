import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `trial_use` counts the seconds of free trial that were used on one device, and from one IP address, on a day,
  // whichever accounts used them.
  sql`
    create table trial_use (
      kind text not null,
      key text not null,
      day text not null,
      seconds integer not null,
      constraint trial_use_pkey primary key (kind, key, day),
      constraint trial_use_kind_check check (kind in ('device', 'address')),
      constraint trial_use_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      constraint trial_use_seconds_check check (seconds >= 0)
    )`,
  sql`create index trial_use_day_idx on trial_use (day)`,
];

/**
 * Counts the use of the free daily trial by device and IP address too, so that a new account on the same device does
 * not begin a new trial.
 */
export const trialUseMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
