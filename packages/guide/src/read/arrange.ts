/** The longest programme, in milliseconds: what lasts longer is cut. */
export const longestProgrammeMs = 86_400_000;
/** How long the last programme of a channel is when the guide does not say when it ends. */
export const unknownLengthMs = 3_600_000;

/** What arranging needs of a programme. */
export interface Showing {
  startMs: number;
  stopMs?: number;
}

/**
 * Puts the programmes of one channel in order, so that at each instant there is at most one: sorted by start, one for
 * each start, each with an end. A missing end is the next start; an end after the next start is cut to it; nothing
 * lasts longer than 24 hours. A last programme without an end lasts one hour.
 *
 * Of programmes with the same start, the first is kept that has an end within 24 hours, else the first.
 *
 * @param showings - of one channel, in any order; they are not changed
 */
export function arrangeProgrammes<T extends Showing>(
  showings: readonly T[],
): (Omit<T, 'stopMs'> & { stopMs: number })[] {
  const sorted = showings.toSorted((one, other) => one.startMs - other.startMs);
  const single: T[] = [];
  for (const each of sorted) {
    const last = single.at(-1);
    if (last?.startMs !== each.startMs) single.push(each);
    else if (!hasUsableStop(last) && hasUsableStop(each)) single[single.length - 1] = each;
  }
  return single.map((each, index) => {
    const { startMs, stopMs } = each;
    const nextMs = single[index + 1]?.startMs;
    const stated = stopMs !== undefined && stopMs > startMs ? stopMs : undefined;
    const endMs = Math.min(
      stated ?? nextMs ?? startMs + unknownLengthMs,
      nextMs ?? Infinity,
      startMs + longestProgrammeMs,
    );
    return { ...each, stopMs: endMs };
  });
}

function hasUsableStop({ startMs, stopMs }: Showing): boolean {
  return stopMs !== undefined && stopMs > startMs && stopMs - startMs <= longestProgrammeMs;
}
