import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds web push: where browsers take notices while the page is closed, and the notices that are due. A subscription belongs
 * to a session and is deleted with it. A row of `push_notice` stays until its programme is over, so that no server sends the
 * same notice to the same browser again.
 */
export const pushMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table push_subscription (
        id text not null,
        session_token_hash bytea not null,
        account_id text not null,
        endpoint text not null,
        p256dh bytea not null,
        auth bytea not null,
        -- The key of the server with which the browser has subscribed; a push service takes nothing signed with another one.
        public_key bytea not null,
        kinds text[] not null,
        -- When the kinds were chosen: what was due before is not sent.
        asked_at timestamptz not null,
        created_at timestamptz not null,
        last_success_at timestamptz,
        -- How many notices in a row were given up.
        failures integer not null default 0,
        constraint push_subscription_pkey primary key (id),
        constraint push_subscription_session_token_hash_key unique (session_token_hash),
        constraint push_subscription_endpoint_key unique (endpoint),
        constraint push_subscription_session_fkey foreign key (session_token_hash)
          references session (token_hash) on delete cascade,
        constraint push_subscription_account_id_fkey foreign key (account_id) references account (id) on delete cascade
      )`.execute(db);
    await sql`create index push_subscription_account_id_idx on push_subscription (account_id)`.execute(db);
    await sql`
      create table push_notice (
        id text not null,
        subscription_id text not null,
        kind text not null,
        -- What the notice is about, as its kind names it; for a reminder its id and the start of its programme.
        subject text not null,
        expires_at timestamptz not null,
        -- A server that takes the notice moves this instant beyond the time that sending may last.
        next_try_at timestamptz not null,
        tries integer not null default 0,
        -- When it was sent, or turned out to be unwanted or impossible.
        settled_at timestamptz,
        constraint push_notice_pkey primary key (id),
        constraint push_notice_subscription_id_kind_subject_key unique (subscription_id, kind, subject),
        constraint push_notice_subscription_id_fkey foreign key (subscription_id)
          references push_subscription (id) on delete cascade
      )`.execute(db);
    await sql`create index push_notice_next_try_at_idx on push_notice (next_try_at) where settled_at is null`.execute(
      db,
    );
    await sql`create index push_notice_expires_at_idx on push_notice (expires_at)`.execute(db);
    await sql`create index reminder_starts_at_idx on reminder (starts_at)`.execute(db);
  },
};
