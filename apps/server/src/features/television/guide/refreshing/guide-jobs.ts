/**
 * Refreshes the guides that are due, one after the other. What is due stands in the table `guide_source` alone, so a refresh
 * whose process ended, however it ended, is due again when a server starts.
 */
import { AppError } from '../../../../platform/http/app-error.ts';
import { createRepeatedWork } from '../../../../platform/async/repeated-work.ts';
import type { Log } from '../../../../platform/log.ts';
import { nextRefresh } from '../../../../shared/provider/next-refresh.ts';
import { codeOf } from './guide-failure.ts';
import type { GuideSourceRow, GuideSourcesRepository } from './guide-sources.repository.ts';
import type { GuideProgress } from './guide-progress.ts';
import { readChoice } from './choose-channels.ts';
import { refreshGuide, type RefreshGuideNeeds } from './refresh-guide.ts';

/** How often the table is looked at for what is due. */
const lookEveryMs = 30_000;

export interface GuideJobs extends AsyncDisposable {
  /** Begins to look for what is due. */
  start(): void;
  /** Looks for what is due now, without waiting for the next time. */
  wake(): void;
  /** What this process does with the guide of a source; `undefined` while it does nothing. */
  progressOf(id: string): GuideProgress | undefined;
  /** Gives up the refresh of a source in this process; resolves when it has ended. */
  stop(id: string): Promise<void>;
}

export function createGuideJobs(
  needs: RefreshGuideNeeds & {
    repository: GuideSourcesRepository;
    log: Log;
    /** Called when the programmes of channels have changed. */
    onChanged(): void;
    /** The catalogue version, by which it is known that channels may have changed. */
    version(): number;
  },
): GuideJobs {
  const { db, clock, repository, log } = needs;
  const closing = new AbortController();
  let running:
    | { id: string; progress: GuideProgress; abort: AbortController; ended: Promise<void> }
    | undefined;
  let choice: { version: number; hash: Buffer } | undefined;

  async function readChoiceHash(): Promise<Buffer> {
    const version = needs.version();
    if (choice?.version !== version) choice = { version, hash: (await readChoice(db)).hash };
    return choice.hash;
  }

  async function work(): Promise<void> {
    /** What was refreshed in this look: one that is still due was postponed. */
    const seen = new Set<string>();
    for (;;) {
      // Without a guide the channels need not be read.
      if (closing.signal.aborted || !(await repository.isAny())) return;
      const due = await repository.findDue(clock.now(), [...seen], await readChoiceHash());
      if (due === undefined) return;
      seen.add(due.id);
      const row = await repository.find(due.id);
      if (row !== undefined) await runOne(row);
    }
  }

  async function runOne(row: GuideSourceRow): Promise<void> {
    const progress: GuideProgress = { phase: 'receiving', receivedBytes: 0, expectedBytes: 0, programmes: 0 };
    const abort = new AbortController();
    const ended = refreshRow(row, progress, abort.signal).finally(() => {
      running = undefined;
    });
    running = { id: row.id, progress, abort, ended };
    await ended;
  }

  async function refreshRow(
    row: GuideSourceRow,
    progress: GuideProgress,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const outcome = await refreshGuide(needs, row, { progress, signal });
      if (outcome === 'read') needs.onChanged();
      if (outcome === 'unchanged') await settleUnchanged(row);
    } catch (error) {
      // A refresh that was given up has not failed, and stays due.
      if (signal.aborted) return;
      await keepFailure(row, error);
    }
  }

  async function settleUnchanged(row: GuideSourceRow): Promise<void> {
    const now = clock.now();
    const next = nextRefresh(now, { refreshHours: row.refresh_hours, failures: 0 });
    await repository.updateUnder(row, {
      tried_at: now,
      next_refresh_at: next ?? null,
      error_code: null,
      error_count: 0,
    });
  }

  async function keepFailure(row: GuideSourceRow, error: unknown): Promise<void> {
    const code = codeOf(error);
    if (code === 'server.unexpected') log.error({ err: error, guideId: row.id }, 'a guide was not refreshed');
    else log.warn({ code, guideId: row.id }, 'a guide was not refreshed');
    const now = clock.now();
    const failures = row.error_count + 1;
    const waitSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
    const next = nextRefresh(now, { refreshHours: row.refresh_hours, failures }, waitSeconds);
    await repository.updateUnder(row, {
      tried_at: now,
      next_refresh_at: row.kind === 'file' ? null : (next ?? null),
      error_code: code,
      error_count: failures,
    });
  }

  const looking = createRepeatedWork({
    work,
    everyMs: lookEveryMs,
    clock,
    onFailure: (error) => log.warn({ err: error }, 'the guides that are due were not refreshed'),
    closing,
  });

  return {
    start: looking.wake,
    wake: looking.wake,
    progressOf: (id) => (running?.id === id ? running.progress : undefined),
    async stop(id) {
      if (running?.id !== id) return;
      running.abort.abort(new AppError('import.cancelled'));
      await running.ended;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      running?.abort.abort(new AppError('server.unavailable'));
      await looking[Symbol.asyncDispose]();
    },
  };
}
