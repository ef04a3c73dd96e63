/*
 * Each account has at most one conversion, also where several servers deliver to it: it is claimed by the only permit of
 * the account. A server that needs it tells the others for which device, and the one that has the conversion decides as
 * it would for a request of its own. While the shared store is unreachable, each server allows one, for which it takes the
 * permit as soon as it can; where another server has it by then, the conversion ends.
 */
import { inTime } from '../../../../platform/async/deadline.ts';
import { createKeyedQueue } from '../../../../platform/async/semaphore.ts';
import type { PermitUse } from '../../../../platform/shared-store/permit-pool.ts';
import type { OpenPermitPool, SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';

/** How long another server is given to end a conversion, in ms. */
const handOverWithinMs = 1_000;

export interface ConversionClaims {
  /**
   * Begins a conversion of an account when no other server has one.
   *
   * @param begin - called while no other claim of the account is decided
   * @returns its result
   * @throws `refusal` when a device that plays at another server has the account's conversion; the error of `begin`
   */
  claim<T>(by: { accountId: string; deviceId: string }, begin: () => T): Promise<T>;
  /** Gives the claim of an account back, unless the account has a conversion here. */
  release(accountId: string): void;
}

/** The conversions of this server, as their claims see them. */
export interface ClaimedConversions {
  has(accountId: string): boolean;
  /** Ends the conversion of an account, unless another device than the given one plays it. */
  giveWay(accountId: string, deviceId: string): void;
  /** Ends the conversion of an account, on whichever of its devices it plays. */
  end(accountId: string): void;
  /** The error for a device whose account has a conversion that another device plays. */
  refusal(): Error;
}

export function createConversionClaims(
  permits: SharedPermits,
  conversions: ClaimedConversions,
): ConversionClaims {
  const pools = new Map<string, OpenPermitPool>();
  const decisions = createKeyedQueue();

  function open(accountId: string): OpenPermitPool {
    const pool = permits.open(poolOf(accountId), {
      describe: () => [],
      wanted: (deviceId) => conversions.giveWay(accountId, deviceId),
      lost: () => conversions.end(accountId),
    });
    pools.set(accountId, pool);
    return pool;
  }

  async function closeUnused(accountId: string): Promise<void> {
    if (conversions.has(accountId)) return;
    const pool = pools.get(accountId);
    pools.delete(accountId);
    await pool?.close();
  }

  /** Begins a conversion, or finds out that another server has that of the account. */
  const tryClaim = <T>(accountId: string, begin: () => T): Promise<{ begun: T } | { freed: Promise<void> }> =>
    decisions.run(accountId, async () => {
      const pool = pools.get(accountId) ?? open(accountId);
      try {
        const refusal = await pool.hold(1, 1, use);
        if (refusal?.reason === 'full') return { freed: refusal.freed };
        const begun = begin();
        if (refusal !== undefined) await pool.goOn(1, use);
        return { begun };
      } finally {
        await closeUnused(accountId);
      }
    });

  return {
    async claim({ accountId, deviceId }, begin) {
      const first = await tryClaim(accountId, begin);
      if ('begun' in first) return first.begun;
      permits.want(poolOf(accountId), deviceId);
      await inTime(first.freed, handOverWithinMs, undefined);
      const second = await tryClaim(accountId, begin);
      if ('begun' in second) return second.begun;
      throw conversions.refusal();
    },
    release: (accountId) => void decisions.run(accountId, () => closeUnused(accountId)),
  };
}

/** Other servers are told nothing about a conversion. */
const use: PermitUse = { label: '', isBrief: false };

const poolOf = (accountId: string): string => `conversion:${accountId}`;
