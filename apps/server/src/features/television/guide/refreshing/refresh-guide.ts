/**
 * Refreshes the guide of a source: receives it whole, reads it in a thread of its own, and writes it in one transaction. A
 * failure changes nothing, so that the guide that was read before stays in use; neither does a process that dies meanwhile,
 * after which the refresh is due again. One guide of a source is refreshed at a time in all processes.
 *
 * @see docs/decisions/102-programme-guides.md
 */
import { access, rm } from 'node:fs/promises';
import { guideLocks, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../../../platform/clock.ts';
import { spoolUpload } from '../../../../platform/http/spool-upload.ts';
import { GuideFailure } from './guide-failure.ts';
import type { GuideFiles } from './guide-files.ts';
import { requestedSince, type GuideSourceRow } from './guide-sources.repository.ts';
import type { GuideProgress } from './guide-progress.ts';
import { nextRefresh } from '../../../../shared/provider/next-refresh.ts';
import { listDecided, readChoice } from './choose-channels.ts';
import { startReading, type ReadGuide } from './guide-reader.ts';
import { openGuideAt, type FetchGuide, type OpenDemoGuide } from './open-guide.ts';
import { createStaging, emptyStaging, programmesTarget, writeGuide } from './write-guide.ts';

export interface RefreshGuideNeeds {
  db: Kysely<Database>;
  clock: Clock;
  openBulkSession(): Promise<BulkSession>;
  fetchGuide: FetchGuide;
  openDemoGuide: OpenDemoGuide;
  files: GuideFiles;
}

/** How far programmes in the future are kept, in days. */
const futureDays = 14;
const dayMs = 86_400_000;
/** A guide with programmes behind this many days is read again although it is the same: its last days were left out. */
const cutDays = 13;

/** `postponed`: another process refreshes the guide. */
export type RefreshOutcome = 'read' | 'unchanged' | 'postponed';

/**
 * @param progress - is kept up to date
 * @throws GuideFailure for a file that is no guide
 * @throws AppError `upstream.…` and others when the guide cannot be had
 */
export async function refreshGuide(
  needs: RefreshGuideNeeds,
  row: GuideSourceRow,
  { progress, signal }: { progress: GuideProgress; signal: AbortSignal },
): Promise<RefreshOutcome> {
  await using session = await needs.openBulkSession();
  if (!(await holdGuide(session.db, row.id))) return 'postponed';
  const choice = await readChoice(needs.db);
  const now = needs.clock.now();
  const isSameChoice = row.choice_hash?.equals(choice.hash) === true;
  const isCut =
    row.last_at !== null &&
    row.refreshed_at !== null &&
    row.last_at.getTime() - row.refreshed_at.getTime() > cutDays * dayMs;
  // What is asked for by a person is fetched in any case.
  const mayBeSame = isSameChoice && !isCut && !row.is_refresh_requested && (await hasGuide(needs.db, row.id));
  const received = await receive(needs, row, { mayBeSame, progress, signal });
  if (received === undefined) return 'unchanged';
  const { path, etag, lastModified, isKept } = received;
  try {
    const work = {
      path,
      zone: row.time_zone ?? (await findZone(needs.db, row.provider_id)) ?? 'UTC',
      fromMs: now.getTime() - choice.days * dayMs,
      toMs: now.getTime() + futureDays * dayMs,
      channels: choice.channels,
      decided: await listDecided(needs.db, row.id),
    };
    progress.phase = 'reading';
    const run = startReading(work, signal).programmes();
    const read = await stage(session, run, progress);
    requireUsable(read, row);
    signal.throwIfAborted();
    progress.phase = 'writing';
    const { reading } = read;
    await writeGuide(session, { sourceId: row.id, now, ...read }, async (trx, written) => {
      // The schedule may have been changed while the guide was read.
      const present = await trx
        .selectFrom('guide_source')
        .select('refresh_hours')
        .where('id', '=', row.id)
        .executeTakeFirst();
      const next = nextRefresh(now, { refreshHours: present?.refresh_hours ?? null, failures: 0 });
      const { numUpdatedRows } = await trx
        .updateTable('guide_source')
        .set({
          is_refresh_requested: requestedSince(row),
          etag,
          last_modified: lastModified,
          choice_hash: choice.hash,
          channels: written.channels,
          programmes: written.programmes,
          broken: reading.broken,
          first_at: written.firstAt,
          last_at: written.lastAt,
          tried_at: now,
          refreshed_at: now,
          next_refresh_at: row.kind === 'file' ? null : (next ?? null),
          error_code: null,
          error_count: 0,
        })
        .where('id', '=', row.id)
        .where('sealed_access', 'is not distinct from', row.sealed_access)
        .executeTakeFirst();
      // With another address, or without the source, the guide that was read is that of nobody.
      if (numUpdatedRows === 0n) throw new SourceChangedError();
    });
    return 'read';
  } catch (error) {
    if (error instanceof SourceChangedError) return 'postponed';
    throw isDataFault(error) ? new GuideFailure('guide.unreadable', { cause: error }) : error;
  } finally {
    if (!isKept) await rm(path, { force: true });
  }
}

/** The source was deleted, or its address changed, while its guide was read. */
class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
}

