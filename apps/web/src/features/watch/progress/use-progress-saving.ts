import { useCallback, useEffect, useRef } from 'react';
import { saveProgress } from '../../../shared/progress/progress-sync.ts';
import { playFrom } from '../player/playback/seek.ts';
import type { DrivenVideo } from '../player/playback/use-playback.ts';
import { recordProgress, type ProgressRecorder } from './progress-recorder.ts';

/** What is watched: a film, or a chapter of a series. */
export interface WatchedItem {
  videoId: string;
  seasonNumber: number | null;
  chapterNumber: number | null;
}

interface ProgressSaving extends WatchedItem {
  startSeconds: number | undefined;
  /** Whether the saved position is unknown, so that nothing may overwrite it. */
  isHeld: boolean;
  onPosition: (seconds: number, fraction: number | undefined) => void;
}

/**
 * Saves the person's position in a film or chapter. Give the component a key per item.
 *
 * @returns begins again, which may lower the place
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
