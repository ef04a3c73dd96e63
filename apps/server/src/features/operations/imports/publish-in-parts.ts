/**
 * Publishes an M3U list part by part while the list is still being read, in one transaction.
 *
 * This needs a catalogue without videos of its own, into which most first lists are imported: then only entries of the
 * list itself can equal each other. Entries that may repeat an earlier one, and channels, wait until the list is read;
 * then they are decided on together, as the entries of a whole list are.
 *
 * @see docs/decisions/017-one-importer.md
 */
import { runTogether, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { countOutcomes, decide, hasVideos, type ImportCounts } from './deciding/decide.ts';
import { createMadeSeries, decideNewVideos } from './deciding/decide-new-videos.ts';
import { createFound } from './deciding/found.ts';
import { addToReport, clearReport } from './import-states.repository.ts';
import { publishChannels } from './publish-channels.ts';
import { publishSeries } from './publish-series.ts';
import { addVideos, completeSeries, publishVideos } from './publish-videos.ts';
import { createRepeatFinder } from './reading/repeats.ts';
import { stageLate, stageParts, type StagedList, type StageNeeds } from './reading/stage-list.ts';

/** Whether the catalogue has a video, active or not, that does not belong to the demo. */
export async function hasOwnVideos(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('video')
    .select('id')
    .where('is_demo', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads and publishes an M3U list, and writes its report.
 *
 * @param listBytes - the size of the list
 * @throws AppError when the file is not a list
 */
export async function publishInParts(
  trx: Transaction<Database>,
  importId: string,
  reading: StageNeeds,
  listBytes: number,
): Promise<{ list: StagedList; counts: ImportCounts }> {
  const isRepeat = createRepeatFinder(listBytes);
  const added = { film: 0, chapter: 0 };
  let lateEntries = 0;
  let parts = 0;
  await clearReport(trx, importId);
  await createMadeSeries.execute(trx);
  const list = await stageParts(reading, trx, {
    isLate(entry) {
      const { kind } = entry;
      const isLate = kind === 'channel' || kind === 'series' || isRepeat(entry);
      if (isLate) lateEntries += 1;
      else if (kind !== 'skipped') added[kind] += 1;
      return isLate;
    },
    async onPart() {
      parts += 1;
      await runTogether(trx, [
        createFound,
        ...decideNewVideos,
        ...addVideos,
        completeSeries,
        ...addToReport(importId),
        sql`drop table found, series, kept_season`,
        ...(parts <= growingParts ? planAnew : []),
      ]);
    },
  });
  if (lateEntries > 0) {
    await stageLate(trx);
    await decide(trx, list);
    if (hasVideos(list.counts)) await publishVideos(trx);
    if (list.counts.series > 0) await publishSeries(trx);
    if (list.counts.channel > 0) await publishChannels(trx);
    await runTogether(trx, addToReport(importId));
  } else {
    await createFound.execute(trx);
  }
  const late = await countOutcomes(trx, list);
  const counts = {
    ...late,
    added: late.added + added.film + added.chapter,
    movies: late.movies + added.film,
    series: await countSeries(trx),
  };
  return { list, counts };
}

/** During how many parts of a list the tables of the catalogue grow so much that the plans of queries become outdated. */
const growingParts = 4;

/**
 * SQL statements that make Postgres plan its checks of foreign keys anew. It has planned them with the first row of the list,
 * when reading the whole table was cheapest, and would read the growing table for each of its rows.
 */
const planAnew = [sql`analyze video (id)`, sql`analyze season`];

/** Counts the series that got chapters with any part of the list or with its late entries. */
async function countSeries(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select video_id from made_series
      union
      select parent_id from found where outcome in ('added', 'updated') and target_kind in ('chapter', 'series')
    ) as series`.execute(trx);
  return rows[0]?.total ?? 0;
}
