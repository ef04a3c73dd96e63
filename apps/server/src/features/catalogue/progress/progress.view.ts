import type { WatchProgress } from '@butaca/contract';
import type { WatchedRow } from './progress.repository.ts';

/** A place as clients read it. Of a series it is the place in the chapter that comes next. */
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
  // A chapter that was watched and comes next again begins anew; the last one of a finished series stays where it ended.
  if (row.chapter_is_completed === true && !row.is_completed) return { lastTime: 0, duration, progress: 0 };
  return { lastTime: row.chapter_last_time_seconds ?? 0, duration, progress: row.chapter_progress ?? 0 };
}
