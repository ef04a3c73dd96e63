/*
 * A device that is being given a stream holds a lease of its account. Traffic and saves of progress renew it, so a device
 * that stops playing gives it back by itself; where it plays on, over a request from before, it has to take it again as if it
 * began. A device has one lease whatever it plays: changing channel is never refused.
 * Everything happens between two turns of the event loop, so that starts at the same moment cannot both take the last one.
 */
import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';

/** A device that is playing, and what. */
export interface Lease {
  deviceId: string;
  itemKey: ItemKey;
}

/** A lease, whose it is and since when. */
export interface HeldLease extends Lease {
  accountId: string;
  sinceMs: number;
}

/** What a stream grant says of a lease. */
export interface LeaseRequest extends Lease {
  accountId: string;
  /** When the stream was given to the device, in seconds since 1970. */
  issuedAtSeconds: number;
}

export interface Leases {
  /**
   * Takes or renews the device's lease.
   *
   * @returns `stopped` for a stream that another device has stopped; the devices that play, where they are too many
   */
  take(request: LeaseRequest, maxStreams: number): 'taken' | 'stopped' | Lease[];
  /**
   * Renews a lease that the device holds on the item; never takes one.
   *
   * @returns `lapsed` where the device holds none any more, whatever it plays
   */
  renew(accountId: string, lease: Lease): 'lapsed' | undefined;
  list(accountId: string): Lease[];
  /** Everybody's. */
  listAll(): HeldLease[];
  /** Ends the lease of a device, and what it was given until now. @returns whether it held one */
  stop(accountId: string, deviceId: string): boolean;
}

/** A little less than the half minute within which a stream that has ended must be free again. */
export const leaseMs = 28_000;
const stopsKept = 10_000;
/** Streams are given for this long at most; a stop older than that has nothing left to hold back. */
const stopMs = 12 * 3_600_000;

interface HeldPlace {
  itemKey: ItemKey;
  sinceMs: number;
  endsAtMs: number;
}

export function createLeases(clock: Clock): Leases {
  const accounts = new Map<string, Map<string, HeldPlace>>();
  const stops = new LRUCache<string, number>({ max: stopsKept, ttl: stopMs });
  const stopKey = (accountId: string, deviceId: string) => `${accountId} ${deviceId}`;
  let sweepAtMs = 0;

  /** Accounts without a lease are dropped from memory. */
  function sweep(nowMs: number): void {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + leaseMs;
    for (const accountId of accounts.keys()) alive(accountId, nowMs);
  }

  function alive(accountId: string, nowMs: number) {
    const devices = accounts.get(accountId) ?? new Map<string, HeldPlace>();
    for (const [deviceId, { endsAtMs }] of devices) if (endsAtMs <= nowMs) devices.delete(deviceId);
    if (devices.size === 0) accounts.delete(accountId);
    return devices;
  }

  function list(accountId: string): Lease[] {
    const devices = alive(accountId, clock.now().getTime());
    return [...devices].map(([deviceId, { itemKey }]) => ({ deviceId, itemKey }));
  }

  return {
    take({ accountId, deviceId, itemKey, issuedAtSeconds }, maxStreams) {
      const nowMs = clock.now().getTime();
      sweep(nowMs);
      const stoppedAtSeconds = stops.get(stopKey(accountId, deviceId));
      if (stoppedAtSeconds !== undefined && issuedAtSeconds <= stoppedAtSeconds) return 'stopped';
      const devices = alive(accountId, nowMs);
      if (!devices.has(deviceId) && devices.size >= maxStreams) return list(accountId);
      const held = devices.get(deviceId);
      const sinceMs = held?.itemKey === itemKey ? held.sinceMs : nowMs;
      devices.set(deviceId, { itemKey, sinceMs, endsAtMs: nowMs + leaseMs });
      accounts.set(accountId, devices);
      return 'taken';
    },
    renew(accountId, { deviceId, itemKey }) {
      const nowMs = clock.now().getTime();
      const lease = alive(accountId, nowMs).get(deviceId);
      if (lease === undefined) return 'lapsed';
      if (lease.itemKey === itemKey) lease.endsAtMs = nowMs + leaseMs;
      return undefined;
    },
    list,
    listAll() {
      const nowMs = clock.now().getTime();
      return [...accounts.keys()].flatMap((accountId) =>
        [...alive(accountId, nowMs)].map(([deviceId, { itemKey, sinceMs }]) => ({
          accountId,
          deviceId,
          itemKey,
          sinceMs,
        })),
      );
    },
    stop(accountId, deviceId) {
      const nowMs = clock.now().getTime();
      stops.set(stopKey(accountId, deviceId), Math.floor(nowMs / 1_000));
      const devices = alive(accountId, nowMs);
      const had = devices.delete(deviceId);
      if (devices.size === 0) accounts.delete(accountId);
      return had;
    },
  };
}
