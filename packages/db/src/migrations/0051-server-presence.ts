import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Says which servers use this database and with which shared store: `store` is a mark that they have found in it, empty for
 * a server without one. Servers whose marks differ count connections and limits apart. The table
 * is in no backup and may be lost in a crash: every server writes its row again within seconds.
 */
export const serverPresenceMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create unlogged table server_presence (
        id text not null,
        store text not null,
        started_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        constraint server_presence_pkey primary key (id)
      )`.execute(db);
  },
};
