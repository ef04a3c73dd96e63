import { itemKeyOf, type ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { ageBy } from '../../../platform/at-most.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Programs } from '../../../platform/programs/programs.ts';
import { decodeStill } from './decode-still.ts';

/** Stills of channels that are watched, made from what the gateway keeps for their viewers. */
export interface Stills {
  /**
   * Returns a still of a channel, at most a minute old.
   *
   * @returns a JPEG image, 960 pixels wide at most; `undefined` where nobody watches the channel, ffmpeg is missing, or
   *   people need this machine for conversions now
   */
  find(channelId: string): Promise<Buffer | undefined>;
}

const keptMs = 60_000;
/** How soon a channel of which no keyframe is kept is looked at again. */
const emptyKeptMs = 5_000;
const keptMax = 40;

/** @param needs.isBusy - whether conversions for viewers run, which stills never slow down */
export function stillsFeature(needs: {
  gateway: { findPicture(channelKey: ItemKey): Buffer | undefined };
  programs: Programs<'ffmpeg' | 'ffprobe'>;
  isBusy(): boolean;
  clock?: Clock;
  log: Log;
}): Stills {
  const { gateway, programs, log, clock = systemClock } = needs;
  // What cannot be decoded is not tried again within the minute either.
  const kept = new LRUCache<string, { still: Buffer | undefined }>({
    max: keptMax,
    ttl: keptMs,
    ...ageBy(clock),
  });
  let isDecoding = false;
  /** Until when nothing is decoded, because a picture could not be: one request looks at many channels. */
  let restsUntilMs = -Infinity;

  return {
    async find(channelId) {
      const known = kept.get(channelId);
      if (known !== undefined) return known.still;
      if (isDecoding || needs.isBusy() || clock.steadyMs() < restsUntilMs) return undefined;
      const picture = gateway.findPicture(itemKeyOf('channel', channelId));
      if (picture === undefined) {
        kept.set(channelId, { still: undefined }, { ttl: emptyKeptMs });
        return undefined;
      }
      isDecoding = true;
      try {
        const still = await decodeStill(programs, picture, clock);
        kept.set(channelId, { still });
        return still;
      } catch (error) {
        log.warn({ err: error }, 'a still of a channel could not be made');
        kept.set(channelId, { still: undefined });
        restsUntilMs = clock.steadyMs() + emptyKeptMs;
        return undefined;
      } finally {
        isDecoding = false;
      }
    },
  };
}
