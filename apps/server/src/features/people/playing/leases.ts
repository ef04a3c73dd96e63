/*
 * A device that receives a stream holds a lease (its right to play), which counts against the stream limit of its
 * account. Stream traffic and saves of its playback position renew the lease, so that it expires after the device has
 * stopped playing. The television to which a device casts plays with the lease of that device. A device that plays on
 * after its lease expired has to take a new one, with the same check of the stream limit as at the start. A device has at
 * most one lease for all that it plays, so changing the channel is never refused. Each method runs synchronously, so that
 * two simultaneous starts cannot both take the last free lease.
 *
 * Leases are kept in the memory of one process and measured by its steady clock, so that setting the clock of the
 * machine neither prolongs nor ends them. Postgres's clock would not help: it is the clock of a machine too. Several
 * processes count their leases together in the shared store (`shared-leases.ts`).
 */
import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A device that plays, and the item (channel, film or chapter) that it plays. */
export interface Lease {
  deviceId: string;
  itemKey: ItemKey;
}

/**
 * The right of a device to play, with the account of the device and the time since when it has played, in ms since 1970
 * by the present clock of the machine.
 */
export interface HeldLease extends Lease {
  accountId: string;
  sinceMs: number;
}

/** A lease with what it was taken by, as another process counts it. */
export interface CountedLease extends Lease {
  isCast: boolean;
  issuedAtSeconds: number;
  /** The steady time since when the device has played the item, in ms. */
  steadySinceMs: number;
}

/**
 * What a stream request says about the lease (right to play) that it needs, read from the grant (permission) encrypted
 * in the stream's address.
 */
export interface LeaseRequest extends Lease {
  accountId: string;
  /**
   * When the stream token (the encrypted part of the stream's address) was issued to the device, in seconds by the steady
   * clock of the process that issued it.
   */
  issuedAtSeconds: number;
  /** Whether the stream is for a television to which the device casts. */
  isCast?: boolean;
}

export interface Leases {
  /**
   * Takes or renews the lease (right to play) of a device.
   *
   * @returns `stopped` for a stream that another device has stopped; the playing devices when the stream limit is
   * reached
   */
  take(request: LeaseRequest, maxStreams: number): 'taken' | 'stopped' | Lease[];
  /**
   * Renews the lease (right to play) of a device if the lease is for the given item (channel, film or chapter); never
   * takes a new lease.
   *
   * @returns `lapsed` when the device holds no lease for any item
   */
  renew(accountId: string, lease: Lease): 'lapsed' | undefined;
  /**
   * Whether the lease of a device has moved to the television to which it casts, or back from it, since the stream was
   * issued.
   */
  hasMoved(request: LeaseRequest): boolean;
  list(accountId: string): Lease[];
  /** Lists the leases (rights to play) that devices of all accounts hold now. */
  listAll(): HeldLease[];
  /** Whether a device holds a lease for an item. */
  isPlaying(accountId: string, lease: Lease): boolean;
  /** Whether a device was stopped after a stream was issued to it. */
  isStopped(request: LeaseRequest): boolean;
  /**
   * Ends the lease (right to play) of a device, and invalidates the stream tokens issued to the device so far.
   *
   * @param untilSeconds - invalidates the tokens issued until then; by default until now
   * @returns whether the device held a lease
   */
  stop(accountId: string, deviceId: string, untilSeconds?: number): boolean;
}

/** What several processes that count leases together need of the record of each. */
export interface LeaseRecord extends Leases {
  /**
   * Notes the leases of an account as they are counted elsewhere.
   *
   * @param isComplete - whether leases that are known here and are not among them have ended
   */
  adopt(accountId: string, held: readonly CountedLease[], isComplete: boolean): void;
  /** Ends the lease of a device whose stream tokens stay valid. */
  drop(accountId: string, deviceId: string): void;
  /** Lists the leases and the stops of all accounts that this record has. */
  listAccounts(): AccountRecord[];
}

/** The leases of an account, and its devices that were stopped. */
export interface AccountRecord {
  accountId: string;
  /** `lastsMs`: how long the lease lasts from now without a renewal. */
  leases: (CountedLease & { lastsMs: number })[];
  stops: { deviceId: string; untilSeconds: number }[];
}

