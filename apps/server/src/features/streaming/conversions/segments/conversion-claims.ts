/*
 * The conversions of an account are counted against the streams of its plan, also where several servers deliver to it: each
 * needs a permit, of which the account has as many as streams. A server that finds all of them held by others tells these
 * for which device it needs one, and each decides as it would for a request of its own. While the shared store is
 * unreachable, each server allows as many as the plan does, for which it takes permits as soon as it can; conversions that
 * get none by then end.
 */
import { inTime } from '../../../../platform/async/deadline.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { createKeyedQueue } from '../../../../platform/async/semaphore.ts';
import type { PermitUse } from '../../../../platform/shared-store/permit-pool.ts';
import type { OpenPermitPool, SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';

/** How long another server is given to end a conversion, in ms. */
const handOverWithinMs = 1_000;
/** How many permits there are for an account without a limit: more than any machine has conversions. */
const unlimited = 1_000_000;

/** Which device of an account is to have a conversion. */
export interface Claimant {
  accountId: string;
  deviceId: string;
}

export interface ConversionClaims {
  /**
   * Begins a conversion of a device within the limit of its account at all servers.
   *
   * @param most - how many devices of the account may have a conversion
   * @param begin - called while no other claim of the account is decided
   * @returns its result
   * @throws `refusal` when so many other devices play conversions; the error of `begin`
   */
  claim<T>(by: Claimant, most: number, begin: () => T): Promise<T>;
  /** Gives the claims of an account back that exceed its conversions here. */
  release(accountId: string): void;
}

/** The conversions of this server, as their claims see them. */
export interface ClaimedConversions {
  count(accountId: string): number;
  /** How many conversions the account has here with that of a device, which may be about to begin. */
  countWith(by: Claimant): number;
  /**
   * Ends conversions that nobody plays, so that a device may have one within the limit.
   *
   * @throws `refusal` when too many are played
   */
  makeRoom(by: Claimant, most: number): void;
  /** Ends one conversion of another device that nobody plays. @returns whether there was one */
  endUnplayed(by: Claimant): boolean;
  /** Ends the conversion of a device, which asks another server for one, or one that nobody plays. */
  giveWay(by: Claimant): void;
  /** Ends conversions of an account, those that nobody plays and the newest first, until `left` remain. */
  endBeyond(accountId: string, left: number): void;
  /** The error for a device whose account has all its conversions on other devices, which play them. */
  refusal(): Error;
}

export function createConversionClaims(
  permits: SharedPermits,
  conversions: ClaimedConversions,
  clock: Clock,
): ConversionClaims {
  const pools = new Map<string, OpenPermitPool>();
  const decisions = createKeyedQueue();

  function open(accountId: string): OpenPermitPool {
    const pool = permits.open(poolOf(accountId), {
      describe: () => [],
      wanted: (deviceId) => conversions.giveWay({ accountId, deviceId }),
      lost: (left) => conversions.endBeyond(accountId, left),
    });
    pools.set(accountId, pool);
    return pool;
  }

  async function giveBackSpare(accountId: string): Promise<void> {
    const count = conversions.count(accountId);
    const pool = pools.get(accountId);
    if (count > 0) return pool?.keep(count);
    pools.delete(accountId);
    await pool?.close();
  }

  /** Begins a conversion, or finds out that other servers have all those of the account. */
  const tryClaim = <T>(
    by: Claimant,
    most: number,
    begin: () => T,
  ): Promise<{ begun: T } | { freed: Promise<void> }> =>
    decisions.run(by.accountId, async () => {
      const pool = pools.get(by.accountId) ?? open(by.accountId);
      const hold = () => pool.hold(conversions.countWith(by), most, use);
      try {
        conversions.makeRoom(by, most);
        let refusal = await hold();
        while (refusal?.reason === 'full' && conversions.endUnplayed(by)) refusal = await hold();
        if (refusal?.reason === 'full') return { freed: refusal.freed };
        const begun = begin();
        if (refusal !== undefined) await pool.goOn(conversions.count(by.accountId), use);
        return { begun };
      } finally {
        await giveBackSpare(by.accountId);
      }
    });

  return {
    async claim(by, limit, begin) {
      const most = Math.min(limit, unlimited);
      const first = await tryClaim(by, most, begin);
      if ('begun' in first) return first.begun;
      permits.want(poolOf(by.accountId), by.deviceId);
      await inTime(first.freed, handOverWithinMs, undefined, clock);
      const second = await tryClaim(by, most, begin);
      if ('begun' in second) return second.begun;
      throw conversions.refusal();
    },
    release: (accountId) => void decisions.run(accountId, () => giveBackSpare(accountId)),
  };
}

/** Other servers are told nothing about a conversion. */
const use: PermitUse = { label: '', isBrief: false };

const poolOf = (accountId: string): string => `conversion:${accountId}`;
