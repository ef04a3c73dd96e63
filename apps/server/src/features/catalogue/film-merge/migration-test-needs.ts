import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { MigrationNeeds } from './execute-migration.ts';

/** Who migrates in tests. */
export const migrationTestActor: Actor = { accountId: null, username: 'jefa' };

/** What a migration needs beside the database, without a disk. */
export const migrationTestNeeds = (db: Kysely<Database>): MigrationNeeds => ({
  db,
  backUp: async () => 'antes.bak',
  onPhase: () => {},
});
