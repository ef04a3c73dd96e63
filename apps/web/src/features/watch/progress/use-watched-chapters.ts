import type { Chapter, VideoDetail } from '@butaca/contract';
import { completedFrom } from '@butaca/contract';
import { useRef, useState } from 'react';

/** The person's playback position in a chapter of a series that they watched on this watch page. */
export interface WatchedChapter {
  seconds: number;
  /** The watched fraction of the series' chapter, 0–1, rounded down to hundredths. */
  fraction: number;
}

export type WatchedChapters = ReadonlyMap<string, WatchedChapter>;

/**
 * The playback positions in the series' chapters that were watched on this watch page, which are newer than the
 * server's answer.
 *
 * @param known - the positions from saves of earlier visits that were not sent yet
 * @returns `note` records a position; `chapters` is state, updated at each hundredth of a chapter, and `positions` is a
 *   ref with the newest positions
 */
export function useWatchedChapters(known: WatchedChapters) {
  const [chapters, setChapters] = useState(known);
  const positions = useRef(known);
  function note(chapterId: string, seconds: number, fraction: number | undefined): void {
    const hundredths = Math.floor((fraction ?? 0) * 100) / 100;
    const isShown = positions.current.get(chapterId)?.fraction === hundredths;
    positions.current = new Map(positions.current).set(chapterId, { seconds, fraction: hundredths });
    if (!isShown) setChapters(positions.current);
  }
  return { chapters, positions, note };
}

/**
 * Puts the newest playback position into a chapter (episode of a series) from the server's answer; a chapter watched up
 * to its credits starts from the beginning.
 */
export function withNewestChapterProgress(chapter: Chapter, watched: WatchedChapters): Chapter {
  const position = watched.get(chapter._id);
  if (position === undefined) return chapter;
  const isWatched = position.fraction >= completedFrom;
  return {
    ...chapter,
    lastTime: isWatched ? 0 : position.seconds,
    progress: isWatched ? 1 : position.fraction,
  };
}

/** Applies {@link withNewestChapterProgress} (the newest playback position) to every chapter of a series. */
export const withNewestProgress = <T extends Pick<VideoDetail, 'seasons'>>(
  video: T,
  watched: WatchedChapters,
): T => ({
  ...video,
  seasons: video.seasons.map((season) => ({
    ...season,
    chapters: season.chapters.map((chapter) => withNewestChapterProgress(chapter, watched)),
  })),
});
