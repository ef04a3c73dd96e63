/*
 * Leases that several servers count together. Each decision is one atomic script in the shared store. What the store has
 * answered is also kept in the memory of this server: while the store is unreachable, what plays goes on for up to a minute
 * without a renewal that another server could have seen, and new devices are counted against what is known here. For some
 * seconds after a return of the store, until each server has told it its leases, they are counted against both.
 */
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SharedStore, StoreScript } from '../../../platform/shared-store/shared-store.ts';
import { findMoveScript, listScript, renewScript, stopScript, takeScript } from './lease-scripts.ts';
import { createLeaseStore, type ScriptAnswer } from './lease-store.ts';
import { createLeases, leaseMs, stopMs, type LeaseRequest, type Leases } from './leases.ts';
import { listSharedLeases } from './list-shared-leases.ts';

/** Leases, with decisions that may take a request to the shared store. */
export type LeaseBook = Pick<Leases, 'isPlaying'> & {
  [Name in Exclude<keyof Leases, 'isPlaying' | 'isStopped'>]: (
    ...args: Parameters<Leases[Name]>
  ) => ReturnType<Leases[Name]> | Promise<ReturnType<Leases[Name]>>;
};

/** How long leases that other servers have counted are believed while the shared store is unreachable, in ms. */
const graceMs = 60_000;
/** For how long a store that is back may lack leases of other servers, in ms: they connect again within two seconds. */
const settleMs = 5_000;

/** @param onStopped - called when another server has stopped a device, with the second until which its streams end */
export function createSharedLeases(
  store: SharedStore,
  clock: Clock,
  onStopped: (accountId: string, deviceId: string, untilSeconds: number) => void,
): LeaseBook {
  /** The leases that this server has given, and the stops that it knows of. */
  const own = createLeases(clock);
  /** The leases of the accounts that this server has asked about, as the shared store counted them last. */
  const known = createLeases(clock, graceMs);
  /** How many devices of an account may play, as a request has said last; -1 is any number. */
  const limits = new LRUCache<string, number>(atMost(50_000));
  let settledAtMs = 0;
  const isSettled = (): boolean => clock.steadyMs() >= settledAtMs;
  const scripts = createLeaseStore(clock, {
    store,
    listKnown: () =>
      own.listAccounts().map((account) => ({ ...account, most: limits.get(account.accountId) ?? -1 })),
    onLoss: () => (settledAtMs = clock.steadyMs() + settleMs),
  });

  store.onEvent((event) => {
    if (event.type !== 'device-stopped') return;
    const { accountId, deviceId, untilSeconds } = event;
    own.stop(accountId, deviceId, untilSeconds);
    known.stop(accountId, deviceId, untilSeconds);
    onStopped(accountId, deviceId, untilSeconds);
  });

  /** Asks the shared store about an account. @returns `undefined` while the store is unreachable */
  async function ask(
    script: StoreScript,
    accountId: string,
    args: readonly (string | number)[],
    mayAsk?: () => boolean,
  ): Promise<ScriptAnswer | undefined> {
    const answer = await scripts.run(script, accountId, args, mayAsk);
    if (answer !== undefined) known.adopt(accountId, answer.leases, isSettled());
    return answer;
  }

  /** Whether the leases that are known here leave no room for a device, while the store may lack some of them. */
  const isFullUnsettled = ({ accountId, deviceId }: LeaseRequest, maxStreams: number): boolean => {
    if (isSettled()) return false;
    const held = known.list(accountId);
    return held.length >= maxStreams && !held.some((lease) => lease.deviceId === deviceId);
  };

  return {
    async take(request, maxStreams) {
      const { accountId, deviceId, itemKey, isCast = false, issuedAtSeconds } = request;
      const most = Number.isFinite(maxStreams) ? maxStreams : -1;
      limits.set(accountId, most);
      if (own.isStopped(request)) return 'stopped';
      const answer = await ask(
        takeScript,
        accountId,
        [deviceId, itemKey, Number(isCast), issuedAtSeconds, most, leaseMs],
        () => !isFullUnsettled(request, maxStreams),
      );
      if (answer === undefined) {
        const decided = known.take(request, maxStreams);
        if (decided === 'taken') own.take(request, Number.POSITIVE_INFINITY);
        return decided;
      }
      if (answer.word === 'stopped') return 'stopped';
      if (answer.word === 'full') return answer.leases;
      own.take(request, Number.POSITIVE_INFINITY);
      return 'taken';
    },
    async renew(accountId, lease) {
      const answer = await ask(renewScript, accountId, [lease.deviceId, lease.itemKey, leaseMs]);
      if (answer?.word === 'lapsed') {
        own.drop(accountId, lease.deviceId);
        return 'lapsed';
      }
      own.renew(accountId, lease);
      return answer === undefined ? known.renew(accountId, lease) : undefined;
    },
    async hasMoved(request) {
      const { accountId, deviceId, isCast = false, issuedAtSeconds } = request;
      if (own.isStopped(request)) return true;
      const answer = await ask(findMoveScript, accountId, [deviceId, Number(isCast), issuedAtSeconds]);
      return answer === undefined ? known.hasMoved(request) : answer.word === 'moved';
    },
    isPlaying: own.isPlaying,
    list: async (accountId) => (await ask(listScript, accountId, []))?.leases ?? known.list(accountId),
    listAll: () => listSharedLeases(store, clock, known),
    async stop(accountId, deviceId) {
      const answer = await ask(stopScript, accountId, [deviceId, stopMs]);
      const [word, second] = answer?.word.split(' ') ?? [];
      const until = second === undefined ? undefined : Number(second);
      const wasKnown = known.stop(accountId, deviceId, until);
      own.stop(accountId, deviceId, until);
      const had = answer === undefined ? wasKnown : word === 'stopped';
      const untilSeconds = until ?? Math.floor(clock.steadyMs() / 1_000);
      if (had) store.publish({ type: 'device-stopped', accountId, deviceId, untilSeconds });
      return had;
    },
  };
}
