/*
 * Estimates how far televisions have played what is cast to them. A television receives media before it shows them, and
 * does not say where it is. Its position is therefore taken to advance at the pace of real time from the point at which
 * delivery began, and never beyond what was delivered. Delivery that begins elsewhere, because the person has sought,
 * starts a new estimate. What is delivered for a moment only is not counted: players read the index at the end of some
 * files before they play their beginning.
 */
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import type { Clock } from '../../../platform/clock.ts';

/** A part of a film or chapter, in seconds, that was delivered to the television of a device. */
export interface CastDelivery {
  accountId: string;
  deviceId: string;
  videoId: string;
  /** The chapter of a series; absent for a film. */
  chapterId?: string | undefined;
  fromSeconds: number;
  toSeconds: number;
  durationSeconds: number | null;
}

/** A position of a television that is to be saved. */
export interface CastPosition extends Pick<
  CastDelivery,
  'accountId' | 'deviceId' | 'videoId' | 'chapterId' | 'durationSeconds'
> {
  seconds: number;
}

export interface CastPositions {
  note(delivery: CastDelivery): void;
  /** Forgets the estimate for a video whose position a player has saved: the person watches it there now. */
  forget(accountId: string, videoId: string): void;
  /** Lists the positions that are to be saved now, each at most every twenty seconds, as players save theirs. */
  listDue(): CastPosition[];
  /** Whether a television may still advance within what was delivered to it. */
  isAny(): boolean;
}

interface Estimate {
  delivery: CastDelivery;
  beganSeconds: number;
  beganAtMs: number;
  deliveredTo: number;
  savedAtMs: number;
  savedSeconds: number | undefined;
}

const castsKept = 10_000;
/** @see docs/requisitos.md, R9.5: progress is reported at most every 20 s, and if the position changed by 5 s */
const saveEveryMs = 20_000;
const leastChangeSeconds = 5;
/** Parts that are so close to each other belong to one delivery: players request several tracks and segments at once. */
const gapSeconds = 30;
/** How far before the estimated position a part may begin without being a rewind: the estimate may be ahead. */
const aheadSeconds = 20;
/** A fraction of a second that rounding may leave between the last segment and the end. */
const roundedSeconds = 0.5;

export function createCastPositions(clock: Clock): CastPositions {
  const estimates = new LRUCache<string, Estimate>(atMost(castsKept));
  const keyOf = (accountId: string, videoId: string): string => `${accountId} ${videoId}`;

  const positionOf = ({ beganSeconds, beganAtMs, deliveredTo }: Estimate, nowMs: number): number =>
    Math.min(deliveredTo, beganSeconds + (nowMs - beganAtMs) / 1_000);

  function isContinued(known: Estimate, delivery: CastDelivery, nowMs: number): boolean {
    return (
      known.delivery.chapterId === delivery.chapterId &&
      delivery.fromSeconds <= known.deliveredTo + gapSeconds &&
      delivery.fromSeconds >= positionOf(known, nowMs) - aheadSeconds
    );
  }

  /** Whether all that was delivered is saved, so that the estimate does not change before more is delivered. */
  const isSettled = ({ savedSeconds = -1, deliveredTo }: Estimate): boolean =>
    savedSeconds >= deliveredTo - roundedSeconds;

  return {
    note(delivery) {
      const nowMs = clock.steadyMs();
      const key = keyOf(delivery.accountId, delivery.videoId);
      const known = estimates.get(key);
      if (known === undefined || !isContinued(known, delivery, nowMs)) {
        estimates.set(key, {
          delivery,
          beganSeconds: delivery.fromSeconds,
          beganAtMs: nowMs,
          deliveredTo: delivery.toSeconds,
          savedAtMs: nowMs,
          savedSeconds: undefined,
        });
        return;
      }
      const durationSeconds = delivery.durationSeconds ?? known.delivery.durationSeconds;
      estimates.set(key, {
        ...known,
        delivery: { ...delivery, durationSeconds },
        deliveredTo: Math.max(known.deliveredTo, delivery.toSeconds),
      });
    },
    forget: (accountId, videoId) => void estimates.delete(keyOf(accountId, videoId)),
    listDue() {
      const nowMs = clock.steadyMs();
      return [...estimates].flatMap(([key, estimate]): CastPosition[] => {
        const { delivery, savedAtMs, savedSeconds = Number.NEGATIVE_INFINITY } = estimate;
        const seconds = positionOf(estimate, nowMs);
        const isAtEnd = seconds >= estimate.deliveredTo - roundedSeconds;
        const isChanged = seconds - savedSeconds >= leastChangeSeconds || (isAtEnd && !isSettled(estimate));
        if (nowMs - savedAtMs < saveEveryMs || !isChanged) return [];
        estimates.set(key, { ...estimate, savedAtMs: nowMs, savedSeconds: seconds });
        const { accountId, deviceId, videoId, chapterId, durationSeconds } = delivery;
        return [{ accountId, deviceId, videoId, chapterId, durationSeconds, seconds }];
      });
    },
    isAny: () => [...estimates.values()].some((estimate) => !isSettled(estimate)),
  };
}
