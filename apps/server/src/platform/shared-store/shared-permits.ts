/*
 * Permits, of which several servers together never hold more than a certain number: for the connections to an account
 * elsewhere, or for something that a person may have once. Each server renews its permits every two seconds; those of a
 * server that was killed end by themselves.
 *
 * A server that the shared store does not answer keeps its permits, and gets no further one. After the store was away, no
 * permits are given until every server has had the time to renew its own: a store that has come back empty, or that hung
 * for longer than a permit lasts, would give to one server what another one uses. A server that comes back later than
 * that may learn that its permits were given to others: they are lost, and what they were used for has to end.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  countPermitsScript,
  giveBackPermitsScript,
  renewPermitsScript,
  takePermitScript,
} from './permit-scripts.ts';
import { SharedStoreError, type SharedStore, type StoreScript } from './shared-store.ts';

/** What a permit is used for. */
export interface PermitUse {
  /** What other servers are told about it. */
  label: string;
  /** Whether it ends by itself within seconds. */
  isBrief: boolean;
}

/** Why a pool gives no permit. */
export type PermitRefusal =
  | {
      reason: 'full';
      /** What the other servers use their permits for. */
      others: readonly PermitUse[];
      /** Resolves when another server has given a permit of the pool back since it was refused. */
      freed: Promise<void>;
    }
  /** The shared store does not answer, or was away a moment ago. */
  | { reason: 'unknown' };

/** The permits of a pool that this server holds. Calls of `hold` and `keep` have to come one after the other. */
export interface PermitPool {
  /**
   * Holds at least `count` permits, asking the shared store only for those that are missing.
   *
   * @param most - how many permits of the pool all servers may hold together
   * @param use - what the last of them is used for
   */
  hold(count: number, most: number, use: PermitUse): Promise<PermitRefusal | undefined>;
  /** Gives back the permits beyond `count`. */
  keep(count: number): Promise<void>;
  /** Gives all permits back, and forgets the pool. */
  close(): Promise<void>;
}

/** What a pool asks of the part of this server that uses its permits. */
export interface PermitOwner {
  /** What the permits are used for now. */
  describe(): readonly PermitUse[];
  /** Another server needs a permit: what can be spared is to be given back. @param by - what that server gave to `want` */
  wanted(by: string): void;
  /** Permits were given to other servers, because this one did not renew them in time. @param left - how many remain */
  lost(left: number): void;
}

