import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The audit log has no foreign keys, so its entries stay unchanged when the account or title they refer to is
  // deleted.
  sql`
    create table audit_entry (
      id text not null,
      at timestamptz not null default now(),
      account_id text,
      username text not null,
      action text not null,
      subject_id text,
      subject_name text not null,
      before jsonb,
      after jsonb,
      constraint audit_entry_pkey primary key (id)
    )`,
  sql`create index audit_entry_newest_idx on audit_entry (at desc, id desc)`,
  sql`create index audit_entry_action_idx on audit_entry (action, at desc, id desc)`,
  sql`create index audit_entry_subject_id_idx on audit_entry (subject_id, at desc, id desc)`,
  sql`
    alter table account
      add column awaits_approval boolean not null default false,
      add column has_one_time_password boolean not null default false`,
  // Marks earlier registrations as awaiting approval: inactive accounts that never signed in.
  sql`
    update account set awaits_approval = true
    where not is_active and role = 'user'
      and not exists (select from device where device.account_id = account.id)`,
  sql`alter table account add column one_time_password_used_at timestamptz`,
  sql`create index account_username_search_idx on account using gin (username_folded gin_trgm_ops)`,
  // `account_list_idx` serves every page of the administrators' list of users, filtered or not, and the count of users.
  sql`
    create index account_list_idx on account (username_folded)
      include (role, plan, is_active, expires_at, awaits_approval)`,
  // The group of a film (`group-title`) in the M3U list that it was imported from; the merge of films into series uses
  // it.
  sql`alter table video add column group_title text`,
];

/** Adds the audit log, registrations that await an administrator's approval, and the group of each imported film. */
export const administrationMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
