/** A process that migrates, for tests of what is left when it is killed. */
import { openDatabase } from '@butaca/db';
import { killAtQuery, reportEnd } from '@butaca/db/testing/kill-at-query';
import { executeMigration } from '../src/features/migration/execute-migration.ts';
import { migrationTestActor, migrationTestNeeds } from '../src/features/migration/migration-test-needs.ts';

const [killAt = '', databaseUrl = ''] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
killAtQuery(Number(killAt));
await executeMigration(migrationTestNeeds(db), migrationTestActor, {});
reportEnd();
await close();
process.disconnect();
