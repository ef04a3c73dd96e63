import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** What is known of a channel in HLS while it is watched. */
interface LiveChannel {
  targetMs: number;
  /** Increases when master playlists of the channel that were fetched before must not be used any more. */
  epoch: number;
}

/** The channels in HLS that are watched now: a channel is one while its live playlists are refreshed. */
export interface LiveChannels {
  find(channelKey: string): Readonly<LiveChannel> | undefined;
  /** Notes that a live playlist of a channel was fetched. @param targetMs - its target duration */
  note(channelKey: string, targetMs: number): void;
  /** Notes that a playlist of a channel failed, so that its viewers have to ask for everything anew. */
  fail(channelKey: string): void;
}

const channelsMax = 10_000;
/** How long a channel counts as watched after its last refresh: longer than the longest target duration. */
const watchedMs = 90_000;

export function createLiveChannels(clock: Pick<Clock, 'steadyMs'>): LiveChannels {
  const channels = new LRUCache<string, LiveChannel>({
    ...atMost(channelsMax),
    ttl: watchedMs,
    ...ageBy(clock),
  });
  return {
    find: (channelKey) => channels.get(channelKey),
    note(channelKey, targetMs) {
      channels.set(channelKey, { targetMs, epoch: channels.get(channelKey)?.epoch ?? 0 });
    },
    fail(channelKey) {
      const known = channels.get(channelKey);
      if (known !== undefined) channels.set(channelKey, { ...known, epoch: known.epoch + 1 });
    },
  };
}
