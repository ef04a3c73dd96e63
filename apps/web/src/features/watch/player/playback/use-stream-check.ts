import { probeAddress } from '@butaca/player';
import { useEffect } from 'react';
import { usePlaybackPart, type DrivenVideo } from './use-playback.ts';
import { every } from '../../../../platform/base/clock.ts';

const checkEveryMs = 10_000;
/** The stream kinds with a playlist or manifest, which the page may request once more while the stream plays. */
const kindsInParts: readonly string[] = ['hls', 'dash'];
/** The HTTP statuses of a stream URL that are not retryable and that the person must be told about. */
const decisiveStatuses: readonly number[] = [401, 403, 429];

/**
 * Requests the playing stream's playlist every ten seconds, to learn whether the server still lets this device play it.
 * A film that is fully buffered would otherwise continue after another device stopped it, or after the person's plan or
 * session ended, and would not be counted as playing.
 */
export function useStreamCheck({ media, playback }: DrivenVideo): void {
  const isPlaying = usePlaybackPart(playback, ({ status }) => status === 'playing');
  useEffect(() => {
    if (!isPlaying) return undefined;
    const ended = new AbortController();
    const check = async (): Promise<void> => {
      // A video file has one open request while it plays, and a provider may allow only one connection, so for files
      // this check makes no second request.
      if (!kindsInParts.includes(media.streamKind) || media.src === '') return;
      const answer = await probeAddress(media.src, ended.signal);
      // The player retries the stream, gets the HTTP status that this check got, and shows the failure.
      if (typeof answer === 'object' && decisiveStatuses.includes(answer.status)) playback.retry();
    };
    const cancel = every(checkEveryMs, () => void check());
    return () => {
      cancel();
      ended.abort();
    };
  }, [media, playback, isPlaying]);
}
