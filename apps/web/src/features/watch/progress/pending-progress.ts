/*
 * Merges the pending saves into the server's answer, so that a page that opens offline, or before the saves were sent,
 * shows what the server will answer later. A pending save that is older than the server's state is ignored.
 */
import { completedFrom, type VideoDetail, type WatchProgress } from '@butaca/contract';
import type { PendingSave } from '../../../shared/progress/pending-saves.ts';
import { flattenChapters, isInChapter } from './season-chapter.ts';
import type { KnownProgress } from './start-position.ts';
import { withNewestProgress, type WatchedChapters } from './use-watched-chapters.ts';

/** The person's progress in a video, as far as this device knows. */
export interface NewestProgress {
  place: KnownProgress | undefined;
  /** The chapters whose progress is newer on this device than on the server. */
  chapters: WatchedChapters;
}

/**
 * Chooses the newer one of the server's progress and the pending saves.
 *
 * @param known - the server's progress; null if the person has not watched the video
 * @param unsent - the pending saves, oldest first
 */
export function findNewestProgress(
  video: Pick<VideoDetail, 'seasons'>,
  known: WatchProgress | null,
  unsent: readonly PendingSave[],
): NewestProgress {
  const newer = unsent.filter(({ body }) => known === null || body.at > known.lastWatched);
  const all = flattenChapters(video);
  const chapters = new Map(
    newer.flatMap(({ body }) => {
      const named = all.find((place) => isInChapter(place, placeOf(body)));
      const seen = { seconds: body.lastTime, fraction: fractionOf(body) };
      return named === undefined ? [] : [[named.chapter._id, seen] as const];
    }),
  );
  const newest = newer.at(-1);
  if (newest === undefined) return { place: known ?? undefined, chapters };
  const { lastTime, duration } = newest.body;
  const place = { ...placeOf(newest.body), lastTime, duration, completed: false };
  const seen = withNewestProgress(video, chapters);
  return { place: fractionOf(newest.body) >= completedFrom ? placeAfter(seen, place) : place, chapters };
}

/**
 * The position after a finished chapter: in the next chapter, or the video marked as completed if there is no next
 * chapter.
 */
function placeAfter(video: Pick<VideoDetail, 'seasons'>, watched: KnownProgress): KnownProgress {
  const all = flattenChapters(video);
  const index = all.findIndex((place) => isInChapter(place, watched));
  const next = index === -1 ? undefined : all[index + 1];
  if (next === undefined) return { ...watched, completed: true };
  const { chapterNumber, lastTime, progress } = next.chapter;
  return {
    lastTime: progress >= completedFrom ? 0 : lastTime,
    completed: false,
    lastSeason: next.seasonNumber,
    lastChapter: chapterNumber,
  };
}

type SaveBody = PendingSave['body'];

const placeOf = ({ lastSeason = null, lastChapter = null }: SaveBody) => ({ lastSeason, lastChapter });

function fractionOf({ completed, progress, lastTime, duration }: SaveBody): number {
  if (completed === true) return 1;
  return progress ?? (duration ? Math.min(1, lastTime / duration) : 0);
}
