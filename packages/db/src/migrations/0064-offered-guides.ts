import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the addresses of programme guides that the lists of providers name, as they were read last. They may hold credentials,
 * so they are sealed with the installation's sealing key.
 */
export const offeredGuidesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table offered_guide (
        provider_id text not null,
        position integer not null,
        shown_address text not null,
        sealed_access bytea not null,
        constraint offered_guide_pkey primary key (provider_id, position),
        constraint offered_guide_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade
      )`.execute(db);
  },
};
