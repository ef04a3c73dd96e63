const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The first wait after a failed refresh; it doubles with each further failure, up to the interval of the provider. */
const firstWaitMs = 5 * minuteMs;
/** The longest wait after a failure of a provider without an interval, which nobody would refresh otherwise. */
const longestWaitMs = 24 * hourMs;

/**
 * Decides when a provider is refreshed next.
 *
 * @param provider - `refreshHours`: its interval, `null` for never; `failures`: how many refreshes have failed in a row
 * @param retryAfterSeconds - how long the provider's server asks to wait
 * @returns `undefined` when it is not refreshed by itself
 */
export function nextRefresh(
  now: Date,
  provider: { refreshHours: number | null; failures: number },
  retryAfterSeconds?: number,
): Date | undefined {
  const { refreshHours, failures } = provider;
  if (refreshHours === null) return undefined;
  const intervalMs = refreshHours * hourMs;
  if (failures === 0) return new Date(now.getTime() + intervalMs);
  const backOffMs = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 20), intervalMs, longestWaitMs);
  return new Date(now.getTime() + Math.max(backOffMs, (retryAfterSeconds ?? 0) * 1_000));
}
