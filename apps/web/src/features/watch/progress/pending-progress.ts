/*
 * Applies the pending saves to the server's answer, so that a page that opens without a network, or before they were sent, shows
 * what the server will answer later. A pending save that is older than the server's state is ignored.
 */
import { completedFrom, type VideoDetail, type WatchProgress } from '@butaca/contract';
import type { PendingSave } from '../../../shared/progress/pending-saves.ts';
import { flattenChapters, isInChapter } from './season-chapter.ts';
import type { KnownProgress } from './start-position.ts';
import { withNewestProgress, type WatchedChapters } from './use-watched-chapters.ts';

/** Where the person is, as far as this device knows. */
export interface NewestProgress {
  place: KnownProgress | undefined;
  /** The chapters in which they are elsewhere than the server says. */
  chapters: WatchedChapters;
}

/**
 * @param known - what the server says
 * @param unsent - what has not reached it, oldest first
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

/** The position after a finished chapter: the next chapter, or none. */
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
