import {
  getEnrichmentInfo,
  getEnrichmentTheme,
  getRecommendations,
  type ChannelCard,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { inTime } from '../../../platform/async/deadline.ts';
import type { Log } from '../../../platform/log.ts';
import type { Alike, EnrichedChannels, EnrichedVideos, EnrichmentSession } from './alike.ts';
import { unknownValue } from './content-schemas.ts';
import { fallbackChannelInfo, fallbackInfo, knownMakers } from './fallback-info.ts';
import { wordsOfGenres } from './fallback-words.ts';
import type { Generated } from './generated.ts';
import { recommend } from './recommend.ts';
import { themeFromColours } from './theme-from-colours.ts';
import type { Clock } from '../../../platform/clock.ts';

/** Returns the colours of an active item's image (poster or logo) as `#rrggbb`, the most frequent first. */
export type ColoursOf = (kind: 'video' | 'channel', id: string) => Promise<string[]>;

/** How long a request for the colour theme of a watch page waits for a poster that is still being fetched, in ms. */
const posterWithinMs = 1_000;

/**
 * Serves the information, theme and recommendations of a watch page. A model is asked about videos only: the name of a
 * channel does not say what it shows, so information about channels is taken from the catalogue, and channels have no
 * recommendations.
 */
export function serveEnrichment(
  serve: ServeEndpoint<EnrichmentSession>,
  needs: {
    videos: EnrichedVideos;
    channels: EnrichedChannels;
    generated: Generated;
    alike: Alike;
    coloursOf: ColoursOf;
    log: Log;
    clock: Clock;
  },
): void {
  const { generated, alike, log } = needs;

  async function getVideo(id: string, viewer: Viewer): Promise<VideoCard> {
    const [video] = await needs.videos.cardsOf([id], viewer);
    if (video === undefined) throw new AppError('video.not_found');
    return video;
  }

  async function getChannel(id: string, viewer: Viewer): Promise<ChannelCard> {
    const [channel] = await needs.channels.cardsOf([id], viewer);
    if (channel === undefined) throw new AppError('channel.not_found');
    return channel;
  }

  /**
   * Reads the colours of a poster or logo; returns an empty array when they are not read in time, so that the watch
   * page does not wait for a slow image.
   */
  async function readColours(kind: 'video' | 'channel', id: string): Promise<string[]> {
    const read = needs.coloursOf(kind, id).catch((error: unknown) => {
      log.debug({ err: error }, 'no colours of an image');
      return [];
    });
    return inTime(read, posterWithinMs, [], needs.clock);
  }

  serve(getEnrichmentInfo, async ({ params: { itemType, itemId } }, { session }) => {
    if (itemType === 'channel') {
      const channel = await getChannel(itemId, session);
      return fallbackChannelInfo(channel, await needs.channels.factsOf(itemId));
    }
    const video = await getVideo(itemId, session);
    const content = await generated.info(video, session.accountId);
    const facts = await needs.videos.factsOf(itemId);
    const { director, cast } = knownMakers(facts);
    if (content === undefined) return fallbackInfo(video, facts);
    // Who made a title is known better by its provider than by a model.
    return { ...content, ...(director && { director }), ...(cast && { cast }), source: 'gemini' as const };
  });

  serve(getEnrichmentTheme, async ({ params: { itemType, itemId } }, { session }) => {
    if (itemType === 'channel') {
      const { colour } = await getChannel(itemId, session);
      return themeFromColours(
        colour === null ? await readColours('channel', itemId) : [colour],
        unknownValue,
      );
    }
    const video = await getVideo(itemId, session);
    const content = await generated.theme(video, session.accountId);
    if (content !== undefined) return { ...content, source: 'gemini' as const };
    return themeFromColours(await readColours('video', itemId), wordsOfGenres(video.genres).mood);
  });

  serve(getRecommendations, async ({ params: { itemType, itemId } }, { session }) => {
    if (itemType === 'channel') {
      await getChannel(itemId, session);
      return {
        recommendations: [],
        genres: [],
        themes: [],
        mood: unknownValue,
        source: 'fallback' as const,
      };
    }
    const video = await getVideo(itemId, session);
    return recommend(video, await generated.recommendations(video, session.accountId), alike, session);
  });
}
