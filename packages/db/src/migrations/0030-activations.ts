import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // What lets a television in depends on the session of the person who did so: when that session ends before the
  // television has come in, the row goes with it. A decision without a session is a refusal.
  sql`
    create table activation (
      secret_hash bytea not null,
      code text not null,
      device_id text not null,
      user_agent text not null,
      ip text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      decided_at timestamptz,
      session_hash bytea,
      claimed_at timestamptz,
      constraint activation_pkey primary key (secret_hash),
      constraint activation_code_key unique (code),
      constraint activation_session_hash_fkey foreign key (session_hash)
        references session (token_hash) on delete cascade
    )`,
  sql`create index activation_expires_at_idx on activation (expires_at)`,
  sql`create index activation_session_hash_idx on activation (session_hash)`,
];

/** Stores the codes with which people let televisions in from their phones. */
export const activationsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
