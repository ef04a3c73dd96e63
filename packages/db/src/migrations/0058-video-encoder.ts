import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the setting of what encodes video; without a value, it is what the product recommends. */
export const videoEncoderMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table setting
        add column video_encoder text check (
          video_encoder in ('software', 'vaapi', 'qsv', 'nvenc', 'v4l2m2m', 'videotoolbox')
        )`.execute(db);
  },
};
