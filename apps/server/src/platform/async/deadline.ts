/** The error of a task that exceeded the time limit of `withDeadline`. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = deadlineErrorCode;
}

/** The `code` of the error with which `withDeadline` aborts its signal. */
export const deadlineErrorCode = 'DEADLINE_EXCEEDED';

/**
 * Returns the result of the promise `work`, or `late` when it takes longer than `withinMs`.
 *
 * Work that is late is not stopped: its result or error is ignored.
 */
export async function inTime<T, L>(work: Promise<T>, withinMs: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), withinMs);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
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
export async function inResponsiveTime<T, L>(work: Promise<T>, withinMs: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<L>((resolve) => {
    let left = waitingParts;
    const wait = (): void => {
      timer = setTimeout(() => {
        left -= 1;
        if (left > 0) wait();
        // Node reads sockets between timers and immediates.
        else setImmediate(() => resolve(late));
      }, withinMs / waitingParts);
    };
    wait();
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/**
 * Runs a cancellable task with a signal that aborts together with `outer`, if given, and when the time limit has
 * passed. The error then has the code `deadlineErrorCode`. (`AbortSignal.any` would keep every finished request in
 * memory on Node 20.)
 */
export async function withDeadline<T>(
  outer: AbortSignal | undefined,
  withinMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineError('no answer in time')), withinMs);
  const forwardAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) forwardAbort();
  else outer?.addEventListener('abort', forwardAbort, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', forwardAbort);
  }
}
