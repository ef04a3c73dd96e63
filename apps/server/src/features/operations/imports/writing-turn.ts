/**
 * Lets imports write into the catalogue one after the other, in all processes: whoever writes holds one advisory lock of the
 * database. Who waits for it holds another one, in shared mode, whose key is the place in the queue, so that every process
 * sees in `pg_locks` who waits, and an import whose process dies waits no longer.
 *
 * The place is the number of entries of the list: small lists go first, and those of an administrator before those that
 * refresh by themselves. A list that has waited for two minutes goes before all of them. A large list that is being written
 * steps back for one with less than a tenth of its entries, twice at most: its transaction is rolled back, which costs
 * Postgres nothing, and it writes again afterwards from what it had read.
 *
 * @see docs/decisions/091-imports-side-by-side.md
 */
import { importQueueLocks, importWriteLock, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { sleep } from '../../../platform/async/sleep.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isHeldPair } from '../../../shared/provider/import-locks.ts';

export interface WritingTurn {
  /**
   * Waits until an import may write, and runs what writes.
   *
   * @param entries - how many entries the list has
   * @param work - everything that it writes is in one transaction of the session; run again when it had to step back
   * @param mayStepBack - whether a much smaller list may go first once the work has begun; by default it may
   * @throws the reason of the signal when it aborts while the import waits, and what the work throws
   */
  write<T>(entries: number, work: () => Promise<T>, mayStepBack?: boolean): Promise<T>;
  /** Steps back if a much smaller list waits; called now and then while the import runs. */
  stepBackIfDue(): Promise<void>;
}

/** How often it is asked whether the import may write, in ms. */
const askEveryMs = 100;
/** After how long a list goes before all others, in ms. */
const patienceMs = 120_000;
/** Added to the place of a list that was fetched from a provider, so that it comes after the largest uploaded list. */
const behindPeople = 2 ** 30;
const mostSteps = 2;
/** How many times as large as a waiting list one must be that steps back for it. */
const stepsBackFor = 10;

export function createWritingTurn(needs: {
  session: BulkSession;
  db: Kysely<Database>;
  clock: Clock;
  signal: AbortSignal;
  /** Whether the list was fetched from a provider, and not uploaded by an administrator, who waits for the answer. */
  isRefresh: boolean;
  onWaiting?(): void;
}): WritingTurn {
  const { session, db, clock, signal, isRefresh, onWaiting } = needs;
  let askedAtMs: number | undefined;
  let steps = 0;
  let writing: { entries: number; place: number } | undefined;
  let isSteppingBack = false;
  /** Settles when the statement that was to be cancelled last has been told so: the next one must not be meant. */
  let cancelling: Promise<void> = Promise.resolve();

  function cancel(): Promise<void> {
    const sent = session.cancel();
    cancelling = sent.catch(() => undefined);
    return sent;
  }

  function placeOf(entries: number): number {
    const isPatient = clock.steadyMs() - (askedAtMs ?? 0) < patienceMs;
    return isPatient ? Math.min(entries, behindPeople - 1) + (isRefresh ? behindPeople : 0) : 0;
  }

  async function tryTake(place: number): Promise<boolean> {
    const { rows } = await sql<{ is_taken: boolean }>`
      select case when exists (
        select from pg_locks where ${isHeldPair(importQueueLocks)} and objid::bigint < ${place}
      ) then false else pg_try_advisory_lock(${importWriteLock}) end as is_taken`.execute(session.db);
    return rows[0]?.is_taken === true;
  }

  async function take(entries: number): Promise<number> {
    askedAtMs ??= clock.steadyMs();
    let place = placeOf(entries);
    if (await tryTake(place)) return place;
    onWaiting?.();
    await sql`select pg_advisory_lock_shared(${importQueueLocks}, ${place})`.execute(session.db);
    for (;;) {
      await sleep(clock, askEveryMs, signal);
      const present = placeOf(entries);
      if (present !== place) {
        await sql`select pg_advisory_lock_shared(${importQueueLocks}, ${present}),
          pg_advisory_unlock_shared(${importQueueLocks}, ${place})`.execute(session.db);
        place = present;
      }
      if (await tryTake(place)) break;
    }
    await sql`select pg_advisory_unlock_shared(${importQueueLocks}, ${place})`.execute(session.db);
    return place;
  }

  /**
   * A session that has broken has released its locks. The cancelling of a transaction that had just ended may meet this
   * statement, which is sent again then.
   */
  async function giveBack(): Promise<void> {
    const unlock = () => sql`select pg_advisory_unlock(${importWriteLock})`.execute(session.db);
    await unlock().catch(() => unlock().catch(() => undefined));
  }

  async function writeOnce<T>(entries: number, work: () => Promise<T>, mayStepBack: boolean): Promise<T> {
    const place = await take(entries);
    if (mayStepBack) writing = { entries, place };
    try {
      return await work();
    } finally {
      writing = undefined;
      await giveBack();
    }
  }

  return {
    async write(entries, work, mayStepBack = true) {
      for (;;) {
        try {
          const result = await writeOnce(entries, work, mayStepBack);
          // The transaction may have been committed before it could be cancelled.
          await cancelling;
          isSteppingBack = false;
          return result;
        } catch (error) {
          signal.throwIfAborted();
          if (!isSteppingBack) throw error;
          await cancelling;
          isSteppingBack = false;
        }
      }
    },
    async stepBackIfDue() {
      // What was asked for is cancelled again, in case that it came between two statements.
      if (isSteppingBack) await cancel();
      if (writing === undefined || steps === mostSteps || isSteppingBack) return;
      const { entries, place } = writing;
      const { rows } = await sql<{ first: number | null }>`
        select min(objid::bigint) filter (where objid::bigint > 0) as first from pg_locks where ${isHeldPair(importQueueLocks)}`.execute(
        db,
      );
      const first = rows[0]?.first ?? undefined;
      if (first === undefined || first >= place || (first % behindPeople) * stepsBackFor > entries) return;
      // The import may have ended meanwhile.
      if (writing?.place !== place) return;
      steps += 1;
      isSteppingBack = true;
      await cancel();
    },
  };
}
