/**
 * Notices servers that use the same database with another shared store (`REDIS_URL`), or of which one or both have none: they
 * count connections of providers, limits and devices that play apart, while each of them reaches its own store.
 *
 * Every server looks up the mark of its store, a random text that the first one has put there, and writes it into the
 * database every fifteen seconds. Another server counts as alive when it has written since this one started and within the
 * last 45 seconds. A store that has just lost its data gets another mark, so that two servers differ for a moment: only what
 * two looks in a row have found is told.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Log } from '../../../platform/log.ts';
import type { SharedStore, StoreScript } from '../../../platform/shared-store/shared-store.ts';
import { leavePresence, notePresence } from './health.repository.ts';

export interface ServerPresence extends AsyncDisposable {
  /** Notes that this server is alive, and looks for others; to be called every {@link lookEveryMs}. Never rejects. */
  look(): Promise<void>;
  /** Whether another server uses the database and not this server's shared store. */
  isDivided(): boolean;
}

/** How often a server looks for others, in ms. */
export const lookEveryMs = 15_000;
/** How many looks in a row have to find the same. */
const looksNeeded = 2;

/** Puts a mark into the shared store unless it has one. The arguments are the key, then the mark. @returns the mark */
const markScript: StoreScript = {
  keys: 1,
  lua: `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`,
};

export function createServerPresence(needs: {
  db: Kysely<Database>;
  store: Pick<SharedStore, 'run'> | undefined;
  log: Log;
}): ServerPresence {
  const { db, store, log } = needs;
  const id = randomUUID();
  let mark = store === undefined ? '' : undefined;
  let looks = 0;
  let looking: Promise<void> | undefined;
  let isNoted = false;

  async function look(): Promise<void> {
    // While the store is unreachable, its mark is the one that it had.
    if (store !== undefined)
      mark = await store.run(markScript, ['mark', randomUUID()]).then(String, () => mark);
    if (mark === undefined) return;
    const isOther = await notePresence(db, { id, store: mark });
    const wasDivided = looks >= looksNeeded;
    looks = isOther ? looks + 1 : 0;
    if (looks === looksNeeded)
      log.error(
        'another server uses this database with another shared store (REDIS_URL), or without one: both count apart',
      );
    if (wasDivided && looks === 0) log.info('all servers of this database use the same shared store again');
  }

  function lookQuietly(): Promise<void> {
    isNoted = true;
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'other servers were not looked for'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    look: lookQuietly,
    isDivided: () => looks >= looksNeeded,
    async [Symbol.asyncDispose]() {
      if (!isNoted) return;
      await looking;
      await leavePresence(db, id).catch(() => undefined);
    },
  };
}
