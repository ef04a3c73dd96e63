import { LRUCache } from 'lru-cache';
import { atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';

/** How long an issued stream address may be unused before it expires, in seconds. */
const idleSeconds = 2 * 3_600;
/** How long a stream address issued for a television, to which a device casts, may be unused before it expires. */
const castIdleSeconds = 30 * 60;
/**
 * How long a stream address for a television is valid at most, in seconds: longer than any film. It is shorter than for
 * browsers, because a television sends no cookie, so that every device in its network could use the address.
 */
const castTtlSeconds = 6 * 3_600;
const clockSkewSeconds = 60;
const addressesKept = 50_000;

/**
 * How long stream addresses are valid: while they are used, so that an address does not change during playback, and no
 * longer than their expiry.
 */
export interface AddressLife {
  /** How many seconds the address of a stream is valid at most. */
  ttlSecondsOf(grant: Pick<StreamGrant, 'isCast'>): number;
  /** Whether the address of a stream has expired. */
  hasExpired(stream: { grant: StreamGrant; expiresAtSeconds: number }): boolean;
  /** Notes that a stream is being delivered. The addresses of its segments live as long as its own. */
  use(grant: StreamGrant): void;
}

/** Creates the record of use in the memory of this process. @param ttlSeconds - from issue to the latest expiry */
export function createAddressLife(clock: Clock, ttlSeconds: number): AddressLife {
  const usedAtMs = new LRUCache<string, number>(atMost(addressesKept));
  const keyOf = ({ sessionKey, itemKey, playableKey, issuedAtSeconds }: StreamGrant): string =>
    `${sessionKey} ${itemKey} ${playableKey ?? ''} ${issuedAtSeconds}`;
  const ttlSecondsOf = ({ isCast }: Pick<StreamGrant, 'isCast'>): number =>
    isCast === true ? Math.min(ttlSeconds, castTtlSeconds) : ttlSeconds;

  return {
    ttlSecondsOf,
    hasExpired({ grant, expiresAtSeconds }) {
      const nowSeconds = clock.now().getTime() / 1_000;
      if (nowSeconds > expiresAtSeconds + clockSkewSeconds) return true;
      const idle = grant.isCast === true ? castIdleSeconds : idleSeconds;
      const issuedAtSeconds = expiresAtSeconds - ttlSecondsOf(grant);
      if (nowSeconds <= issuedAtSeconds + idle + clockSkewSeconds) return false;
      const lastMs = usedAtMs.get(keyOf(grant));
      return lastMs === undefined || clock.steadyMs() > lastMs + idle * 1_000;
    },
    use(grant) {
      usedAtMs.set(keyOf(grant), clock.steadyMs());
    },
  };
}