/**
 * How long a device keeps its lease (right to play) without renewing it, in ms; a little less than the half minute
 * after which an ended stream must no longer count.
 */
export const leaseMs = 28_000;
const stopsKept = 10_000;
/**
 * By how many seconds the clock of another process may be ahead of this one's. Further ahead, a stream token was issued by
 * an earlier process, before the clock of the machine was set back.
 */
const aheadSeconds = 5;
/**
 * How long the server remembers, in ms, that a device was stopped: the maximum lifetime of the stream tokens that are
 * refused because of that.
 */
export const stopMs = 12 * 3_600_000;

interface Stop {
  accountId: string;
  deviceId: string;
  untilSeconds: number;
}

interface TimedLease {
  itemKey: ItemKey;
  /** Whether a television plays, to which the device casts. */
  isCast: boolean;
  /** When the newest stream was issued that took the lease. */
  issuedAtSeconds: number;
  /** The steady time since when the device has played the item. */
  steadySinceMs: number;
  /** The steady time at which the lease (right to play) ends unless it is renewed. */
  endsAtMs: number;
}

/** Keeps which devices were stopped, and until when the stream tokens were issued that are refused because of that. */
function createStops() {
  const stops = new LRUCache<string, Stop>({ ...atMost(stopsKept), ttl: stopMs });
  const keyOf = (accountId: string, deviceId: string) => `${accountId} ${deviceId}`;
  /** The tokens of earlier processes that were refused: they stay so when this process has reached their time. */
  const refused = new LRUCache<string, true>({ ...atMost(stopsKept), ttl: stopMs });
  return {
    add: (stop: Stop): void => void stops.set(keyOf(stop.accountId, stop.deviceId), stop),
    /** Whether a stream token was issued to a device before the device was stopped. */
    has({ accountId, deviceId, issuedAtSeconds }: LeaseRequest, nowMs: number): boolean {
      const key = keyOf(accountId, deviceId);
      const stop = stops.get(key);
      if (stop === undefined) return false;
      if (issuedAtSeconds > nowMs / 1_000 + aheadSeconds) refused.set(`${key} ${issuedAtSeconds}`, true);
      return issuedAtSeconds <= stop.untilSeconds || refused.has(`${key} ${issuedAtSeconds}`);
    },
    listByAccount(): Map<string, Stop[]> {
      const all = new Map<string, Stop[]>();
      for (const stop of stops.values()) all.set(stop.accountId, [...(all.get(stop.accountId) ?? []), stop]);
      return all;
    },
  };
}

