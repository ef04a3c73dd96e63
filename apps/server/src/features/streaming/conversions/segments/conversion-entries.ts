/*
 * Which devices have a conversion: each has one, which it shares with all devices that have the same. Those of an account
 * are counted against the streams of its plan when one begins, shared or not. When a plan gets fewer streams, what plays
 * goes on, and the new number holds for the next film or channel. The machine has limits on what is converted, however many
 * devices share it.
 */
import type { ItemKey } from '@butaca/contract';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Convertible } from './conversion.ts';
import type { ClaimedConversions, Claimant } from './conversion-claims.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';

/** How many conversions (ffmpeg processes) may run at once, and how long a device has one without requests. */
export interface ConversionLimits {
  remuxes: number;
  transcodes: number;
  idleMs: number;
  /** How many bytes conversions must leave free on the disk. */
  reserveBytes: number;
}

/** Whether a device is playing an item (channel, film or chapter) now. */
export type IsPlaying = (accountId: string, playing: { deviceId: string; itemKey: ItemKey }) => boolean;

/** A conversion that devices share. */
export interface SharedConversion {
  /** Identifies what is converted, and how. */
  key: string;
  mode: ConversionPlan['mode'];
  conversion: Promise<Convertible>;
  /** How many ffmpegs it has, which is one before it has begun. */
  countRuns(): number;
  /** The entries of the devices that have it. */
  entries: Set<ConversionEntry>;
}

/** That a device has a conversion, or is about to begin one. */
export interface ConversionEntry extends Claimant {
  /** When the address of the stream was issued, in seconds by the steady clock. */
  issuedAtSeconds: number | undefined;
  itemKey: ItemKey;
  shared: SharedConversion;
  users: number;
  /** When the last request ended, in steady ms. */
  idleSinceMs: number;
  /** Takes back the end that an idle device's conversion waits for. */
  stay: Cancel | undefined;
  /** Takes the conversion from the device; it ends when no other device has it. */
  end(): void;
}

export interface ConversionEntries extends ClaimedConversions {
  find(by: Claimant): ConversionEntry | undefined;
  /** Adds the conversion of a device that has none. */
  add(entry: ConversionEntry): void;
  /** Forgets a conversion. @returns whether it was among the entries */
  remove(entry: ConversionEntry): boolean;
  /** Ends an abandoned conversion where the machine has too many ffmpegs of its kind. @throws AppError `conversion.busy` */
  makeRoomOnMachine(mode: ConversionPlan['mode'], most: number): void;
  /** The conversions that devices have, each once. */
  all(): SharedConversion[];
}

/** Names a device of an account. */
export const viewerName = ({ accountId, deviceId }: Claimant): string => `${accountId} ${deviceId}`;
const byIdleTime = (one: ConversionEntry, other: ConversionEntry): number =>
  one.idleSinceMs - other.idleSinceMs;
/** When the last request of any device ended, in steady ms. */
const lastUseMs = ({ entries }: SharedConversion): number =>
  Math.max(...[...entries].map(({ idleSinceMs }) => idleSinceMs));

/** Takes their conversion from devices. */
export function endFor(entries: Iterable<ConversionEntry>): void {
  for (const entry of entries) entry.end();
}

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
  const list = (): ConversionEntry[] => [...entries.values()];
  const all = (): SharedConversion[] => [...new Set(list().map(({ shared }) => shared))];
  const listOf = (accountId: string): ConversionEntry[] =>
    list().filter((entry) => entry.accountId === accountId);
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
    unplayed?.end();
    return unplayed !== undefined;
  }

  /** Ends the conversion of a kind that has been without requests for the longest time, and for more than `idleMs`. */
  function endAbandoned(mode: ConversionPlan['mode']): void {
    const latestMs = clock.steadyMs() - limits.idleMs;
    const isIdle = ({ users, idleSinceMs }: ConversionEntry) => users === 0 && idleSinceMs <= latestMs;
    const [abandoned] = all()
      .filter((shared) => shared.mode === mode && [...shared.entries].every(isIdle))
      .toSorted((one, other) => lastUseMs(one) - lastUseMs(other));
    endFor(abandoned?.entries ?? []);
  }

  return {
    find: (by) => entries.get(viewerName(by)),
    add: (entry) => void entries.set(viewerName(entry), entry),
    remove: (entry) => entries.get(viewerName(entry)) === entry && entries.delete(viewerName(entry)),
    all,
    count: (accountId) => listOf(accountId).length,
    countWith: (by) => listOthers(by).length + 1,
    makeRoom(by, most) {
      const surplus = listOthers(by).length + 1 - most;
      if (surplus <= 0) return;
      const unplayed = listUnplayed(by);
      if (unplayed.length < surplus) throw refusal();
      endFor(unplayed.slice(0, surplus));
    },
    endUnplayed,
    giveWay(by) {
      const own = entries.get(viewerName(by));
      if (own === undefined) endUnplayed(by);
      else own.end();
    },
    endBeyond(accountId, left) {
      const newestFirst = listOf(accountId).toReversed();
      const inOrder = [...newestFirst.filter((entry) => !isPlayed(entry)), ...newestFirst.filter(isPlayed)];
      endFor(inOrder.slice(0, Math.max(0, inOrder.length - left)));
    },
    refusal,
    makeRoomOnMachine(mode, most) {
      const isFull = () =>
        all()
          .filter((shared) => shared.mode === mode)
          .reduce((sum, shared) => sum + shared.countRuns(), 0) >= most;
      if (isFull()) endAbandoned(mode);
      if (isFull()) throw new AppError('conversion.busy', { retryAfterSeconds: 15 });
    },
  };
}