/** Whether the database refused a value: SQLSTATE class 22. */
const isDataFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');

async function holdGuide(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_lock(${guideLocks}, hashtext(${id})) as is_held`.execute(db);
  return rows[0]?.is_held === true;
}

/** Whether the guide of a source is in the database; a backup has none. */
async function hasGuide(db: Kysely<Database>, sourceId: string): Promise<boolean> {
  const found = await db
    .selectFrom('guide_channel')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function findZone(db: Kysely<Database>, providerId: string | null): Promise<string | null> {
  if (providerId === null) return null;
  const provider = await db
    .selectFrom('provider')
    .select('time_zone')
    .where('id', '=', providerId)
    .executeTakeFirst();
  return provider?.time_zone ?? null;
}

interface Received {
  path: string;
  etag: string | null;
  lastModified: string | null;
  /** Whether the file stays when it is read: an uploaded one. */
  isKept: boolean;
}

/** Receives the guide of a source whole. @returns `undefined` when it has not changed */
async function receive(
  needs: RefreshGuideNeeds,
  row: GuideSourceRow,
  { mayBeSame, progress, signal }: { mayBeSame: boolean; progress: GuideProgress; signal: AbortSignal },
): Promise<Received | undefined> {
  if (row.kind === 'file') {
    const path = needs.files.pathOf(row.id);
    await access(path).catch(() => {
      throw new GuideFailure('guide.file_gone');
    });
    return { path, etag: null, lastModified: null, isKept: true };
  }
  const fetched = await openGuideAt(needs, row, { mayBeSame, signal });
  if (fetched === undefined) return undefined;
  const { stream, etag, lastModified, expectedBytes } = fetched;
  progress.expectedBytes = expectedBytes;
  const path = await spoolUpload({ stream, isTruncated: () => false }, needs.files.uploadDir, {
    signal,
    extension: 'xml',
    onBytes(bytes) {
      progress.receivedBytes = bytes;
    },
  });
  return { path, etag, lastModified, isKept: false };
}

/** Copies the programmes of a guide into the temporary table while it is read. */
async function stage(
  session: BulkSession,
  run: AsyncGenerator<{ lines: Buffer; count: number } | 'again', ReadGuide>,
  progress: GuideProgress,
): Promise<ReadGuide> {
  await createStaging(session.db);
  let read: ReadGuide | undefined;
  let isAgain = false;

  async function* linesOf(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await run.next();
      if (next.done === true) {
        read = next.value;
        return;
      }
      if (next.value === 'again') {
        isAgain = true;
        return;
      }
      progress.programmes += next.value.count;
      yield next.value.lines;
    }
  }

  try {
    do {
      if (isAgain) await emptyStaging(session.db);
      isAgain = false;
      progress.programmes = 0;
      await session.copyInto(programmesTarget, linesOf());
    } while (isAgain);
  } finally {
    await run.return(undefined as never);
  }
  if (read === undefined) throw new Error('the reading of a guide has no result');
  return read;
}

/** @throws GuideFailure for a guide that must not take the place of the one before */
function requireUsable({ reading }: ReadGuide, row: GuideSourceRow): void {
  if (reading.ending === 'truncated') throw new GuideFailure('guide.truncated');
  if (reading.programmes === 0) throw new GuideFailure('guide.no_programmes');
  if (reading.kept > 0) return;
  if (reading.outsideWindow > 0) throw new GuideFailure('guide.other_days');
  if (reading.broken > 0) throw new GuideFailure('guide.broken');
  if (row.linked_channels > 0) throw new GuideFailure('guide.other_channels');
}
