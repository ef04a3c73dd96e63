import type { Chapter, VideoDetail } from '@butaca/contract';
import { completedFrom } from '@butaca/contract';
import { useRef, useState } from 'react';

/** The person's position in a chapter, as recorded on this page. */
export interface WatchedChapter {
  seconds: number;
  /** The watched fraction of the chapter, 0–1, rounded down to hundredths. */
  fraction: number;
}

export type WatchedChapters = ReadonlyMap<string, WatchedChapter>;

/**
 * The progress in the chapters that were watched on this page, which is newer than the server's answer.
 *
 * @param known - the progress from pending saves of earlier visits
 * @returns `note` records a position; `chapters` is state, updated at each hundredth of a chapter, and `places` is a
 * ref with the newest positions
 */
export function useWatchedChapters(known: WatchedChapters) {
  const [chapters, setChapters] = useState(known);
  const places = useRef(known);
  function note(chapterId: string, seconds: number, fraction: number | undefined): void {
    const hundredths = Math.floor((fraction ?? 0) * 100) / 100;
    const isShown = places.current.get(chapterId)?.fraction === hundredths;
    places.current = new Map(places.current).set(chapterId, { seconds, fraction: hundredths });
    if (!isShown) setChapters(places.current);
  }
  return { chapters, places, note };
}

/** A chapter with its newest progress; a chapter watched up to its credits starts from the beginning. */
export function withNewestChapterProgress(chapter: Chapter, watched: WatchedChapters): Chapter {
  const place = watched.get(chapter._id);
  if (place === undefined) return chapter;
  const isWatched = place.fraction >= completedFrom;
  return {
    ...chapter,
    lastTime: isWatched ? 0 : place.seconds,
    progress: isWatched ? 1 : place.fraction,
  };
}

/** Applies {@link withNewestChapterProgress} to every chapter of a series. */
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
