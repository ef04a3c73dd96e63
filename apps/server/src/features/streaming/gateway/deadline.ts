/** The upstream took too long. */
class UpstreamTimeoutError extends Error {
  override readonly name = 'UpstreamTimeoutError';
  readonly code = 'UPSTREAM_TIMEOUT';
}

/**
 * Runs what heeds a signal with one that aborts like `outer`, or with an `UpstreamTimeoutError` when the time is up.
 * (`AbortSignal.any` would keep every finished request in memory on Node 20.)
 */
export async function withDeadline<T>(
  outer: AbortSignal,
  withinMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new UpstreamTimeoutError('no answer in time')), withinMs);
  const giveUp = () => controller.abort(outer.reason);
  if (outer.aborted) giveUp();
  else outer.addEventListener('abort', giveUp, { once: true });
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', giveUp);
  }
}
