import type { FailureCount } from './stats.repository.ts';

/** Creates the counts of failures that are kept in memory, one for each channel and day. */
export function createFailureCounts() {
  const counts = new Map<string, FailureCount>();
  return {
    add(...added: readonly FailureCount[]): void {
      for (const each of added) {
        const key = `${each.day} ${each.channelId}`;
        const known = counts.get(key);
        counts.set(key, {
          ...each,
          failures: each.failures + (known?.failures ?? 0),
          lastAt: known === undefined || known.lastAt < each.lastAt ? each.lastAt : known.lastAt,
        });
      }
    },
    /** Returns the counts, and begins anew. */
    take(): FailureCount[] {
      const taken = [...counts.values()];
      counts.clear();
      return taken;
    },
  };
}
