/** A process that migrates, for tests of what is left when it is killed. */
import { openDatabase } from '@butaca/db';
import { executeMigration } from './execute-migration.ts';
import { migrationTestActor, migrationTestNeeds } from './migration-test-needs.ts';

const [, databaseUrl = ''] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
await executeMigration(migrationTestNeeds(db), migrationTestActor, {});
await close();
