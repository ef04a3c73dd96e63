/*
 * Leases that several servers count together. Each decision is one atomic script in the shared store. What the store has
 * answered is also kept in the memory of this server: while the store is unreachable, what plays goes on for up to a minute
 * without a renewal that another server could have seen, and new devices are counted against what is known here.
 */
import { z } from 'zod';
import type { ItemKey } from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import {
  SharedStoreError,
  type SharedStore,
  type StoreScript,
} from '../../../platform/shared-store/shared-store.ts';
import {
  findMoveScript,
  listAccountsScript,
  listScript,
  renewScript,
  stopScript,
  takeScript,
} from './lease-scripts.ts';
import { createLeases, leaseMs, stopMs, type CountedLease, type Leases } from './leases.ts';

/** Leases, with decisions that may take a request to the shared store. */
export type LeaseBook = Pick<Leases, 'isPlaying'> & {
  [Name in Exclude<keyof Leases, 'isPlaying' | 'adopt'>]: (
    ...args: Parameters<Leases[Name]>
  ) => ReturnType<Leases[Name]> | Promise<ReturnType<Leases[Name]>>;
};

/** How long leases that other servers have counted are believed while the shared store is unreachable, in ms. */
const graceMs = 60_000;
/** More accounts that play than an administrator can look at. */
const mostListed = 5_000;
const listedTogether = 200;

/** @param onStopped - called when another server has stopped a device, with the second until which its streams end */
export function createSharedLeases(
  store: SharedStore,
  clock: Clock,
  onStopped: (accountId: string, deviceId: string, untilSeconds: number) => void,
): LeaseBook {
  /** The leases that this server has given. */
  const own = createLeases(clock);
  /** The leases of the accounts that this server has asked about, as the shared store counted them last. */
  const known = createLeases(clock, graceMs);

  store.onEvent((event) => {
    if (event.type !== 'device-stopped') return;
    const { accountId, deviceId, untilSeconds } = event;
    own.stop(accountId, deviceId);
    known.stop(accountId, deviceId);
    onStopped(accountId, deviceId, untilSeconds);
  });

  /** Asks the shared store about an account. @returns `undefined` while the store is unreachable */
  async function ask(script: StoreScript, accountId: string, args: readonly (string | number)[]) {
    const keys = [`leases:${accountId}`, 'playing', `stops:${accountId}`].slice(0, script.keys);
    try {
      const [status, ...held] = answerOf.parse(await store.run(script, [...keys, accountId, ...args]));
      const leases = held.map(readLease);
      known.adopt(accountId, leases);
      return { status, leases };
    } catch (error) {
      if (error instanceof SharedStoreError) return undefined;
      throw error;
    }
  }

  return {
    async take(request, maxStreams) {
      const { accountId, deviceId, itemKey, isCast = false, issuedAtSeconds } = request;
      const most = Number.isFinite(maxStreams) ? maxStreams : -1;
      const answer = await ask(takeScript, accountId, [
        deviceId,
        itemKey,
        Number(isCast),
        issuedAtSeconds,
        most,
        leaseMs,
      ]);
      if (answer === undefined) {
        const decided = known.take(request, maxStreams);
        if (decided === 'taken') own.take(request, Number.POSITIVE_INFINITY);
        return decided;
      }
      if (answer.status === 'stopped') return 'stopped';
      if (answer.status === 'full') return answer.leases;
      own.take(request, Number.POSITIVE_INFINITY);
      return 'taken';
    },
    async renew(accountId, lease) {
      const answer = await ask(renewScript, accountId, [lease.deviceId, lease.itemKey, leaseMs]);
      own.renew(accountId, lease);
      if (answer === undefined) return known.renew(accountId, lease);
      return answer.status === 'lapsed' ? 'lapsed' : undefined;
    },
    async hasMoved(request) {
      const { accountId, deviceId, isCast = false, issuedAtSeconds } = request;
      const answer = await ask(findMoveScript, accountId, [deviceId, Number(isCast), issuedAtSeconds]);
      return answer === undefined ? known.hasMoved(request) : answer.status === 'moved';
    },
    isPlaying: own.isPlaying,
    list: async (accountId) => (await ask(listScript, accountId, []))?.leases ?? known.list(accountId),
    async listAll() {
      const accountIds = await listAccounts(store);
      if (accountIds === undefined) return known.listAll();
      const aheadMs = clock.now().getTime() - clock.steadyMs();
      const all = [];
      for (let at = 0; at < accountIds.length; at += listedTogether) {
        const together = accountIds.slice(at, at + listedTogether).map(async (accountId) => {
          const leases = (await ask(listScript, accountId, []))?.leases ?? [];
          return leases.map(({ deviceId, itemKey, steadySinceMs }) => ({
            accountId,
            deviceId,
            itemKey,
            sinceMs: steadySinceMs + aheadMs,
          }));
        });
        all.push(...(await Promise.all(together)).flat());
      }
      return all;
    },
    async stop(accountId, deviceId) {
      const answer = await ask(stopScript, accountId, [deviceId, stopMs]);
      const wasKnown = known.stop(accountId, deviceId);
      const had = answer === undefined ? wasKnown : answer.status === 'stopped';
      own.stop(accountId, deviceId);
      const untilSeconds = Math.floor(clock.steadyMs() / 1_000);
      if (had) store.publish({ type: 'device-stopped', accountId, deviceId, untilSeconds });
      return had;
    },
  };
}

async function listAccounts(store: SharedStore): Promise<string[] | undefined> {
  try {
    return z.array(z.string()).parse(await store.run(listAccountsScript, ['playing', mostListed]));
  } catch (error) {
    if (error instanceof SharedStoreError) return undefined;
    throw error;
  }
}

/** A script's answer: a word, then the account's leases, each in JSON. */
const answerOf = z.array(z.string());
const storedLease = z.tuple([
  z.string(),
  z.string().regex(/^[a-z]+:.+$/),
  z.union([z.literal(0), z.literal(1)]),
  z.number(),
  z.number(),
]);

function readLease(text: string): CountedLease {
  const [deviceId, itemKey, cast, issuedAtSeconds, steadySinceMs] = storedLease.parse(JSON.parse(text));
  // The key was written by `take`, from the key of a grant.
  return { deviceId, itemKey: itemKey as ItemKey, isCast: cast === 1, issuedAtSeconds, steadySinceMs };
}
