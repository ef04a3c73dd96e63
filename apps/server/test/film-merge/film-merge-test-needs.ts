import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { FilmMergeNeeds } from '../../src/features/catalogue/film-merge/execute-film-merge.ts';

export const filmMergeTestActor: Actor = { accountId: null, username: 'jefa' };

/**
 * The dependencies of a film merge (turning films into chapters of series) in tests; the backup before it is not
 * written to disk.
 */
export const filmMergeTestNeeds = (db: Kysely<Database>): FilmMergeNeeds => ({
  db,
  backUp: async () => 'antes.bak',
  onPhase: () => {},
});
