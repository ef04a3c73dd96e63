import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { FilmMergeNeeds } from './execute-film-merge.ts';

/** Who migrates in tests. */
export const filmMergeTestActor: Actor = { accountId: null, username: 'jefa' };

/** What a merge needs besides the database, without a disk. */
export const filmMergeTestNeeds = (db: Kysely<Database>): FilmMergeNeeds => ({
  db,
  backUp: async () => 'antes.bak',
  onPhase: () => {},
});
