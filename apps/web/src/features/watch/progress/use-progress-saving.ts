import { useCallback, useEffect, useRef } from 'react';
import { saveProgress } from '../../../shared/progress/progress-sync.ts';
import { playFrom } from '../player/playback/seek.ts';
import type { DrivenVideo } from '../player/playback/use-playback.ts';
import { recordProgress, type ProgressRecorder } from './progress-recorder.ts';

/** The item whose position is saved: a film, or a chapter of a series. */
export interface WatchedItem {
  videoId: string;
  seasonNumber: number | null;
  chapterNumber: number | null;
}

interface ProgressSaving extends WatchedItem {
  startSeconds: number | undefined;
  /** Whether saving is suspended, because the saved position could not be loaded and must not be overwritten. */
  isHeld: boolean;
  onPosition: (seconds: number, fraction: number | undefined) => void;
}

/**
 * Saves the person's position in a film or chapter. The component needs a different React key per item.
 *
 * @returns a function that restarts from the beginning, after which a lower position may be saved
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
