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
  hasExpired(stream: { grant: StreamGrant; expiresAtSeconds: number }): boolean | Promise<boolean>;
  /** Notes that a stream is being delivered. The addresses of its segments live as long as its own. */
  use(grant: StreamGrant): void;
}

/** The use of stream addresses at all servers of an installation. */
export interface AddressUses {
  /** Notes that an address is in use, and remembers it for the given time. */
  note(key: string, seconds: number): void;
  /** Whether an address was in use lately; not while the shared store is unreachable. */
  find(key: string): Promise<boolean>;
}

/**
 * Creates the record of use, in the memory of this process.
 *
 * @param ttlSeconds - from issue to the latest expiry
 * @param uses - what other servers know of the use of addresses; by default this one delivers all streams
 */
export function createAddressLife(clock: Clock, ttlSeconds: number, uses?: AddressUses): AddressLife {
  const usedAtMs = new LRUCache<string, number>(atMost(addressesKept));
  const keyOf = ({ sessionKey, itemKey, playableKey, issuedAtSeconds }: StreamGrant): string =>
    `${sessionKey} ${itemKey} ${playableKey ?? ''} ${issuedAtSeconds}`;
  const ttlSecondsOf = ({ isCast }: Pick<StreamGrant, 'isCast'>): number =>
    isCast === true ? Math.min(ttlSeconds, castTtlSeconds) : ttlSeconds;
  const idleSecondsOf = ({ isCast }: Pick<StreamGrant, 'isCast'>): number =>
    isCast === true ? castIdleSeconds : idleSeconds;

  return {
    ttlSecondsOf,
    hasExpired({ grant, expiresAtSeconds }) {
      const nowSeconds = clock.now().getTime() / 1_000;
      if (nowSeconds > expiresAtSeconds + clockSkewSeconds) return true;
      const idle = idleSecondsOf(grant);
      const issuedAtSeconds = expiresAtSeconds - ttlSecondsOf(grant);
      if (nowSeconds <= issuedAtSeconds + idle + clockSkewSeconds) return false;
      const key = keyOf(grant);
      const lastMs = usedAtMs.get(key);
      const isIdleHere = lastMs === undefined || clock.steadyMs() > lastMs + idle * 1_000;
      return isIdleHere && uses !== undefined ? uses.find(key).then((isUsed) => !isUsed) : isIdleHere;
    },
    use(grant) {
      const key = keyOf(grant);
      usedAtMs.set(key, clock.steadyMs());
      uses?.note(key, idleSecondsOf(grant));
    },
  };
}
