/**
 * Runs a merge of films into series in a process of its own; tests kill the process and inspect what the killed merge
 * left in the database.
 */
import { openDatabase } from '@butaca/db';
import { executeFilmMerge } from '../../src/features/catalogue/film-merge/execute-film-merge.ts';
import { filmMergeTestActor, filmMergeTestNeeds } from './film-merge-test-needs.ts';

const [, databaseUrl = ''] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
await executeFilmMerge(filmMergeTestNeeds(db), filmMergeTestActor, {});
await close();
