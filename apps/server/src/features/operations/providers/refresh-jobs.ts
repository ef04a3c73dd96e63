/**
 * Refreshes the lists of providers when they are due, a few at once. What is due stands in the table `provider` alone
 * (`next_refresh_at`, `is_refresh_requested`), so a refresh whose process ended, however it ended, is due again when a server
 * starts. One list of a provider is received at a time in all processes; another process that finds the same provider due is
 * told so, and looks again later.
 *
 * @see docs/decisions/050-refreshing-lists.md
 */
import { AppError } from '../../../platform/http/app-error.ts';
import type { Cancel, Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import {
  toFailure,
  type ImportFailure,
  type ImportOutcome,
} from '../../../shared/provider/import-outcome.ts';
import { nextRefresh } from '../../../shared/provider/next-refresh.ts';
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts';
import { refreshList, type RefreshNeeds } from './refresh-list.ts';

/** How often the table is looked at for what is due, also again for what was postponed. */
const lookEveryMs = 30_000;
/** How many lists are refreshed at once: one that comes slowly holds up no other. */
const mostAtOnce = 4;

export interface RefreshJobs extends AsyncDisposable {
  /** Begins to look for what is due. */
  start(): void;
  /** Looks for what is due now, without waiting for the next time. */
  wake(): void;
  isRefreshing(id: string): boolean;
  /**
   * Gives up the list that is being fetched from a provider in this process, and begins no other refresh of it until the
   * result is disposed of; resolves when the refresh has ended. A refresh that was given up has not failed: it stays due.
   */
  stop(id: string): Promise<Disposable>;
}

export function createRefreshJobs(
  needs: RefreshNeeds & {
    clock: Clock;
    log: Log;
    /** Deletes what has been hidden for long enough. */
    deleteMissing(): Promise<void>;
  },
): RefreshJobs {
  const { repository, clock, log } = needs;
  const ends = recordEnds(needs);
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  /** The providers that are being removed. */
  const stopped = new Set<string>();
  /** The providers that were refreshed since the last look: one that is still due was postponed, or its access was changed. */
  const seen = new Set<string>();
  const closing = new AbortController();
  let isWoken = false;
  let look: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  /** Begins refreshes of what is due, as far as there is room for them. */
  async function begin(): Promise<void> {
    while (!closing.signal.aborted && running.size < mostAtOnce) {
      const due = await repository.findDue(clock.now(), [...running.keys(), ...stopped, ...seen]);
      // It may have been stopped while the table was read.
      if (due === undefined) return;
      const { id } = due;
      if (stopped.has(id)) continue;
      seen.add(id);
      const abort = new AbortController();
      const ended = runOne(id, abort.signal)
        .catch((error: unknown) => log.warn({ err: error, providerId: id }, 'a refresh was not run'))
        .finally(() => {
          running.delete(id);
          lookAgain();
        });
      running.set(id, { abort, ended });
    }
  }

  async function runOne(id: string, signal: AbortSignal): Promise<void> {
    const row = await repository.find(id);
    if (row === undefined) return;
    const failure = await refreshRow(row, signal).catch(toFailure);
    // A postponed refresh has not failed because of its provider, and stays due.
    if (failure === undefined || failure.kind === 'postponed' || signal.aborted) return;
    if (failure.kind === 'failed')
      log.error({ err: failure.error.cause ?? failure.error, providerId: id }, 'a list was not refreshed');
    await ends.fail(row, failure.error);
  }

  /** @returns the failure of a refresh that has changed nothing */
  async function refreshRow(row: ProviderRow, signal: AbortSignal): Promise<ImportFailure | undefined> {
    const outcome = await refreshList(needs, row, signal);
    if ('error' in outcome) return outcome;
    await ends.settle(row, outcome);
    return undefined;
  }

  /** Looks for what is due where there is room for it, without trying again what was postponed. */
  function lookAgain(): void {
    if (closing.signal.aborted) return;
    if (look !== undefined) {
      isWoken = true;
      return;
    }
    cancel?.();
    look = work()
      .catch((error: unknown) => log.warn({ err: error }, 'the refreshes that are due were not run'))
      .finally(() => {
        look = undefined;
        if (closing.signal.aborted) return;
        // A refresh that was requested during the clean-up of missing titles begins at once, and not with the next timer.
        if (isWoken) lookAgain();
        else cancel = clock.after(lookEveryMs, wake);
      });
  }

  async function work(): Promise<void> {
    do {
      isWoken = false;
      await begin();
    } while (isWoken && !closing.signal.aborted);
    if (!closing.signal.aborted && running.size === 0) await needs.deleteMissing();
  }

  function wake(): void {
    seen.clear();
    lookAgain();
  }

  return {
    start: wake,
    wake,
    isRefreshing: (id) => running.has(id),
    async stop(id) {
      stopped.add(id);
      const present = running.get(id);
      present?.abort.abort(new AppError('import.cancelled'));
      await present?.ended;
      return { [Symbol.dispose]: () => void stopped.delete(id) };
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      cancel?.();
      await look;
      await Promise.all(Array.from(running.values(), ({ ended }) => ended));
    },
  };
}

/**
 * Records how refreshes ended, and when the next ones are due. What was found out with an access that was changed during
 * the refresh holds for nothing any more, so it is not recorded, and the refresh stays due.
 */
const recordEnds = ({ repository, clock }: { repository: ProvidersRepository; clock: Clock }) => ({
  async settle(row: ProviderRow, outcome: Exclude<ImportOutcome, ImportFailure>): Promise<void> {
    const now = clock.now();
    const next = nextRefresh(now, { refreshHours: row.refresh_hours, failures: 0 });
    await repository.updateUnderAccess(row, {
      tried_at: now,
      next_refresh_at: next ?? null,
      // A request that came during the refresh stands.
      ...(row.is_refresh_requested && { is_refresh_requested: false }),
      error_code: null,
      error_count: 0,
      ...(outcome.kind === 'unchanged' && { refreshed_at: now, changes: null }),
      ...(outcome.kind === 'published' && {
        etag: outcome.version.etag,
        last_modified: outcome.version.lastModified,
        list_hash: outcome.version.hash,
      }),
    });
  },

  async fail(row: ProviderRow, { code, retryAfterSeconds }: AppError): Promise<void> {
    const now = clock.now();
    const failures = row.error_count + 1;
    const next = nextRefresh(now, { refreshHours: row.refresh_hours, failures }, retryAfterSeconds);
    await repository.updateUnderAccess(row, {
      tried_at: now,
      next_refresh_at: next ?? null,
      ...(row.is_refresh_requested && { is_refresh_requested: false }),
      error_code: code,
      error_count: failures,
    });
  },
});
