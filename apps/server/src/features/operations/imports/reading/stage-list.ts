import { createReadStream } from 'node:fs';
import { importErrorsShown, type ErrorCode } from '@butaca/contract';
import type { BulkSession } from '@butaca/db';
import {
  readPlaylist,
  type IssueCode,
  type PlaylistEntry,
  type PlaylistItem,
  type RefusalReason,
} from '@butaca/m3u';
import { sql } from 'kysely';
import { AppError } from '../../../../platform/http/app-error.ts';
import { leftOutReason } from './read-entry.ts';
import {
  blankEntry,
  stagingDefinition,
  stagingTarget,
  toCopyLine,
  type StagedEntry,
} from './staged-entry.ts';

const issueReasons: Readonly<Record<IssueCode, string>> = {
  'entry.without_address': 'La entrada no tiene dirección.',
  'entry.unreadable': 'La entrada tiene demasiados atributos.',
  'entry.without_title': 'La entrada no tiene nombre.',
  'address.without_entry': 'La dirección no tiene delante ninguna línea #EXTINF.',
  'address.invalid': 'La dirección no es válida.',
  'address.too_long': 'La dirección es demasiado larga.',
  'line.too_long': 'La línea es demasiado larga.',
};

const refusalCodes: Readonly<Record<Exclude<RefusalReason, 'empty'>, ErrorCode>> = {
  binary: 'list.invalid',
  html: 'list.html',
  media_playlist: 'list.media_playlist',
};

/** How far the import has read its M3U list. */
export interface ReadingProgress {
  doneBytes: number;
  entries: number;
}

/** What the import found when it read its M3U list into the temporary staging table. */
export interface StagedList {
  /** The number of entries of the M3U list by kind: channels, films, chapters, skipped ones. */
  counts: Record<StagedEntry['kind'], number>;
  /** The first entries of the M3U list that could not be read, in file order. */
  errors: { line: number; reason: string }[];
  /** The number of entries of the M3U list that could not be read. */
  errorCount: number;
}

export interface StageNeeds {
  session: BulkSession;
  path: string;
  readEntry(entry: PlaylistEntry, position: number): StagedEntry;
  /** The error code to answer with when no entry of the M3U list could be read. */
  emptyCode: ErrorCode;
  progress: ReadingProgress;
  signal: AbortSignal;
}

/**
 * Reads an M3U list into the temporary table `staged` of a database session, as a stream: only a part of the list is in
 * memory at a time.
 *
 * @throws AppError when the file is not a list
 */
export async function stageList(needs: StageNeeds): Promise<StagedList> {
  const found: StagedList = {
    counts: { channel: 0, film: 0, chapter: 0, skipped: 0 },
    errors: [],
    errorCount: 0,
  };
  const { session } = needs;
  await sql`drop table if exists staged`.execute(session.db);
  await sql`create temporary table staged (${sql.raw(stagingDefinition)})`.execute(session.db);
  await session.copyInto(stagingTarget, copyLines(needs, found));
  // For the temporary table `staged` with the entries of an imported list, the query planner needs statistics only on
  // the columns that later queries join and filter by.
  await sql`analyze staged (position, kind)`.execute(session.db);
  return found;
}

async function* copyLines(
  { path, readEntry, emptyCode, progress, signal }: StageNeeds,
  found: StagedList,
): AsyncGenerator<string> {
  const toStaged = (item: PlaylistItem, position: number): StagedEntry | undefined => {
    if (item.type === 'entry') return readEntry(item.entry, position);
    if (item.type !== 'issue') return undefined;
    const { lineNumber, code } = item.issue;
    const staged = blankEntry(position, lineNumber);
    staged.reason = issueReasons[code];
    return staged;
  };
  for await (const items of readPlaylist(readPieces(path, progress))) {
    signal.throwIfAborted();
    let text = '';
    for (const item of items) {
      if (item.type === 'refusal') {
        throw new AppError(item.reason === 'empty' ? emptyCode : refusalCodes[item.reason]);
      }
      const staged = toStaged(item, progress.entries + 1);
      if (staged === undefined) continue;
      progress.entries += 1;
      const { kind, reason, line } = staged;
      found.counts[kind] += 1;
      const isError = kind === 'skipped' && reason !== null && reason !== leftOutReason;
      if (isError) {
        found.errorCount += 1;
        if (found.errors.length < importErrorsShown) found.errors.push({ line, reason });
      }
      text += toCopyLine(staged);
    }
    if (text !== '') yield text;
  }
}

async function* readPieces(path: string, progress: ReadingProgress): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path)) {
    progress.doneBytes += (piece as Buffer).length;
    yield piece as Buffer;
  }
}