export interface SharedPermits extends AsyncDisposable {
  /** Opens the pool of that name. It is open at most once at a time. */
  open(name: string, owner: PermitOwner): PermitPool;
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

/** A pool with what the renewals of all pools need of it. */
interface OpenPool extends PermitPool {
  renew(): Promise<void>;
  wanted(by: string): void;
}

/** @param timing - replaces the default */
export function createSharedPermits(store: SharedStore, timing = permitTiming): SharedPermits {
  const pools = new Map<string, OpenPool>();
  const waiting = new Map<string, Set<() => void>>();
  const server = randomUUID();

  const ask = (name: string, script: StoreScript, args: readonly (string | number)[]): Promise<unknown> =>
    store.run(script, [
      'permits',
      `permits:${name}`,
      timing.lastingMs,
      timing.quietMs,
      timing.settleMs,
      ...args,
    ]);

  store.onEvent((event) => {
    if (event.type === 'permit-wanted') pools.get(event.pool)?.wanted(event.by);
    if (event.type !== 'permit-freed') return;
    for (const tell of waiting.get(event.pool) ?? []) tell();
  });

  const renewAll = async (): Promise<void> => {
    // Says that this server is there, also while it holds no permit.
    const asked = [countAll('none'), ...[...pools.values()].map((pool) => pool.renew())];
    await Promise.all(asked);
  };
  const renewQuietly = (): void => void renewAll().catch(() => undefined);
  renewQuietly();
  store.onReturn(renewQuietly);
  const timer = setInterval(renewQuietly, timing.renewEveryMs).unref();

  async function countAll(name: string): Promise<number | undefined> {
    return unlessAway(ask(name, countPermitsScript, []).then(z.number().parse));
  }

  /** Watches for a permit of a pool that another server gives back. `end` forgets the promise. */
  function watchFreed(name: string): { freed: Promise<void>; end(): void } {
    const watchers = waiting.get(name) ?? new Set();
    waiting.set(name, watchers);
    let tell = (): void => undefined;
    const end = (): void => {
      watchers.delete(tell);
      if (watchers.size === 0 && waiting.get(name) === watchers) waiting.delete(name);
    };
    const freed = new Promise<void>((resolve) => {
      tell = () => {
        end();
        resolve();
      };
    });
    watchers.add(tell);
    // Callers wait for a short time only.
    setTimeout(end, timing.lastingMs).unref();
    return { freed, end };
  }

  function open(name: string, owner: PermitOwner): PermitPool {
    let held: string[] = [];
    /** How many permits are in use, or are about to be. */
    let needed = 0;
    let mostKnown = 0;
    let made = 0;
    /** The id of a request for a permit that was not answered: the permit may have been given. */
    let unanswered: string | undefined;
    /** Requests of a pool are sent one after the other: a renewal must not bring back what was given back meanwhile. */
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
      const run = turn.then(task);
      turn = run.catch(() => undefined);
      return run;
    };

    async function take(most: number, { label, isBrief }: PermitUse): Promise<PermitRefusal | undefined> {
      const { freed, end } = watchFreed(name);
      const id = unanswered ?? `${server} ${(made += 1)}`;
      unanswered = id;
      const answer = await unlessAway(
        ask(name, takePermitScript, [id, most, label, Number(isBrief)]).then(takenOf.parse),
      );
      if (answer === undefined) {
        end();
        return { reason: 'unknown' };
      }
      unanswered = undefined;
      const [status, ...fields] = answer;
      if (status === 'full') {
        const others = readUses(fields).filter((use) => !use.id.startsWith(server));
        return { reason: 'full', others, freed };
      }
      end();
      if (status === 'settling') return { reason: 'unknown' };
      held.push(id);
      return undefined;
    }

    async function giveBack(): Promise<void> {
      // While the store is away, what is spare stays at hand: no other server can get it.
      if (held.length <= needed || !store.isReachable()) return;
      // Without an answer it is not known whether they were given back, so that they cannot be used any more.
      const spare = held.splice(needed);
      const answer = await unlessAway(ask(name, giveBackPermitsScript, spare));
      if (answer !== undefined) store.publish({ type: 'permit-freed', pool: name });
    }

    async function renew(): Promise<void> {
      if (held.length === 0) return;
      const uses = owner.describe();
      const permits = held.flatMap((id, index) => {
        const { label, isBrief } = uses[index] ?? { label: '', isBrief: false };
        return [id, label, Number(isBrief)];
      });
      const lost = await unlessAway(ask(name, renewPermitsScript, [mostKnown, ...permits]).then(idsOf.parse));
      if (lost === undefined) return;
      held = held.filter((id) => !lost.includes(id));
      if (held.length < needed) owner.lost(held.length);
      await giveBack();
    }

    const pool: OpenPool = {
      hold: (count, most, use) =>
        inTurn(async () => {
          mostKnown = most;
          while (held.length < count) {
            const refusal = await take(most, use);
            if (refusal !== undefined) return refusal;
          }
          needed = count;
          return undefined;
        }),
      keep: (count) =>
        inTurn(() => {
          needed = count;
          return giveBack();
        }),
      renew: () => inTurn(renew),
      wanted: owner.wanted,
      async close() {
        if (pools.get(name) === pool) pools.delete(name);
        await pool.keep(0);
      },
    };
    pools.set(name, pool);
    return pool;
  }

  return {
    open,
    want: (pool, by) => store.publish({ type: 'permit-wanted', pool, by }),
    countAll,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

const idsOf = z.array(z.string());
const takenOf = z.array(z.union([z.string(), z.number()]));

/** Reads id, label and brevity of each permit from the answer of a script. */
function readUses(fields: readonly (string | number)[]): (PermitUse & { id: string })[] {
  const uses = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    uses.push({
      id: String(fields[at]),
      label: String(fields[at + 1]),
      isBrief: String(fields[at + 2]) === '1',
    });
  }
  return uses;
}

/** The answer of the shared store; `undefined` while it is unreachable. */
async function unlessAway<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SharedStoreError) return undefined;
    throw error;
  }
}
