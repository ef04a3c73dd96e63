import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // An account has at most one row, its newest request, so the table cannot outgrow the accounts.
  sql`
    create table plan_request (
      id text not null,
      account_id text not null,
      plan text not null,
      state text not null default 'open',
      plan_before text,
      decided_by text,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      constraint plan_request_pkey primary key (id),
      constraint plan_request_account_id_key unique (account_id),
      constraint plan_request_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint plan_request_plan_fkey foreign key (plan) references plan (key),
      constraint plan_request_plan_before_fkey foreign key (plan_before) references plan (key),
      constraint plan_request_state_check check (state in ('open', 'granted', 'rejected'))
    )`,
  sql`create index plan_request_open_idx on plan_request (created_at, id) where state = 'open'`,
  sql`create index plan_request_decided_idx on plan_request (decided_at desc, id) where state <> 'open'`,
];

/** Adds the requests of viewers for another plan. */
export const planRequestsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
