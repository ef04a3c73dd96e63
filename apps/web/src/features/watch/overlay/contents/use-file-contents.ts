import { useEffect } from 'react';
import { usePlaybackPart, type DrivenVideo } from '../../player/playback/use-playback.ts';

/** Shows what the file of a film or chapter contains besides picture and sound, once it plays. Its code is loaded then. */
export function useFileContents(
  { media, playback }: DrivenVideo,
  videoId: string,
  chapterId: string | undefined,
): void {
  const isBegun = usePlaybackPart(
    playback,
    ({ currentTimeSeconds, durationSeconds }) => currentTimeSeconds > 0 && durationSeconds !== null,
  );
  useEffect(() => {
    if (!isBegun) return undefined;
    const left = new AbortController();
    import('./show-contents.ts')
      .then(({ showContents }) => showContents({ media, playback }, { videoId, chapterId }, left.signal))
      .catch(() => undefined);
    return () => left.abort();
  }, [media, playback, isBegun, videoId, chapterId]);
}
