import type { ChannelDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';

/** The player's source for a channel: its stream URL and stream kind. */
export function channelSource({
  url,
  streamKind,
}: Pick<ChannelDetail, 'url' | 'streamKind'>): PlaybackSource {
  return { src: url, kind: streamKind, expectedStreamType: 'live' };
}
