import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`
    create table invitation (
      token_hash bytea not null,
      account_id text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz,
      constraint invitation_pkey primary key (token_hash),
      constraint invitation_account_id_fkey foreign key (account_id) references account (id) on delete cascade
    )`,
  sql`
    create unique index invitation_open_idx on invitation (account_id)
    where used_at is null and revoked_at is null`,
];

/**
 * Stores invitations: links with which people set the passwords of their accounts. An account has at most one that was
 * neither used nor revoked.
 */
export const invitationsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
