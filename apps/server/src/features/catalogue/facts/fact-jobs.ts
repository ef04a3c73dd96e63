/*
 * Looks for facts of titles in the background, one title after the other. What is left to do follows from the tables alone:
 * titles without a key, matches that are due, and works that an administrator chose and whose details were not requested yet.
 * A process that is killed loses only the batch that it has not written. Of several servers one looks: the one whose lease in `fact_work` holds.
 *
 * What was found is written in batches, because each one makes the cached answers of the catalogue stale. A source that asks
 * to wait is not asked before; while one waits or fails, looking waits too, since a title must not be taken from a worse
 * source meanwhile. One that has failed for a day is left out until it answers again.
 */
import { randomUUID } from 'node:crypto';
import { bumpCatalogueVersion, type Database } from '@butaca/db';
import { SourceError, type FactSource, type SourceFailure } from '@butaca/facts';
import { sql, type Transaction } from 'kysely';
import { sleep } from '../../../platform/async/sleep.ts';
import { createRepeatedWork } from '../../../platform/async/repeated-work.ts';
import { holdWriting } from '../../../shared/provider/import-locks.ts';
import { applyFacts } from '../../../shared/video/apply-facts.ts';
import {
  keepDetails,
  keepMatch,
  putOff,
  type FactsRepository,
  type FoundMatch,
  type TitleRow,
} from './facts.repository.ts';
import { FailedSource, guarded, keyOf, lookForTitle, queryOf } from './look-for-title.ts';
import { createUsableSources, type SourceNeeds } from './usable-sources.ts';

const lookEveryMs = 30_000;
const leaseMs = 60_000;
/** How often the lease is renewed while titles are looked for: a source may take longer than the lease for one title. */
const renewEveryMs = 20_000;
/** After how long it is asked again whether an import still writes. */
const writeAgainMs = 1_000;
/** How many titles are read from the database at once. */
const listedMost = 200;
/** How many titles are written at once, and after how many ms at the latest. */
const batchMost = 100;
const batchMs = 15_000;
const dayMs = 86_400_000;
/** After so many failures a title is left for a day. */
const failuresMost = 3;

export interface FactJobsNeeds extends SourceNeeds {
  repository: FactsRepository;
  /** Called when titles have changed. */
  onChanged(): void;
}

/** A title that was looked for, or needed not be: its match is known (then `found` is missing). */
interface LookedTitle {
  row: TitleRow;
  key: string;
  found: FoundMatch | undefined;
  /** Until when its match stays as it is. */
  putOffUntil?: Date;
}

const isDue = (known: { username: string | null; next_look_at: Date | null }, now: Date): boolean =>
  known.username === null && (known.next_look_at === null || known.next_look_at <= now);

export interface FactJobs extends AsyncDisposable {
  start(): void;
  /** Looks for what is to be done now, without waiting for the next time. */
  wake(): void;
}

