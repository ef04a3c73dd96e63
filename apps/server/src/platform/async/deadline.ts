import { systemClock, type Clock } from '../clock.ts';
import { nextTurn } from './turns.ts';

/**
 * Returns the result of the promise `work`, or `late` when it takes longer than `withinMs`.
 *
 * Work that is late is not stopped: its result or error is ignored.
 */
export async function inTime<T, L>(
  work: Promise<T>,
  withinMs: number,
  late: L,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<T | L> {
  let cancel: (() => void) | undefined;
  const end = new Promise<L>((resolve) => {
    cancel = clock.after(withinMs, () => resolve(late), { keepsAlive: true });
  });
  return Promise.race([work, end]).finally(() => cancel?.());
}

/** Of how many parts the time limit of `inResponsiveTime` consists. */
const waitingParts = 10;

/**
 * Returns the result of the promise `work`, or `late` when this process has waited longer than `withinMs` for it. A time
 * in which the event loop was busy counts as one tenth of the limit at most, however long it was, and what has arrived
 * meanwhile is read before the time is up: a limit for answers of others is not exceeded by this process itself.
 *
 * Work that is late is not stopped: its result or error is ignored.
 */
export async function inResponsiveTime<T, L>(
  work: Promise<T>,
  withinMs: number,
  late: L,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<T | L> {
  let cancel: (() => void) | undefined;
  const end = new Promise<L>((resolve) => {
    let left = waitingParts;
    const wait = (): void => {
      const next = () => {
        left -= 1;
        if (left > 0) wait();
        // Node reads sockets between timers and immediates.
        else void nextTurn().then(() => resolve(late));
      };
      cancel = clock.after(withinMs / waitingParts, next, { keepsAlive: true });
    };
    wait();
  });
  return Promise.race([work, end]).finally(() => cancel?.());
}

/**
 * Runs a cancellable task with a signal that aborts together with `outer`, if given, and when the time limit has
 * passed. The error then has the code `deadlineErrorCode`.
 */
export async function withDeadline<T>(
  outer: AbortSignal | undefined,
  withinMs: number,
  run: (signal: AbortSignal) => Promise<T>,
  clock: Pick<Clock, 'deadline'> = systemClock,
): Promise<T> {
  using deadline = clock.deadline(withinMs, outer);
  return await run(deadline.signal);
}
