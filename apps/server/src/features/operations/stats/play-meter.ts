/*
 * Measures how long people watch, for the statistics. Each stream signals at intervals that it is being watched; the
 * time between two signals counts when it is not longer than the lease of a stream (the time after which a silent
 * stream counts as ended). Counts are kept in memory and written together for all accounts, so that delivering a
 * segment costs no database write; a crash loses at most half a minute.
 */
import type { ItemKey } from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';

/** How many seconds an account watched an item (channel, film or chapter) on one day. */
export interface PlayCount {
  accountId: string;
  itemKey: ItemKey;
  /** The day in the time zone of the operator (who runs the server): `2026-11-21`. */
  day: string;
  seconds: number;
}

export interface PlayMeter {
  /**
   * Called again and again while a device is playing an item (channel, film or chapter); the time since the previous
   * call is counted as watched.
   */
  note(accountId: string, playing: { deviceId: string; itemKey: ItemKey }): void;
  /** Returns the whole seconds of watch time counted since the last call, and removes them from memory. */
  take(): PlayCount[];
  /** Puts back watch times that could not be written to the database. */
  putBack(counts: readonly PlayCount[]): void;
}

export function createPlayMeter(needs: {
  clock: Clock;
  dayOf(at: Date): string;
  /**
   * The longest time between two signals that a device is still playing an item (channel, film or chapter), in ms; a
   * longer gap is not counted as watched.
   */
  longestGapMs: number;
}): PlayMeter {
  /** The steady times of the latest signals that a device is playing an item (channel, film or chapter). */
  const lastSignalAtMs = new Map<string, number>();
  const counted = new Map<string, { accountId: string; itemKey: ItemKey; day: string; ms: number }>();

  function add(accountId: string, itemKey: ItemKey, day: string, ms: number): void {
    const key = `${accountId} ${day} ${itemKey}`;
    const count = counted.get(key);
    if (count === undefined) counted.set(key, { accountId, itemKey, day, ms });
    else count.ms += ms;
  }

  return {
    note(accountId, { deviceId, itemKey }) {
      const nowMs = needs.clock.steadyMs();
      const key = `${accountId} ${deviceId} ${itemKey}`;
      const elapsedMs = nowMs - (lastSignalAtMs.get(key) ?? Number.NEGATIVE_INFINITY);
      lastSignalAtMs.set(key, nowMs);
      if (elapsedMs > 0 && elapsedMs <= needs.longestGapMs) {
        add(accountId, itemKey, needs.dayOf(needs.clock.now()), elapsedMs);
      }
    },
    take() {
      const nowMs = needs.clock.steadyMs();
      for (const [key, atMs] of lastSignalAtMs)
        if (atMs < nowMs - needs.longestGapMs) lastSignalAtMs.delete(key);
      const counts: PlayCount[] = [];
      for (const [key, { accountId, itemKey, day, ms }] of counted) {
        const seconds = Math.floor(ms / 1_000);
        if (seconds > 0) counts.push({ accountId, itemKey, day, seconds });
        // The remaining fraction of a second of watch time is kept in memory until the day ends.
        if (day === needs.dayOf(needs.clock.now()) && ms % 1_000 > 0) {
          counted.set(key, { accountId, itemKey, day, ms: ms % 1_000 });
        } else counted.delete(key);
      }
      return counts;
    },
    putBack(counts) {
      for (const { accountId, itemKey, day, seconds } of counts)
        add(accountId, itemKey, day, seconds * 1_000);
    },
  };
}