export function createFactJobs(needs: FactJobsNeeds): FactJobs {
  const { db, clock, log, repository } = needs;
  const closing = new AbortController();
  const { signal } = closing;
  const holder = randomUUID();
  const usable = createUsableSources(needs, signal);
  /** How often looking for a title has failed: one that no source can answer must not hold up all others. */
  const failures = new Map<string, number>();
  let lastFailure: SourceFailure | undefined;

  /** Takes or renews the lease. @returns whether this process may look */
  async function hold(): Promise<boolean> {
    const now = clock.now();
    const held = await db
      .updateTable('fact_work')
      .set({ holder, lease_ends_at: new Date(now.getTime() + leaseMs) })
      .where('is_paused', '=', false)
      .where((where) =>
        where.or([
          where('holder', '=', holder),
          where('holder', 'is', null),
          where('lease_ends_at', '<', now),
        ]),
      )
      .returning('id')
      .executeTakeFirst();
    return held !== undefined;
  }

  const release = () =>
    db
      .updateTable('fact_work')
      .set({ holder: null, lease_ends_at: null })
      .where('holder', '=', holder)
      .execute();

  /**
   * Writes into titles while no import does: both lock many rows, in different orders, and would wait for each other. Where an
   * administrator's change holds one of the titles, it gives way sooner than Postgres looks for a deadlock (after 1 s), which
   * could refuse that change.
   *
   * @param write - returns how many titles changed
   */
  async function writeTitles(write: (trx: Transaction<Database>) => Promise<number>): Promise<void> {
    for (;;) {
      const changed = await db
        .transaction()
        .execute(async (trx) => {
          if (!(await holdWriting(trx))) return undefined;
          await sql`set local lock_timeout = '500ms'`.execute(trx);
          const count = await write(trx);
          if (count > 0) await bumpCatalogueVersion(trx);
          return count;
        })
        .catch((error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === '55P03') return undefined;
          throw error;
        });
      if (changed !== undefined) {
        if (changed > 0) needs.onChanged();
        return;
      }
      await sleep(clock, writeAgainMs, signal);
    }
  }

  async function work(): Promise<void> {
    if (((await usable.open()) ?? []).length === 0 || !(await hold())) return;
    let renewal: Promise<unknown> = Promise.resolve();
    const stopRenewing = clock.every(renewEveryMs, () => {
      renewal = hold().catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'));
    });
    try {
      while (!signal.aborted && (await hold())) {
        const sources = await usable.open();
        if (sources === undefined || sources.length === 0) return;
        const chosen = await readChosen(sources);
        if (chosen === 'failed') return;
        if (!chosen && !(await lookAtTitles(sources))) return;
      }
    } finally {
      stopRenewing();
      await renewal;
      await release();
    }
  }

  /** Reads works that somebody has chosen. @returns whether any was read */
  async function readChosen(sources: readonly FactSource[]): Promise<boolean | 'failed'> {
    let isAny = false;
    const names = sources.map(({ name }) => name);
    for (const { key, source: name, workId } of await repository.listUnread(names, listedMost)) {
      const source = sources.find((each) => each.name === name);
      if (source === undefined || workId === null) continue;
      const read = await asking(() => guarded(source, () => source.details(workId)));
      if (read === 'failed') return read;
      await writeTitles(async (trx) => {
        const empty = { id: workId, kind: 'film', names: [], isDetailed: true } as const;
        // A work that the source has deleted since has no facts, so that it is not asked for again.
        const none = { year: undefined, runtime: undefined, seasons: undefined, poster: undefined };
        const details =
          read === undefined || read === 'unchanged'
            ? { work: { ...empty, ...none }, facts: {}, etag: null }
            : read;
        await keepDetails(trx, source.name, details, clock.now());
        return applyFacts(trx, key);
      });
      isAny = true;
    }
    return isAny;
  }

  /** Looks for the next titles. @returns whether there may be more */
  async function lookAtTitles(sources: readonly FactSource[]): Promise<boolean> {
    const now = clock.now();
    const unlooked = await repository.listUnlooked(listedMost);
    const listed = unlooked.length > 0 ? unlooked : await repository.listDue(now, listedMost);
    const failuresOf = ({ id }: TitleRow): number => failures.get(id) ?? 0;
    const rows = listed.toSorted((one, other) => failuresOf(one) - failuresOf(other));
    const batch: LookedTitle[] = [];
    const begun = clock.steadyMs();
    let isStopped = false;
    for (const row of rows) {
      if (signal.aborted || batch.length >= batchMost || clock.steadyMs() - begun > batchMs) break;
      const key = keyOf(queryOf(row));
      const known = await repository.findByKey(key);
      if (batch.some((each) => each.key === key) || (known !== undefined && !isDue(known, now))) {
        batch.push({ row, key, found: undefined });
        continue;
      }
      const asked = failuresOf(row) < failuresMost ? sources : [];
      // What a source has said stays while that source cannot be asked.
      const canBeAsked = (name: string | null): boolean =>
        asked.length > 0 && (name === null || asked.some((source) => source.name === name));
      if (known !== undefined && !canBeAsked(known.source)) {
        failures.delete(row.id);
        batch.push({ row, key, found: undefined, putOffUntil: new Date(now.getTime() + dayMs) });
        continue;
      }
      const found = await asking(() => lookForTitle({ sources: asked, repository }, row, now));
      if (found === 'failed') {
        isStopped = true;
        const isOfTitle = lastFailure === 'down' || lastFailure === 'unreadable';
        if (isOfTitle) failures.set(row.id, failuresOf(row) + 1);
        break;
      }
      if (asked.length === 0) found.nextLookAt = new Date(now.getTime() + dayMs);
      failures.delete(row.id);
      batch.push({ row, key, found });
    }
    await writeBatch(batch);
    await usable.noteAnswers();
    return rows.length > 0 && !isStopped;
  }

  async function writeBatch(batch: readonly LookedTitle[]): Promise<void> {
    if (batch.length === 0) return;
    const rowsByKey = new Map<string, TitleRow[]>();
    for (const { row, key } of batch) rowsByKey.set(key, [...(rowsByKey.get(key) ?? []), row]);
    await writeTitles(async (trx) => {
      let count = 0;
      for (const { found, key, putOffUntil } of batch) {
        if (found !== undefined) await keepMatch(trx, found, clock.now());
        if (putOffUntil !== undefined) await putOff(trx, key, putOffUntil);
      }
      for (const [key, rows] of rowsByKey) count += await applyFacts(trx, key, rows);
      return count;
    });
  }

  /** Asks a source, and notes whether it answers. @returns `'failed'` when it does not */
  async function asking<Result>(ask: () => Promise<Result>): Promise<Result | 'failed'> {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FailedSource) || !(error.cause instanceof SourceError)) throw error;
      lastFailure = error.cause.failure;
      await usable.noteFailure(error.source.name, error.cause);
      return 'failed';
    }
  }

  const looking = createRepeatedWork({
    work,
    everyMs: lookEveryMs,
    clock,
    onFailure: (error) => {
      if (!signal.aborted) log.warn({ err: error }, 'facts of titles were not looked for');
    },
    closing,
  });

  return {
    start: looking.wake,
    wake: looking.wake,
    [Symbol.asyncDispose]: () => looking[Symbol.asyncDispose](),
  };
}
