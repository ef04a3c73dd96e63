import type { ChannelDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';

/** The player's source for a channel. */
export function channelSource({
  url,
  streamKind,
}: Pick<ChannelDetail, 'url' | 'streamKind'>): PlaybackSource {
  return { src: url, kind: streamKind, expectedStreamType: 'live' };
}
