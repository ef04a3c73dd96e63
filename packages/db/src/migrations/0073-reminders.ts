import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the programmes of which accounts want to be reminded. A programme is named by its channel, its times and its title,
 * because programmes are deleted and inserted again when a guide is read.
 */
export const remindersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table reminder (
        id text not null,
        account_id text not null,
        channel_id text not null,
        title text not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        created_at timestamptz not null default now(),
        constraint reminder_pkey primary key (id),
        constraint reminder_account_id_channel_id_starts_at_key unique (account_id, channel_id, starts_at),
        constraint reminder_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
        constraint reminder_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade
      )`.execute(db);
    await sql`create index reminder_channel_id_idx on reminder (channel_id)`.execute(db);
  },
};
