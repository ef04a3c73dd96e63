import { pause } from '../base/clock.ts';
import { launchPostgres, type PostgresLaunch, type PostgresProcess } from './postgres-process.ts';

/** The pause between the unexpected end of Postgres and its restart, in milliseconds. */
const restartPauseMs = 250;
/**
 * The longest pause between attempts to restart Postgres that keep failing, in milliseconds: after the cause has gone
 * (a full disk, say), the database is back within this time plus one start.
 */
const longestPauseMs = 4_000;

export interface Supervisor {
  stop(): Promise<void>;
}

/**
 * Starts Postgres, and restarts it whenever it ends unexpectedly; a restart that fails is repeated with back-off
 * without end, because a full disk may be freed, and later database calls should not go unanswered.
 *
 * @throws {DatabaseStartError} when Postgres does not start the first time
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
      // The server was told to shut down while Postgres was being restarted, so the Postgres that now runs is stopped
      // too.
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

/**
 * Starts Postgres, repeating failed attempts with back-off.
 * @returns `undefined` when `signal` aborted before Postgres ran
 */
async function launchUntilRunning(
  launch: PostgresLaunch,
  signal: AbortSignal,
): Promise<PostgresProcess | undefined> {
  for (let pauseMs = restartPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(pauseMs, signal);
    if (signal.aborted) return undefined;
    try {
      return await launchPostgres(launch);
    } catch (error) {
      launch.log.error({ err: error }, 'Postgres could not be started again; it is tried anew');
    }
  }
}
