import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The second factor of an account: the secret of its authenticator app, sealed with the installation's sealing key. It
  // is on from `confirmed_at`; before that, the person has not typed a first code yet.
  sql`
    create table second_factor (
      account_id text not null,
      sealed_secret bytea not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null default now(),
      constraint second_factor_pkey primary key (account_id),
      constraint second_factor_account_id_fkey foreign key (account_id)
        references account (id) on delete cascade
    )`,
  // The recovery codes that have not been used yet; only their hashes are stored.
  sql`
    create table recovery_code (
      account_id text not null,
      code_hash bytea not null,
      constraint recovery_code_pkey primary key (account_id, code_hash),
      constraint recovery_code_account_id_fkey foreign key (account_id)
        references second_factor (account_id) on delete cascade
    )`,
];

/** Adds the second factor of accounts: the sealed secret of an authenticator app, and recovery codes. */
export const secondFactorMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
