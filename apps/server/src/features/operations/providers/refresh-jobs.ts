/**
 * Refreshes the lists of providers when they are due. What is due stands in the table `provider` alone (`next_refresh_at`,
 * `is_refresh_requested`), so a refresh whose process ended, however it ended, is due again when a server starts. Only one
 * import runs at a time in all processes, and a refresh is one from the request of its list on; another process that finds
 * the same provider due is told so, and looks again later.
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
import { nextRefresh } from './next-refresh.ts';
import type { ProviderRow, ProvidersRepository } from './providers.repository.ts';
import { refreshList, type RefreshNeeds } from './refresh-list.ts';

/** How often the table is looked at for what is due, and how soon again while another import runs. */
const lookEveryMs = 30_000;

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
  let running: { id: string; abort: AbortController; ended: Promise<void> } | undefined;
  /** The providers that are being removed. */
  const stopped = new Set<string>();
  const closing = new AbortController();
  let isWoken = false;
  let round: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  /** Refreshes everything that is due, one provider after the other. */
  async function runDue(): Promise<void> {
    const seen = new Set<string>();
    while (!closing.signal.aborted) {
      const due = await repository.findDue(clock.now());
      // A provider that is still due was postponed, because another import runs, or its access was changed meanwhile.
      if (due === undefined || seen.has(due.id) || stopped.has(due.id)) return;
      seen.add(due.id);
      const abort = new AbortController();
      running = { id: due.id, abort, ended: runOne(due.id, abort.signal) };
      try {
        await running.ended;
      } finally {
        running = undefined;
      }
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

  async function work(): Promise<void> {
    do {
      isWoken = false;
      await runDue();
    } while (isWoken && !closing.signal.aborted);
    if (!closing.signal.aborted) await needs.deleteMissing();
  }

  function look(): void {
    if (closing.signal.aborted) return;
    if (round !== undefined) {
      isWoken = true;
      return;
    }
    cancel?.();
    round = work()
      .catch((error: unknown) => log.warn({ err: error }, 'the refreshes that are due were not run'))
      .finally(() => {
        round = undefined;
        if (closing.signal.aborted) return;
        // A refresh that was requested during the clean-up of missing titles begins at once, and not with the next timer.
        if (isWoken) look();
        else cancel = clock.after(lookEveryMs, look);
      });
  }

  return {
    start: look,
    wake: look,
    isRefreshing: (id) => running?.id === id,
    async stop(id) {
      stopped.add(id);
      if (running?.id === id) {
        running.abort.abort(new AppError('import.cancelled'));
        await running.ended.catch(() => undefined);
      }
      return { [Symbol.dispose]: () => void stopped.delete(id) };
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      cancel?.();
      await round;
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
