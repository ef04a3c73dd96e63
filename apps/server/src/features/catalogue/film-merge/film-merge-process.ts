/** A process that migrates, for tests of what is left when it is killed. */
import { openDatabase } from '@butaca/db';
import { executeFilmMerge } from './execute-film-merge.ts';
import { filmMergeTestActor, filmMergeTestNeeds } from './film-merge-test-needs.ts';

const [, databaseUrl = ''] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
await executeFilmMerge(filmMergeTestNeeds(db), filmMergeTestActor, {});
await close();
