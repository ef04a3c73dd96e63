import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The seconds of trials that were used on a device, and from an address, on a day, by whichever accounts.
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

/** Counts trials by device and address too, so that a new account does not begin a new trial. */
export const trialUseMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
