import type { ChapterKey, Position, VideoPosition } from './apply-save.ts';
import type { WatchedRow } from './progress.repository.ts';

/**
 * Builds the row that the repository would read for a playback position whose parts are known.
 *
 * @param chapter - the position in the current chapter, where the person has one
 * @param chapters - the chapters of the video, which have the season and number that each has now
 */
export function toWatchedRow(
  video: VideoPosition & { videoId: string },
  chapter: Position | undefined,
  chapters: readonly ChapterKey[],
): WatchedRow {
  const named = chapters.find(({ id }) => id === video.chapterId);
  return {
    video_id: video.videoId,
    last_time_seconds: video.lastTimeSeconds,
    duration_seconds: video.durationSeconds,
    progress: video.progress,
    is_completed: video.isCompleted,
    last_season: named?.seasonNumber ?? video.lastSeason,
    last_chapter: named?.chapterNumber ?? video.lastChapter,
    last_watched_at: new Date(video.watchedAtMs),
    device_id: video.deviceId,
    chapter_id: video.chapterId,
    chapter_last_time_seconds: chapter?.lastTimeSeconds ?? null,
    chapter_duration_seconds: chapter?.durationSeconds ?? null,
    chapter_progress: chapter?.progress ?? null,
    chapter_is_completed: chapter?.isCompleted ?? null,
  };
}
