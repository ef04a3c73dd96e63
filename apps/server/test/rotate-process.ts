/** A process that replaces the sealing key of a database, for tests that kill it and then inspect the database. */
import { openDatabase } from '@butaca/db';
import { rotateSealingKey } from '../src/wiring/rotate-sealing-key.ts';

const [, databaseUrl = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir: '', databaseUrl, poolSize: 1 });
await rotateSealingKey(database.db);
await database.close();
