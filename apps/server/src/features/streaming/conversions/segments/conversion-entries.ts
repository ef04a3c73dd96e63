/*
 * The conversions that a server has, one for each device. Those of an account are counted against the streams of its plan when
 * one begins. When a plan gets fewer streams, what plays goes on, and the new number holds for the next film or channel.
 */
import type { ItemKey } from '@butaca/contract';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Convertible } from './conversion.ts';
import type { ClaimedConversions, Claimant } from './conversion-claims.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';

/** How many conversions (ffmpeg processes) may run at once, and how long one is kept without requests. */
export interface ConversionLimits {
  remuxes: number;
  transcodes: number;
  idleMs: number;
  /** How many bytes conversions must leave free on the disk. */
  reserveBytes: number;
}

/** Whether a device is playing an item (channel, film or chapter) now. */
export type IsPlaying = (accountId: string, playing: { deviceId: string; itemKey: ItemKey }) => boolean;

/** A conversion of a device, or one that is about to begin. */
export interface ConversionEntry extends Claimant {
  itemKey: ItemKey;
  key: string;
  mode: ConversionPlan['mode'];
  conversion: Promise<Convertible>;
  users: number;
  /** When the last request ended, in steady ms. */
  idleSinceMs: number;
  /** Takes back the end that an idle conversion waits for. */
  stay: Cancel | undefined;
  end(): Promise<void>;
}

export interface ConversionEntries extends ClaimedConversions {
  find(by: Claimant): ConversionEntry | undefined;
  /** Adds the conversion of a device that has none. */
  add(entry: ConversionEntry): void;
  /** Forgets a conversion. @returns whether it was among the entries */
  remove(entry: ConversionEntry): boolean;
  /** Ends an abandoned conversion where the machine has too many of its kind. @throws AppError `conversion.busy` */
  makeRoomOnMachine(mode: ConversionPlan['mode']): void;
  all(): ConversionEntry[];
}

const keyOf = ({ accountId, deviceId }: Claimant): string => `${accountId} ${deviceId}`;
const byIdleTime = (one: ConversionEntry, other: ConversionEntry): number =>
  one.idleSinceMs - other.idleSinceMs;

export function createConversionEntries({
  limits,
  isPlaying,
  clock,
}: {
  limits: ConversionLimits;
  isPlaying: IsPlaying;
  clock: Clock;
}): ConversionEntries {
  /** The newest last. */
  const entries = new Map<string, ConversionEntry>();
  const all = (): ConversionEntry[] => [...entries.values()];
  const listOf = (accountId: string): ConversionEntry[] =>
    all().filter((entry) => entry.accountId === accountId);
  const listOthers = (by: Claimant): ConversionEntry[] =>
    listOf(by.accountId).filter(({ deviceId }) => deviceId !== by.deviceId);
  /**
   * A device needs its conversion only while it plays the item (channel, film or chapter): one that was stopped, or that
   * plays another item now, no longer does.
   */
  const isPlayed = (entry: ConversionEntry): boolean => isPlaying(entry.accountId, entry);
  const listUnplayed = (by: Claimant): ConversionEntry[] =>
    listOthers(by)
      .filter((entry) => !isPlayed(entry))
      .toSorted(byIdleTime);

  const refusal = (): AppError =>
    new AppError('conversion.elsewhere', { retryAfterSeconds: Math.ceil(limits.idleMs / 1_000) });

  function endUnplayed(by: Claimant): boolean {
    const [unplayed] = listUnplayed(by);
    void unplayed?.end();
    return unplayed !== undefined;
  }

  /** Returns the conversion of a kind that has been without requests for the longest time, and for more than `idleMs`. */
  function findAbandoned(mode: ConversionPlan['mode']): ConversionEntry | undefined {
    const latestMs = clock.steadyMs() - limits.idleMs;
    return all()
      .filter((entry) => entry.mode === mode && entry.users === 0 && entry.idleSinceMs <= latestMs)
      .toSorted(byIdleTime)[0];
  }

  return {
    find: (by) => entries.get(keyOf(by)),
    add: (entry) => void entries.set(keyOf(entry), entry),
    remove: (entry) => entries.get(keyOf(entry)) === entry && entries.delete(keyOf(entry)),
    all,
    count: (accountId) => listOf(accountId).length,
    countWith: (by) => listOthers(by).length + 1,
    makeRoom(by, most) {
      const surplus = listOthers(by).length + 1 - most;
      if (surplus <= 0) return;
      const unplayed = listUnplayed(by);
      if (unplayed.length < surplus) throw refusal();
      for (const entry of unplayed.slice(0, surplus)) void entry.end();
    },
    endUnplayed,
    giveWay(by) {
      const own = entries.get(keyOf(by));
      if (own === undefined) endUnplayed(by);
      else void own.end();
    },
    endBeyond(accountId, left) {
      const newestFirst = listOf(accountId).toReversed();
      const inOrder = [...newestFirst.filter((entry) => !isPlayed(entry)), ...newestFirst.filter(isPlayed)];
      for (const entry of inOrder.slice(0, Math.max(0, inOrder.length - left))) void entry.end();
    },
    refusal,
    makeRoomOnMachine(mode) {
      const most = mode === 'remux' ? limits.remuxes : limits.transcodes;
      const isFull = () => all().filter((entry) => entry.mode === mode).length >= most;
      if (isFull()) void findAbandoned(mode)?.end();
      if (isFull()) throw new AppError('conversion.busy', { retryAfterSeconds: 15 });
    },
  };
}
