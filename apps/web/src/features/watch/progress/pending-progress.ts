/* Merges the playback positions that this device has not sent yet into the server's answer, so that a watch page
   that opens offline, or before they were sent, shows what the server will answer later. An unsent position that is
   older than the server's is ignored. */
import { completedFrom, type VideoDetail, type WatchProgress } from '@butaca/contract';
import type { PendingSave } from '../../../shared/progress/pending-saves.ts';
import { flattenChapters, isInChapter } from './season-chapter.ts';
import type { KnownProgress } from './start-position.ts';
import { withNewestProgress, type WatchedChapters } from './use-watched-chapters.ts';

/** The person's newest playback position in a video, as far as this device knows. */
export interface NewestProgress {
  progress: KnownProgress | undefined;
  /** The chapters of series whose playback position is newer on this device than on the server. */
  chapters: WatchedChapters;
}

/**
 * Finds the person's newest playback position in a video: the one saved on the server, or a newer one that this device
 * has not sent yet.
 *
 * @param known - the server's progress; null if the person has not watched the video
 * @param unsent - the saves not sent yet, oldest first
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
      const named = all.find((each) => isInChapter(each, numbersOf(body)));
      const seen = { seconds: body.lastTime, fraction: fractionOf(body) };
      return named === undefined ? [] : [[named.chapter._id, seen] as const];
    }),
  );
  const newest = newer.at(-1);
  if (newest === undefined) return { progress: known ?? undefined, chapters };
  const { lastTime, duration } = newest.body;
  const progress = { ...numbersOf(newest.body), lastTime, duration, completed: false };
  const seen = withNewestProgress(video, chapters);
  return {
    progress: fractionOf(newest.body) >= completedFrom ? progressAfter(seen, progress) : progress,
    chapters,
  };
}

/**
 * The position at which a series continues after a finished chapter: in the next chapter, or the video marked as
 * completed if there is no next chapter.
 */
function progressAfter(video: Pick<VideoDetail, 'seasons'>, watched: KnownProgress): KnownProgress {
  const all = flattenChapters(video);
  const index = all.findIndex((each) => isInChapter(each, watched));
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

const numbersOf = ({ lastSeason = null, lastChapter = null }: SaveBody) => ({ lastSeason, lastChapter });

function fractionOf({ completed, progress, lastTime, duration }: SaveBody): number {
  if (completed === true) return 1;
  return progress ?? (duration ? Math.min(1, lastTime / duration) : 0);
}
