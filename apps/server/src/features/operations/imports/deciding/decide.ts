import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { decideChannels } from './decide-channels.ts';
import { decideSeries } from './decide-series.ts';
import { decideVideos } from './decide-videos.ts';
import { createFound, furtherVersion } from './found.ts';
import type { StagedList } from '../reading/stage-list.ts';

/**
 * Decides what each entry of an imported M3U list becomes (new, update, duplicate), and writes that into the temporary
 * table `found`. The catalogue itself is not changed yet.
 *
 * @param wholeOf - the provider whose sources are hidden where the list lacks them; without it, none are
 */
export async function decide(
  trx: Transaction<Database>,
  { counts }: StagedList,
  wholeOf?: string,
): Promise<void> {
  await createFound.execute(trx);
  if (hasVideos(counts)) await decideVideos(trx);
  if (counts.series > 0) await decideSeries(trx);
  if (counts.channel > 0) await decideChannels(trx, wholeOf);
}

export const hasVideos = ({ film, chapter }: StagedList['counts']): boolean => film + chapter > 0;

/** The results of an import of an M3U list as numbers: added + updated + duplicates + skipped = entries. */
export interface ImportCounts {
  entries: number;
  added: number;
  updated: number;
  duplicates: number;
  skipped: number;
  /** How many films the import added or updated; `series` counts the series with chapters that it added or updated. */
  movies: number;
  series: number;
  /** How many channels the import added or gave a source; of a list with several entries for one channel, once. */
  channels: number;
  /** How many of the updated entries became a further source of a channel that an earlier entry of the list added. */
  other_sources: number;
  /** How many of the updated entries became a further version of a film or chapter. */
  other_versions: number;
}

export async function countOutcomes(
  trx: Transaction<Database>,
  { counts: { channel, film, chapter, series, skipped } }: StagedList,
): Promise<ImportCounts> {
  const { rows } = await sql<Omit<ImportCounts, 'entries'>>`
    select count(*) filter (where outcome = 'added')::int as added,
      count(*) filter (where outcome = 'updated')::int as updated,
      count(*) filter (where outcome = 'duplicate')::int as duplicates,
      count(*) filter (where outcome = 'skipped')::int as skipped,
      count(*) filter (where outcome in ('added', 'updated') and target_kind = 'film')::int as movies,
      count(distinct parent_id) filter (
        where outcome in ('added', 'updated') and target_kind in ('chapter', 'series'))::int as series,
      count(distinct parent_id) filter (
        where outcome in ('added', 'updated') and target_kind = 'source')::int as channels,
      count(*) filter (
        where outcome = 'updated' and target_kind = 'source' and parent_id in (
          select parent_id from found where made_parent and target_kind = 'source'))::int as other_sources,
      count(*) filter (
        where outcome = 'updated' and starts_with(reason, ${furtherVersion}))::int as other_versions
    from found`.execute(trx);
  const [outcomes] = rows;
  if (outcomes === undefined) throw new Error('An aggregate has one row');
  const entries = channel + film + chapter + series + skipped;
  return { ...outcomes, entries, skipped: skipped + outcomes.skipped };
}
