import { importErrorsShown } from '@butaca/contract';
import type { BulkSession, Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import type { ListFormat } from './list-format.ts';
import { compareNeighbours } from './list-neighbours.ts';
import { leftOutReason } from './read-entry.ts';
import { stagingDefinition, stagedColumns, toCopyLine, type StagedEntry } from './staged-entry.ts';

export interface ReadingProgress {
  doneBytes: number;
  entries: number;
}

/** What the import found when it read its M3U list into the temporary staging table. */
export interface StagedList {
  /** The number of entries of the list by kind: channels, films, chapters, series of an account, skipped ones. */
  counts: Record<StagedEntry['kind'], number>;
  /** The first entries of the M3U list that could not be read, in file order. */
  errors: { line: number; reason: string }[];
  /** The number of entries of the M3U list that could not be read. */
  errorCount: number;
  /** The addresses of programme guides that the list names, at most {@link guidesRead}. */
  guides: string[];
}

/** How many addresses of guides are read from one list. */
const guidesRead = 20;

export interface StageNeeds {
  session: BulkSession;
  path: string;
  /** The most bytes that the list may have when it is unpacked. */
  limitBytes: number;
  format: ListFormat<unknown>;
  providerId: string;
  progress: ReadingProgress;
  signal: AbortSignal;
  /** Waits, between two parts of the list, while others are to go first. */
  giveWay?(): Promise<void>;
}

/**
 * Reads an M3U list into the temporary table `staged` of a database session, as a stream: only a part of the list is in
 * memory at a time.
 *
 * @throws AppError when the file is not a list
 */
export async function stageList(needs: StageNeeds): Promise<StagedList> {
  const found = nothingFound();
  const { session, providerId } = needs;
  await sql`drop table if exists staged`.execute(session.db);
  await createStaged(session.db, 'staged', providerId);
  await session.copyInto(`staged (${stagedColumns})`, linesOf(readPieces(needs, found)));
  await analyseStaged(session.db);
  return found;
}

async function* linesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  for await (const { lines } of pieces) yield lines;
}

/**
 * The number of entries of an M3U list from which on a part of the list is complete. The first parts are smaller, so that
 * the database soon has something to do.
 */
const partEntries = 20_000;
const firstPartEntries = 2_500;

/** What becomes of the parts of an M3U list. */
export interface PartHandler {
  /** Whether an entry belongs to no part, but to the table `late`. */
  isLate(entry: StagedEntry): boolean;
  /** Called when the table `staged` contains the next part, without its late entries. */
  onPart(): Promise<void>;
}

/**
 * Reads an M3U list part by part into the temporary table `staged`, which is emptied before each part; the list is read
 * on while a part is handled. The temporary table `late` collects the late entries of all parts.
 *
 * @param trx - a transaction of the session
 * @throws AppError when the file is not a list
 */
export async function stageParts(
  needs: StageNeeds,
  trx: Kysely<Database>,
  { isLate, onPart }: PartHandler,
): Promise<StagedList> {
  const found = nothingFound();
  await sql`drop table if exists staged, late`.execute(trx);
  await createStaged(trx, 'staged', needs.providerId);
  await createStaged(trx, 'late', needs.providerId);
  const pieces = readPieces(needs, found, isLate);
  let read = 0;

  async function readPart(): Promise<Part> {
    const end = read + Math.min(partEntries, firstPartEntries + read);
    const part: Part = { lines: [], late: [], isLast: false };
    while (read < end && !part.isLast) {
      const next = await pieces.next();
      if (next.done === true) part.isLast = true;
      else {
        read += next.value.entries;
        part.lines.push(next.value.lines);
        if (next.value.late.length > 0) part.late.push(next.value.late);
      }
    }
    return part;
  }

  try {
    for (let next = readPart(), isLast = false; !isLast;) {
      const part = await next;
      isLast = part.isLast;
      await sql`truncate staged`.execute(trx);
      await needs.session.copyInto(`staged (${stagedColumns})`, part.lines);
      if (part.late.length > 0) await needs.session.copyInto(`late (${stagedColumns})`, part.late);
      // Reading begins after the copying, because both need this process, and everything after that needs Postgres only.
      if (!isLast) next = readPart();
      // The loop awaits the promise later; until then a failure of reading must not count as unhandled.
      next.catch(() => {});
      await analyseStaged(trx);
      await onPart();
      needs.signal.throwIfAborted();
    }
  } finally {
    await pieces.return(undefined);
  }
  return found;
}

/** A part of an M3U list, as lines of Postgres' COPY text format; `late` has the late ones. */
interface Part {
  lines: Buffer[];
  late: Buffer[];
  isLast: boolean;
}

/** Puts the late entries of all parts of an M3U list into the table `staged`, in place of the last part. */
export async function stageLate(trx: Kysely<Database>): Promise<void> {
  await sql`drop table staged`.execute(trx);
  await sql`alter table late rename to staged`.execute(trx);
  await analyseStaged(trx);
}

const nothingFound = (): StagedList => ({
  counts: { channel: 0, film: 0, chapter: 0, series: 0, skipped: 0 },
  errors: [],
  errorCount: 0,
  guides: [],
});

/** Creates a temporary table for entries; the provider is the same for all of them, and is not copied with each. */
async function createStaged(
  db: Kysely<Database>,
  name: 'staged' | 'late',
  providerId: string,
): Promise<void> {
  await sql`
    create temporary table ${sql.table(name)} (
      ${sql.raw(stagingDefinition)}, provider_id text not null default ${sql.lit(providerId)})`.execute(db);
}

/**
 * For the temporary table `staged` with the entries of an imported list, the query planner needs statistics only on the
 * columns that later queries join and filter by.
 */
async function analyseStaged(db: Kysely<Database>): Promise<void> {
  await sql`analyze staged (position, kind)`.execute(db);
}

/** Some entries of an M3U list, as the lines of a {@link Part}. */
interface Piece {
  entries: number;
  lines: Buffer;
  late: Buffer;
}

async function* readPieces(
  { path, limitBytes, format, progress, signal, giveWay }: StageNeeds,
  found: StagedList,
  isLate: (entry: StagedEntry) => boolean = () => false,
): AsyncGenerator<Piece, undefined> {
  const onBytes = (bytes: number): void => {
    progress.doneBytes += bytes;
  };
  const batches = format.readItems({ path, limitBytes, onBytes });
  for await (const compared of compareNeighbours(batches, (item) => format.describe(item))) {
    await giveWay?.();
    signal.throwIfAborted();
    let entries = 0;
    let lines = '';
    let late = '';
    for (const { item, neighbours } of compared) {
      const staged = format.toStaged(item, progress.entries + 1, neighbours);
      if (staged === undefined) {
        found.guides.push(...format.guidesOf(item).slice(0, guidesRead - found.guides.length));
        continue;
      }
      progress.entries += 1;
      entries += 1;
      const { kind, reason, line } = staged;
      found.counts[kind] += 1;
      const isError = kind === 'skipped' && reason !== null && reason !== leftOutReason;
      if (isError) {
        found.errorCount += 1;
        if (found.errors.length < importErrorsShown) found.errors.push({ line, reason });
      }
      if (isLate(staged)) late += toCopyLine(staged);
      else lines += toCopyLine(staged);
    }
    // Texts that were joined from many short ones take ten times their length in memory, bytes do not.
    if (entries > 0) yield { entries, lines: Buffer.from(lines), late: Buffer.from(late) };
  }
}
