import { sleep } from '../../platform/async/sleep.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log.ts';

/** How often a list is requested whose connection breaks, and how long the last time is waited for, in ms. */
const mostTries = 3;
const pauseMs = 2_000;
/** How long after the first request of a refresh no list is requested again, in ms. */
const retryWithinMs = 15 * 60_000;

/** How sockets tell that the server has closed a connection. */
const brokenCodes: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Repeats the request for a list whose connection broke. A complete answer is final, also one that refuses the list. */
export interface ListRetries {
  /**
   * Decides, after the n-th try has failed, whether there is another one, and waits until it may begin. All but the first try
   * belong on a fresh connection.
   *
   * @throws the failure, where there is none
   */
  prepare(failure: unknown, tries: number): Promise<void>;
  /** Runs what requests a list until it succeeds. */
  run<T>(work: (isFresh: boolean) => Promise<T>): Promise<T>;
}

export function createListRetries(needs: {
  providerId: string;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}): ListRetries {
  const { providerId, clock, log, signal } = needs;
  const untilMs = clock.steadyMs() + retryWithinMs;
  async function prepare(failure: unknown, tries: number): Promise<void> {
    const code = readBreak(failure);
    if (code === undefined || signal.aborted) throw failure;
    log.warn({ code, providerId, tries }, 'the connection of a list broke');
    if (tries >= mostTries || clock.steadyMs() > untilMs) throw failure;
    if (tries > 1) await sleep(clock, pauseMs, signal).catch(() => undefined);
    signal.throwIfAborted();
  }

  return {
    prepare,
    async run(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await work(tries > 1);
        } catch (error) {
          await prepare(error, tries);
        }
      }
    },
  };
}

/** @returns the code of the socket's error, `undefined` for another failure */
function readBreak(error: unknown): string | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof Error)) return undefined;
  const code = 'code' in error.cause ? error.cause.code : undefined;
  return typeof code === 'string' && brokenCodes.has(code) ? code : undefined;
}
