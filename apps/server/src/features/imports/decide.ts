import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { decideChannels } from './decide-channels.ts';
import { decideVideos } from './decide-videos.ts';
import { createFound } from './found.ts';

/**
 * Decides what the staged entries are, into the table `found`. Nothing that viewers see is changed.
 *
 * @returns what is in the list at all
 */
export async function decide(
  trx: Transaction<Database>,
): Promise<{ hasVideos: boolean; hasChannels: boolean }> {
  await createFound(trx);
  const { rows } = await sql<{ kind: string }>`select distinct kind from staged`.execute(trx);
  const kinds = new Set(rows.map(({ kind }) => kind));
  const hasVideos = kinds.has('film') || kinds.has('chapter');
  const hasChannels = kinds.has('channel');
  if (hasVideos) await decideVideos(trx);
  if (hasChannels) await decideChannels(trx);
  return { hasVideos, hasChannels };
}

/** What an import does, in numbers. added + updated + duplicates + skipped = entries. */
export interface ImportCounts {
  entries: number;
  added: number;
  updated: number;
  duplicates: number;
  skipped: number;
  /** Films and series that got something new. */
  movies: number;
  series: number;
}

export async function countOutcomes(trx: Transaction<Database>): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`
    select (select count(*) from staged)::int as entries,
      (select count(*) from staged where kind = 'skipped')::int as skipped,
      count(*) filter (where outcome = 'added')::int as added,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'duplicate')::int as duplicates,
      count(*) filter (where outcome in ('added', 'updated') and target_kind = 'film')::int as movies,
      count(distinct parent_id) filter (
        where outcome in ('added', 'updated') and target_kind = 'chapter')::int as series
    from found`.execute(trx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('An aggregate has one row');
  return counts;
}
