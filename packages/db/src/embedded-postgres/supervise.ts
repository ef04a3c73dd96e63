import { setTimeout as pause } from 'node:timers/promises';
import { launchPostgres, type PostgresLaunch, type PostgresProcess } from './postgres-process.ts';

/** Between the end of one Postgres and the start of the next. */
const restartPauseMs = 250;
/** After starts that failed: the database is back at most this long, and one start, after the cause has gone (a full disk, say). */
const longestPauseMs = 4_000;

export interface Supervisor {
  stop(): Promise<void>;
}

/**
 * Starts Postgres, and starts it again whenever it ends by itself, without an end and with back-off where a start fails: a full
 * disk is freed, and a killed Postgres is no reason to leave every later call unanswered.
 *
 * @throws {DatabaseStartError} when it does not start the first time
 */
export async function supervise(launch: PostgresLaunch): Promise<Supervisor> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: PostgresProcess = await launchPostgres(launch);

  const restartForEver = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      launch.log.error({ pid: current.pid }, 'Postgres ended by itself; it is started again');
      const next = await launchUntilRunning(launch, signal);
      if (next === undefined) return;
      current = next;
      launch.log.info({ pid: current.pid }, 'Postgres runs again');
      // Stopped while it was being started.
      if (signal.aborted) await current.stop();
    }
  };

  const restarting = restartForEver();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await restarting;
    },
  };
}

/** @returns `undefined` when `signal` aborted before Postgres ran */
async function launchUntilRunning(
  launch: PostgresLaunch,
  signal: AbortSignal,
): Promise<PostgresProcess | undefined> {
  for (let pauseMs = restartPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await launchPostgres(launch);
    } catch (error) {
      launch.log.error({ err: error }, 'Postgres could not be started again; it is tried anew');
    }
  }
}
