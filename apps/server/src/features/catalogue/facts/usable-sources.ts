import type { Database } from '@butaca/db';
import type { FactSource, FactSourceName, FetchSource, SourceError } from '@butaca/facts';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import {
  findTmdbKey,
  listSourceRows,
  openSource,
  paceOf,
  type FactSourceRow,
  type FactSourceUrls,
} from './active-sources.ts';
import { lookAgain } from './facts.repository.ts';
import { createFetchSource, type OpenFile } from './fetch-source.ts';

const dayMs = 86_400_000;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

export interface SourceNeeds {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  openFile: OpenFile;
  /** The key of TMDB from the environment. */
  environmentKey: string | undefined;
  urls: FactSourceUrls;
}

/** A source that has failed for so long is left out. */
export const isLongFailing = (row: FactSourceRow, now: Date): boolean =>
  row.failing_since !== null && now.getTime() - row.failing_since.getTime() >= dayMs;

export const isWaiting = (row: FactSourceRow, now: Date): boolean =>
  row.retry_at !== null && row.retry_at > now;

/** Which sources can be asked now, and how they have answered. */
export interface UsableSources {
  /** @returns the sources that can be asked now, the best first; `undefined` while one of them waits */
  open(): Promise<FactSource[] | undefined>;
  /** Notes that a source has failed, and until when it is not asked. */
  noteFailure(name: FactSourceName, error: SourceError): Promise<void>;
  /** Notes which sources have answered since the last time. */
  noteAnswers(): Promise<void>;
}

/** @param signal - ends requests that are running, and all later ones */
export function createUsableSources(needs: SourceNeeds, signal: AbortSignal): UsableSources {
  const { db, clock, log } = needs;
  const fetchers = new Map<FactSourceName, FetchSource>();
  const answered = new Set<FactSourceName>();

  /** What requests a source, and notes that it answers. */
  function fetcherOf(name: FactSourceName): FetchSource {
    const known = fetchers.get(name);
    if (known !== undefined) return known;
    const fetchSource = createFetchSource({ ...needs, signal }, paceOf(name));
    const fetcher: FetchSource = async (request) => {
      const answer = await fetchSource(request);
      answered.add(name);
      return answer;
    };
    fetchers.set(name, fetcher);
    return fetcher;
  }

  async function noteAnswers(): Promise<void> {
    const names = [...answered];
    answered.clear();
    if (names.length === 0) return;
    // While a source was left out, others may not have recognised what it knows.
    const now = clock.now();
    const rows = await listSourceRows(db);
    if (rows.some((row) => names.includes(row.name) && isLongFailing(row, now))) await lookAgain(db, now);
    await db
      .updateTable('fact_source')
      .set({ error_code: null, error_count: 0, failing_since: null, retry_at: null })
      .where('name', 'in', names)
      .where('error_code', 'is not', null)
      .execute();
  }

  /** The sources that can be asked now; `undefined` while one of them waits. */
  async function open(): Promise<FactSource[] | undefined> {
    const now = clock.now();
    const opened: FactSource[] = [];
    for (const row of await listSourceRows(db)) {
      if (!row.is_on) continue;
      const key = row.name === 'tmdb' ? await findTmdbKey(db, row, needs.environmentKey) : undefined;
      const source = openSource(row.name, { fetchSource: fetcherOf(row.name), key, urls: needs.urls });
      if (source === undefined) continue;
      if (!isWaiting(row, now)) opened.push(source);
      else if (!isLongFailing(row, now)) return undefined;
    }
    return opened;
  }

  async function noteFailure(name: FactSourceName, error: SourceError): Promise<void> {
    const now = clock.now();
    answered.delete(name);
    const row = (await listSourceRows(db)).find((each) => each.name === name);
    const failures = (row?.error_count ?? 0) + 1;
    const backOffMs = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), longestWaitMs);
    const waitMs = Math.max(backOffMs, (error.retryAfterSeconds ?? 0) * 1_000);
    log.warn({ source: name, failure: error.failure }, 'a source of facts does not answer');
    await db
      .updateTable('fact_source')
      .set({
        error_code: error.failure,
        error_count: failures,
        failing_since: row?.failing_since ?? now,
        retry_at: new Date(now.getTime() + waitMs),
      })
      .where('name', '=', name)
      .execute();
  }

  return { open, noteFailure, noteAnswers };
}
