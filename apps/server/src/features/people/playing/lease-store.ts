/*
 * The scripts of leases, run for one account each. A shared store that is back may be empty, or lack what happened while it
 * was away: before it decides anything further for this server, the server tells it the leases that it has given and the
 * stops that it knows of.
 */
import { z } from 'zod';
import type { ItemKey } from '@butaca/contract';
import {
  unlessAway,
  type SharedStore,
  type StoreScript,
} from '../../../platform/shared-store/shared-store.ts';
import { restoreScript } from './lease-scripts.ts';
import { stopMs, type AccountRecord, type CountedLease } from './leases.ts';
import type { Clock } from '../../../platform/clock.ts';
import { sleep } from '../../../platform/async/sleep.ts';

/** What a script answers: a word, and the leases of the account. */
export interface ScriptAnswer {
  word: string;
  leases: CountedLease[];
}

/** What this server knows of an account. `most`: how many of its devices may play; -1 is any number */
export type KnownAccount = AccountRecord & { most: number };

export interface LeaseStore {
  /**
   * Runs a script for an account.
   *
   * @param mayAsk - called when the store knows what this server knows, right before the script
   * @returns `undefined` while the shared store is unreachable, and where `mayAsk` says no
   */
  run(
    script: StoreScript,
    accountId: string,
    args: readonly (string | number)[],
    mayAsk?: () => boolean,
  ): Promise<ScriptAnswer | undefined>;
}

const restoredTogether = 200;
/** How often a server tries to tell a store that is back what it may lack, and the time between two tries in ms. */
const restoreTries = 20;
const restorePauseMs = 250;

/**
 * @param needs.listKnown - what this server tells a store that is back
 * @param needs.onLoss - called when the store may lack leases that other servers have given
 */
export function createLeaseStore(
  clock: Clock,
  needs: {
    store: SharedStore;
    listKnown(): KnownAccount[];
    onLoss(): void;
  },
): LeaseStore {
  const { store, listKnown, onLoss } = needs;
  /** What `playing-began` was in the last answer. */
  let began = '';
  /** Whether the store may lack what this server knows. */
  let isLacking = false;
  let restoring = Promise.resolve(true);

  /** @returns `undefined` while the shared store is unreachable */
  async function ask(
    script: StoreScript,
    accountId: string,
    args: readonly (string | number)[],
  ): Promise<ScriptAnswer | undefined> {
    const keys = ['playing-began', 'playing', `leases:${accountId}`, `stops:${accountId}`];
    const answer = await unlessAway(store.run(script, [...keys, began, accountId, ...args]));
    if (answer === undefined) {
      isLacking = true;
      return undefined;
    }
    const [word = '', beganNow = '', ...held] = z.array(z.string()).parse(answer);
    if (word === 'restarted' && beganNow !== began) {
      if (began !== '') onLoss();
      began = beganNow;
      isLacking = true;
    }
    return { word, leases: held.map(readLease) };
  }

  const restore = async (account: KnownAccount): Promise<boolean> =>
    (await ask(restoreScript, account.accountId, toArguments(account)))?.word === 'restored';

  async function restoreAll(): Promise<boolean> {
    const accounts = listKnown();
    isLacking = false;
    let areRestored = false;
    try {
      for (let at = 0; at < accounts.length; at += restoredTogether) {
        const together = await Promise.all(accounts.slice(at, at + restoredTogether).map(restore));
        if (!together.every(Boolean)) return false;
      }
      areRestored = true;
      return true;
    } finally {
      isLacking ||= !areRestored;
    }
  }

  /** Tells the store what it may lack; calls at once share one round. @returns whether it knows what this server knows */
  function restoreOnce(): Promise<boolean> {
    if (!isLacking) return restoring;
    if (!store.isReachable()) return Promise.resolve(false);
    isLacking = false;
    restoring = restoring.then(restoreAll, restoreAll);
    return restoring;
  }

  async function restoreSoon(): Promise<void> {
    for (let tries = 0; tries < restoreTries && !(await restoreOnce()); tries += 1)
      await sleep(clock, restorePauseMs);
  }

  store.onReturn(() => {
    onLoss();
    isLacking = true;
    restoreSoon().catch(() => undefined);
  });

  return {
    async run(script, accountId, args, mayAsk) {
      // The second time, when the first answer says that the store is empty.
      for (let tries = 0; tries < 2; tries += 1) {
        if (!(await restoreOnce()) || mayAsk?.() === false) return undefined;
        const answer = await ask(script, accountId, args);
        if (answer?.word !== 'restarted') return answer;
      }
      return undefined;
    },
  };
}

/** The arguments of the script that tells the store what is known of an account. */
function toArguments({ most, leases, stops }: KnownAccount): (string | number)[] {
  const held = leases.map((lease) => [
    lease.deviceId,
    lease.itemKey,
    Number(lease.isCast),
    lease.issuedAtSeconds,
    lease.steadySinceMs,
    Math.ceil(lease.lastsMs),
  ]);
  const stopped = stops.map(({ deviceId, untilSeconds }) => [deviceId, untilSeconds]);
  return [most, stopMs, JSON.stringify(stopped), JSON.stringify(held)];
}

const storedLease = z.tuple([
  z.string(),
  z.string().regex(/^[a-z]+:.+$/),
  z.union([z.literal(0), z.literal(1)]),
  z.number(),
  z.number(),
]);

/** Reads a lease from the answer of a script. */
export function readLease(text: string): CountedLease {
  const [deviceId, itemKey, cast, issuedAtSeconds, steadySinceMs] = storedLease.parse(JSON.parse(text));
  // The key was written by `take`, from the key of a grant.
  return { deviceId, itemKey: itemKey as ItemKey, isCast: cast === 1, issuedAtSeconds, steadySinceMs };
}
