/*
 * Permits, of which several servers together never hold more than a certain number: for the connections to an account
 * elsewhere, or for something that a person may have once. Each server renews its permits every two seconds; those of a
 * server that was killed end by themselves.
 *
 * A server that the shared store does not answer keeps its permits, and gets no further one. Where another server still
 * reaches the store, as the database tells, the permits of this one will be given to others when they end: what must never be
 * too much ends shortly before. A server that does not learn from the database how others fare takes itself for cut off.
 *
 * After the store was away, no permits are given until every server has had the time to renew its own: a store that has come back empty, or that hung
 * for longer than a permit lasts, would give to one server what another one uses. A server that comes back later than
 * that may learn that its permits were given to others: they are lost, and what they were used for has to end.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  createPermitPool,
  type AskPool,
  type FreedPermit,
  type PermitOwner,
  type PermitPool,
  type RenewedPool,
} from './permit-pool.ts';
import { countPermitsScript, giveBackPermitsScript } from './permit-scripts.ts';
import { unlessAway, type SharedStore } from './shared-store.ts';
import type { StoreSights } from './store-sights.ts';
import { inTime } from '../async/deadline.ts';
import { systemClock, type Clock } from '../clock.ts';

export interface OpenPermitPool extends PermitPool {
  /** Gives all permits back, and forgets the pool. */
  close(): Promise<void>;
}

export interface SharedPermits extends AsyncDisposable {
  /** Opens the pool of that name. It is open at most once at a time. */
  open(name: string, owner: PermitOwner): OpenPermitPool;
  /** Tells the other servers that one of their permits is needed. @param by - what they decide by; at most 1,000 characters */
  want(pool: string, by: string): void;
  /** How many permits of a pool all servers hold; `undefined` while the shared store is unreachable. */
  countAll(name: string): Promise<number | undefined>;
}

export interface PermitTiming {
  renewEveryMs: number;
  /** How long a permit lasts without a renewal. */
  lastingMs: number;
  /** After how long a silence of all servers the shared store counts as one that was away. */
  quietMs: number;
  /** For how long it gives no permits then: longer than a server needs to connect again and to renew. */
  settleMs: number;
}

export const permitTiming: PermitTiming = {
  renewEveryMs: 2_000,
  lastingMs: 15_000,
  quietMs: 7_000,
  settleMs: 5_000,
};

type OpenPool = OpenPermitPool & RenewedPool;

/**
 * @param sights - when the servers have last reached the store; without it no use ends because this server alone has lost it
 * @param timing - replaces the default
 */
