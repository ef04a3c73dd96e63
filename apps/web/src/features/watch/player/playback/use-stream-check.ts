import { probeAddress } from '@butaca/player';
import { useEffect } from 'react';
import { usePlaybackPart, type DrivenVideo } from './use-playback.ts';

const checkEveryMs = 10_000;
/** Stream kinds with a playlist, which can be requested beside playback. */
const kindsInParts: readonly string[] = ['hls', 'dash'];
/** Statuses that are not retryable and that the person has to be told about. */
const decisiveStatuses: readonly number[] = [401, 403, 429];

/**
 * Checks from time to time whether the stream is still granted to this device. A film that is wholly buffered would otherwise
 * play on after it was stopped from another device, or after its plan or session ended, and would not be counted as playing.
 */
export function useStreamCheck({ media, playback }: DrivenVideo): void {
  const isPlaying = usePlaybackPart(playback, ({ status }) => status === 'playing');
  useEffect(() => {
    if (!isPlaying) return undefined;
    const ended = new AbortController();
    const check = async (): Promise<void> => {
      // A file has one open request while it plays, and a provider may allow only one connection.
      if (!kindsInParts.includes(media.streamKind) || media.src === '') return;
      const answer = await probeAddress(media.src, ended.signal);
      // The new try is answered the same way, and says so.
      if (typeof answer === 'object' && decisiveStatuses.includes(answer.status)) playback.retry();
    };
    const timer = setInterval(() => void check(), checkEveryMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [media, playback, isPlaying]);
}
