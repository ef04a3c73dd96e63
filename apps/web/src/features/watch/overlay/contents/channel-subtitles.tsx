import type { ImageSubtitle } from '@butaca/contract';
import type { PlayerMedia } from '@butaca/player';
import { useEffect } from 'react';

/** Says which subtitles of a channel a browser cannot show; its code is loaded where there are any. */
export function ChannelSubtitles({
  media,
  subtitles,
}: {
  media: PlayerMedia;
  subtitles: readonly ImageSubtitle[] | undefined;
}) {
  useEffect(() => {
    // Players outside of the page show the subtitles themselves.
    if (subtitles === undefined || media.video === undefined) return undefined;
    const left = new AbortController();
    import('./show-channel-subtitles.ts')
      .then(
        ({ showChannelSubtitles }) =>
          left.signal.aborted || showChannelSubtitles(media, subtitles, left.signal),
      )
      .catch(() => undefined);
    return () => left.abort();
  }, [media, subtitles]);
  return null;
}
