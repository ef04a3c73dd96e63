import type { ChannelDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';

/**
 * The source that the player gets for a channel: the channel's stream URL and its stream kind (HLS, DASH, MPEG-TS or
 * file).
 */
export function channelSource({
  url,
  streamKind,
}: Pick<ChannelDetail, 'url' | 'streamKind'>): PlaybackSource {
  return { src: url, kind: streamKind, expectedStreamType: 'live' };
}
