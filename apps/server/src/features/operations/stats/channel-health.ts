/*
 * Keeps which channels do not respond: their streams failed when somebody opened them last, and have delivered no media
 * since. Failures and deliveries are kept in memory and written to the database with the other counts, so that a segment
 * costs no database write. What is read combines both.
 */
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { createLazy } from '../../../platform/async/single-flight.ts';
import { createChannelHealthRepository } from './channel-health.repository.ts';
import type { FailureCount } from './stats.repository.ts';

/** A failure older than this many milliseconds says nothing about a channel any more. */
const tellingMs = 86_400_000;
/** How long what was read from the database is used, in ms: another process may have written since. */
const readKeptMs = 30_000;

export interface ChannelHealth {
  noteFailure(channelId: string, at: Date): void;
  noteDelivery(channelId: string): void;
  /** Returns the ids of the channels that do not respond. */
  listUnresponsive(): Promise<string[]>;
  /** Writes the deliveries. @param failures - those that were just written */
  write(failures: readonly FailureCount[]): Promise<void>;
}

export function createChannelHealth(db: Kysely<Database>, clock: Clock): ChannelHealth {
  const repository = createChannelHealthRepository(db);
  const failed = new Map<string, Date>();
  const delivered = new Map<string, Date>();
  const stored = createLazy(() =>
    repository.listUnresponsive(new Date(clock.now().getTime() - tellingMs)).then((ids) => new Set(ids)),
  );
  let readAtMs = Number.NEGATIVE_INFINITY;

  return {
    noteFailure(channelId, at) {
      delivered.delete(channelId);
      failed.set(channelId, at);
    },
    noteDelivery(channelId) {
      failed.delete(channelId);
      delivered.set(channelId, clock.now());
    },
    async listUnresponsive() {
      const nowMs = clock.steadyMs();
      if (nowMs - readAtMs > readKeptMs) {
        stored.forget();
        readAtMs = nowMs;
      }
      const sinceMs = clock.now().getTime() - tellingMs;
      const recent = [...failed].filter(([, at]) => at.getTime() >= sinceMs).map(([id]) => id);
      const ids = new Set([...(await stored.get()), ...recent]);
      return [...ids].filter((id) => !delivered.has(id));
    },
    async write(failures) {
      for (const { channelId, lastAt } of failures) {
        const at = failed.get(channelId);
        if (at !== undefined && at <= lastAt) failed.delete(channelId);
      }
      const written = [...delivered];
      await repository.writeDeliveries(written.map(([channelId, at]) => ({ channelId, at })));
      for (const [channelId, at] of written) {
        if (delivered.get(channelId) === at) delivered.delete(channelId);
      }
      stored.forget();
    },
  };
}
