import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the network from which a television asked for its code, by which the codes that are valid at once are counted. */
export const activationNetworksMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // A server of an older version that runs beside this one stores no network; its codes count as those of one.
    await sql`alter table activation add column network text not null default ''`.execute(db);
    await sql`create index activation_network_idx on activation (network, created_at)`.execute(db);
  },
};
