import { probeAddress } from '@butaca/player';
import { useEffect } from 'react';
import { usePlaybackPart, type DrivenVideo } from './use-playback.ts';

const checkEveryMs = 10_000;
/** The stream kinds with a playlist or manifest, which may be requested while the stream plays. */
const kindsInParts: readonly string[] = ['hls', 'dash'];
/** The HTTP statuses that are not retryable and that the person must be told about. */
const decisiveStatuses: readonly number[] = [401, 403, 429];

/**
 * Checks every ten seconds whether the gateway still grants the stream to this device. A film that is fully buffered
 * would otherwise continue after another device stopped it, or after the person's plan or session ended, and would not
 * be counted as playing.
 */
export function useStreamCheck({ media, playback }: DrivenVideo): void {
  const isPlaying = usePlaybackPart(playback, ({ status }) => status === 'playing');
  useEffect(() => {
    if (!isPlaying) return undefined;
    const ended = new AbortController();
    const check = async (): Promise<void> => {
      // A file has one open request while it plays, and a provider may allow only one connection, so files are not
      // checked.
      if (!kindsInParts.includes(media.streamKind) || media.src === '') return;
      const answer = await probeAddress(media.src, ended.signal);
      // The retry gets the same status from the gateway, and the player then shows the failure.
      if (typeof answer === 'object' && decisiveStatuses.includes(answer.status)) playback.retry();
    };
    const timer = setInterval(() => void check(), checkEveryMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [media, playback, isPlaying]);
}
