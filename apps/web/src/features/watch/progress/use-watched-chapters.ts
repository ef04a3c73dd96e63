import type { Chapter, VideoDetail } from '@butaca/contract';
import { completedFrom } from '@butaca/contract';
import { useRef, useState } from 'react';

/** Where the person is in a chapter, by what this page has seen. */
export interface WatchedChapter {
  seconds: number;
  /** The watched share, rounded to hundredths. */
  fraction: number;
}

export type WatchedChapters = ReadonlyMap<string, WatchedChapter>;

/**
 * The progress in the chapters that were watched on this page, newer than the server's answer.
 *
 * @param known - of what was watched before, and has not reached the server
 * @returns `note` takes in a place; what shows `chapters` renders again with each hundredth, and `places` are always the
 *   newest
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

/** A chapter with its newest progress; one that was watched to its credits starts from the beginning. */
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