export function createSharedPermits(
  store: SharedStore,
  sights: StoreSights | undefined,
  timing = permitTiming,
  clock: Clock = systemClock,
): SharedPermits {
  const pools = new Map<string, OpenPool>();
  /** The permits of closed pools that could not be given back. */
  const remaining = new Map<string, readonly string[]>();
  const freed = createFreedWatch(timing.lastingMs, clock);
  const server = randomUUID();

  const ask: AskPool = (pool, script, args) => {
    const { lastingMs, quietMs, settleMs } = timing;
    return unlessAway(
      store.run(script, ['permits', `permits:${pool}`, lastingMs, quietMs, settleMs, ...args]),
    );
  };
  const countAll = async (pool: string): Promise<number | undefined> =>
    z
      .number()
      .optional()
      .parse(await ask(pool, countPermitsScript, []));

  store.onEvent((event) => {
    if (event.type === 'permit-wanted') pools.get(event.pool)?.wanted(event.by);
    if (event.type === 'permit-freed') freed.tell(event.pool);
  });

  /** Gives back what remains of closed pools. Without an answer the permits end by themselves. */
  async function giveBackRemaining(): Promise<void> {
    if (!store.isReachable()) return;
    const all = [...remaining];
    remaining.clear();
    const giveBack = async ([pool, ids]: [string, readonly string[]]): Promise<void> => {
      if ((await ask(pool, giveBackPermitsScript, ids)) !== undefined) {
        store.publish({ type: 'permit-freed', pool });
      }
    };
    await Promise.all(all.map(giveBack));
  }

  /** How long ago another server has reached the store, in ms; `undefined` where the database does not say so in time. */
  async function readOthersAgeMs(): Promise<number | undefined> {
    const age = sights?.readOthersAgeMs().then((ageMs) => ageMs ?? Infinity) ?? Promise.resolve(Infinity);
    const unknown = (): undefined => undefined;
    return inTime(age.catch(unknown), timing.renewEveryMs, undefined, clock);
  }

  /** Ends the uses that must be exact, where this server is cut off and others are about to get its permits. */
  async function endCutOff(): Promise<void> {
    const { lastingMs, renewEveryMs, settleMs } = timing;
    const isEnding = (pool: OpenPool): boolean => pool.unconfirmedMs() > lastingMs - 2 * renewEveryMs;
    const ending = [...pools.values()].filter(isEnding);
    if (ending.length === 0) return;
    const othersAgeMs = await readOthersAgeMs();
    const isCutOff = (pool: OpenPool): boolean =>
      othersAgeMs === undefined
        ? pool.unconfirmedMs() > lastingMs - renewEveryMs
        : othersAgeMs < pool.unconfirmedMs() - settleMs;
    await Promise.all(ending.filter(isCutOff).map((pool) => pool.abandon()));
  }

  /** Says to the store that this server is there, also while it holds no permit, and to the database when the store answers. */
  async function appear(): Promise<void> {
    const askedAtMs = clock.steadyMs();
    const count = await countAll('none');
    if (count !== undefined) await sights?.note(clock.steadyMs() - askedAtMs);
  }

  async function renewAll(): Promise<void> {
    await Promise.all([appear(), giveBackRemaining(), ...[...pools.values()].map((pool) => pool.renew())]);
  }
  const renewQuietly = (): void => {
    renewAll().catch(() => undefined);
    endCutOff().catch(() => undefined);
  };
  renewQuietly();
  store.onReturn(renewQuietly);
  const cancel = clock.every(timing.renewEveryMs, renewQuietly);

  return {
    open(name, owner) {
      const earlier = remaining.get(name) ?? [];
      remaining.delete(name);
      const pool = createPermitPool({
        name,
        earlier,
        owner,
        server,
        // From then on the script gives a permit to another server (`permit-scripts.ts`).
        believedMs: timing.lastingMs / 3,
        clock,
        ask,
        store,
        watch: freed.watch,
      });
      const open: OpenPool = {
        ...pool,
        async close() {
          if (pools.get(name) === open) pools.delete(name);
          await pool.keep(0);
          if (pool.held().length > 0 && !pools.has(name)) remaining.set(name, pool.held());
        },
      };
      pools.set(name, open);
      return open;
    },
    want: (pool, by) => store.publish({ type: 'permit-wanted', pool, by }),
    countAll,
    async [Symbol.asyncDispose]() {
      cancel();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/**
 * Wakes callers that wait until another server gives a permit back.
 *
 * @param longestMs - after this time, in ms, a caller is forgotten without being woken; it has a time limit of its own
 */
function createFreedWatch(longestMs: number, clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    tell(pool: string): void {
      for (const each of waiting.get(pool) ?? []) each();
    },
    /** Watches for a permit of a pool that another server gives back. `end` forgets the promise. */
    watch(pool: string): FreedPermit {
      const watchers = waiting.get(pool) ?? new Set();
      waiting.set(pool, watchers);
      let tell = (): void => undefined;
      const end = (): void => {
        watchers.delete(tell);
        if (watchers.size === 0 && waiting.get(pool) === watchers) waiting.delete(pool);
      };
      const freed = new Promise<void>((resolve) => {
        tell = () => {
          end();
          resolve();
        };
      });
      watchers.add(tell);
      clock.after(longestMs, end);
      return { freed, end };
    },
  };
}
