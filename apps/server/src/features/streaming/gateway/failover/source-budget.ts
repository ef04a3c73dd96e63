/*
 * How many sources of a channel may be asked. A list can name any number of servers as sources of one channel; without a
 * limit, everybody who plays it would send requests to all of them.
 */
import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** Counts the sources that are asked for channels, for all their viewers together. */
export interface SourceBudget {
  /** Whether a source of a channel may be asked; one that was asked within the same minute may be asked again. */
  take(channelKey: ItemKey, address: string): boolean;
  /** Takes back that a source was asked: its provider had no free connection, so nothing was requested. */
  giveBack(channelKey: ItemKey, address: string): void;
  /** Notes that a source of a channel has played for a while, so that all its sources may be asked when it fails. */
  renew(channelKey: ItemKey): void;
}

/** How many sources of a channel are asked within `spanMs` while none of them plays. */
const askedMax = 8;
const spanMs = 60_000;
const channelsMax = 10_000;

export function createSourceBudget(clock: Pick<Clock, 'steadyMs'>): SourceBudget {
  const asked = new LRUCache<string, Set<string>>({ ...atMost(channelsMax), ttl: spanMs, ...ageBy(clock) });
  return {
    take(channelKey, address) {
      const known = asked.get(channelKey);
      if (known === undefined) asked.set(channelKey, new Set([address]));
      else if (!known.has(address) && known.size >= askedMax) return false;
      else known.add(address);
      return true;
    },
    giveBack: (channelKey, address) => void asked.get(channelKey)?.delete(address),
    renew: (channelKey) => void asked.delete(channelKey),
  };
}