/** Creates the record of leases in the memory of this process. @param lastsMs - how long a lease lasts without renewal */
export function createLeases(clock: Clock, lastsMs = leaseMs): LeaseRecord {
  const accounts = new Map<string, Map<string, TimedLease>>();
  const stops = createStops();
  let sweepAtMs = 0;

  /** Removes from memory the accounts of which no device plays any more. */
  function sweep(nowMs: number): void {
    if (nowMs < sweepAtMs) return;
    sweepAtMs = nowMs + lastsMs;
    for (const accountId of accounts.keys()) alive(accountId, nowMs);
  }

  function alive(accountId: string, nowMs: number) {
    const devices = accounts.get(accountId) ?? new Map<string, TimedLease>();
    for (const [deviceId, { endsAtMs }] of devices) if (endsAtMs <= nowMs) devices.delete(deviceId);
    if (devices.size === 0) accounts.delete(accountId);
    return devices;
  }

  const list = (accountId: string): Lease[] =>
    [...alive(accountId, clock.steadyMs())].map(([deviceId, { itemKey }]) => ({ deviceId, itemKey }));

  return {
    take(request, maxStreams) {
      const { accountId, deviceId, itemKey } = request;
      const nowMs = clock.steadyMs();
      sweep(nowMs);
      if (stops.has(request, nowMs)) return 'stopped';
      const devices = alive(accountId, nowMs);
      if (!devices.has(deviceId) && devices.size >= maxStreams) return list(accountId);
      const held = devices.get(deviceId);
      if (isElsewhere(held, request)) return 'stopped';
      const { isCast = false } = request;
      const steadySinceMs = held?.itemKey === itemKey ? held.steadySinceMs : nowMs;
      const issuedAtSeconds =
        held?.isCast === isCast
          ? Math.max(held.issuedAtSeconds, request.issuedAtSeconds)
          : request.issuedAtSeconds;
      devices.set(deviceId, { itemKey, isCast, issuedAtSeconds, steadySinceMs, endsAtMs: nowMs + lastsMs });
      accounts.set(accountId, devices);
      return 'taken';
    },
    renew(accountId, { deviceId, itemKey }) {
      const nowMs = clock.steadyMs();
      const lease = alive(accountId, nowMs).get(deviceId);
      if (lease === undefined) return 'lapsed';
      if (lease.itemKey === itemKey) lease.endsAtMs = nowMs + lastsMs;
      return undefined;
    },
    hasMoved: (request) =>
      isElsewhere(alive(request.accountId, clock.steadyMs()).get(request.deviceId), request),
    list,
    listAll() {
      const nowMs = clock.steadyMs();
      const aheadMs = clock.now().getTime() - nowMs;
      return [...accounts.keys()].flatMap((accountId) =>
        [...alive(accountId, nowMs)].map(([deviceId, { itemKey, steadySinceMs }]) => ({
          accountId,
          deviceId,
          itemKey,
          sinceMs: steadySinceMs + aheadMs,
        })),
      );
    },
    isPlaying: (accountId, { deviceId, itemKey }) =>
      alive(accountId, clock.steadyMs()).get(deviceId)?.itemKey === itemKey,
    isStopped: (request) => stops.has(request, clock.steadyMs()),
    stop(accountId, deviceId, untilSeconds) {
      const nowMs = clock.steadyMs();
      const until = untilSeconds ?? Math.floor(nowMs / 1_000);
      stops.add({ accountId, deviceId, untilSeconds: until });
      const devices = alive(accountId, nowMs);
      // A stop elsewhere may be heard of after the device has begun another stream.
      if (untilSeconds !== undefined && (devices.get(deviceId)?.issuedAtSeconds ?? 0) > until) return false;
      const had = devices.delete(deviceId);
      if (devices.size === 0) accounts.delete(accountId);
      return had;
    },
    adopt(accountId, held, isComplete) {
      const nowMs = clock.steadyMs();
      sweep(nowMs);
      const devices = isComplete ? new Map<string, TimedLease>() : alive(accountId, nowMs);
      for (const lease of held) devices.set(lease.deviceId, { ...lease, endsAtMs: nowMs + lastsMs });
      if (devices.size === 0) accounts.delete(accountId);
      else accounts.set(accountId, devices);
    },
    drop: (accountId, deviceId) => void accounts.get(accountId)?.delete(deviceId),
    listAccounts() {
      const nowMs = clock.steadyMs();
      const stopped = stops.listByAccount();
      const accountIds = new Set([...accounts.keys(), ...stopped.keys()]);
      return [...accountIds].map((accountId) => ({
        accountId,
        leases: toCounted(alive(accountId, nowMs), nowMs),
        stops: stopped.get(accountId) ?? [],
      }));
    },
  };
}

const toCounted = (devices: ReadonlyMap<string, TimedLease>, nowMs: number): AccountRecord['leases'] =>
  [...devices].map(([deviceId, { endsAtMs, ...lease }]) => ({
    deviceId,
    ...lease,
    lastsMs: endsAtMs - nowMs,
  }));

/**
 * A device and the television to which it casts share one lease, and the one that has asked later has it: otherwise two
 * of them would play on a plan of one stream. Within one second the television has asked later.
 */
function isElsewhere(
  held: TimedLease | undefined,
  { isCast = false, issuedAtSeconds }: LeaseRequest,
): boolean {
  if (held === undefined || held.isCast === isCast) return false;
  return isCast ? issuedAtSeconds < held.issuedAtSeconds : issuedAtSeconds <= held.issuedAtSeconds;
}
