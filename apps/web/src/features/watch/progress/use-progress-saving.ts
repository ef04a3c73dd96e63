import { useCallback, useEffect, useRef } from 'react';
import { saveProgress } from '../../../shared/progress/progress-sync.ts';
import { playFrom } from '../player/playback/seek.ts';
import type { DrivenVideo } from '../player/playback/use-playback.ts';
import { recordProgress, type ProgressRecorder } from './progress-recorder.ts';

/** The film or chapter of a series whose playback position is saved. */
export interface WatchedItem {
  videoId: string;
  seasonNumber: number | null;
  chapterNumber: number | null;
}

interface ProgressSaving extends WatchedItem {
  startSeconds: number | undefined;
  /**
   * Whether saving the playback position is suspended, because the saved position could not be loaded and must not be
   * overwritten.
   */
  isHeld: boolean;
  onPosition: (seconds: number, fraction: number | undefined) => void;
}

/**
 * Saves the person's playback position in a film or chapter. The component that calls this hook needs a different React
 * key per film or chapter.
 *
 * @returns a function that restarts the video from the beginning, after which a lower position may be saved
 */
export function useProgressSaving({ media, playback }: DrivenVideo, saving: ProgressSaving): () => void {
  const latest = useRef(saving);
  const recorder = useRef<ProgressRecorder>(undefined);
  useEffect(() => {
    latest.current = saving;
  });
  useEffect(() => {
    const { videoId, seasonNumber, chapterNumber, startSeconds } = latest.current;
    const recording = recordProgress({
      media,
      playback,
      startSeconds,
      save: (body, urgency) =>
        saveProgress(videoId, { ...body, lastSeason: seasonNumber, lastChapter: chapterNumber }, urgency),
      onPosition: (seconds, fraction) => latest.current.onPosition(seconds, fraction),
      isHeld: () => latest.current.isHeld,
    });
    recorder.current = recording;
    return () => recording.stop();
  }, [media, playback]);
  return useCallback(() => {
    recorder.current?.restart();
    playFrom(media, 0);
  }, [media]);
}
