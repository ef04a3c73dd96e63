import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** Remembers which files a server may have refused only because a part of them was asked for. */
export interface RangeRefusers {
  /**
   * Whether a file that was refused is asked for once more, without naming a part. That is tried once an hour, because the
   * refusal has another reason mostly; always where it has helped before.
   */
  mayAsk(address: string): boolean;
  /** Whether a file has come lately only when it was asked for without naming a part. */
  isKnown(address: string): boolean;
  /** Notes that a file has come when it was asked for without naming a part. */
  confirm(address: string): void;
}

const filesMax = 1_000;
const keptMs = 3_600_000;

export function createRangeRefusers(clock: Pick<Clock, 'steadyMs'>): RangeRefusers {
  const hasHelped = new LRUCache<string, boolean>({ ...atMost(filesMax), ttl: keptMs, ...ageBy(clock) });
  return {
    mayAsk(address) {
      const known = hasHelped.get(address);
      if (known === undefined) hasHelped.set(address, false);
      return known !== false;
    },
    isKnown: (address) => hasHelped.get(address) === true,
    confirm: (address) => void hasHelped.set(address, true),
  };
}
