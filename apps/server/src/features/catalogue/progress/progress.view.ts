import type { WatchProgress } from '@butaca/contract';
import type { WatchedRow } from './progress.repository.ts';

/** Converts a playback position for clients. For a series it is the position in the current chapter. */
export function toWatchProgress(row: WatchedRow, deviceId: string): WatchProgress {
  return {
    ...readTimes(row),
    completed: row.is_completed,
    lastWatched: row.last_watched_at.toISOString(),
    lastSeason: row.last_season,
    lastChapter: row.last_chapter,
    savedElsewhere: row.device_id !== null && row.device_id !== deviceId,
  };
}

function readTimes(row: WatchedRow): Pick<WatchProgress, 'lastTime' | 'duration' | 'progress'> {
  if (row.chapter_id === null) {
    return { lastTime: row.last_time_seconds, duration: row.duration_seconds, progress: row.progress };
  }
  const duration = row.chapter_duration_seconds;
  // When a finished chapter becomes the current one again, playback starts from its beginning; the last chapter of a
  // finished series keeps its end position.
  if (row.chapter_is_completed === true && !row.is_completed) return { lastTime: 0, duration, progress: 0 };
  return { lastTime: row.chapter_last_time_seconds ?? 0, duration, progress: row.chapter_progress ?? 0 };
}
