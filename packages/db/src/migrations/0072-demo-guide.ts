import { sql, type Kysely, type Migration } from 'kysely';

/** Allows the source of the guide that this server makes for the channels of the demo. */
export const demoGuideMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table guide_source
      drop constraint guide_source_kind_check,
      add constraint guide_source_kind_check check (kind in ('address', 'file', 'xtream', 'demo'))`.execute(
      db,
    );
  },
};
