import type { VideoDetail, WatchProgress } from '@butaca/contract';
import {
  chooseChapter,
  flattenChapters,
  isInChapter,
  orNextComplete,
  type AskedChapter,
  type SeasonChapter,
} from './season-chapter.ts';

/** The film or chapter that the watch page plays, and its start position. */
export interface Opening {
  seasonChapter: SeasonChapter | undefined;
  /** The second at which the film or chapter starts; `undefined` for its beginning. */
  startSeconds: number | undefined;
  /**
   * Whether playback resumes at the saved position; false if it starts at a position from the link or at the beginning.
   */
  isResumed: boolean;
  /**
   * Incremented each time the person opens a chapter of the series, so that opening the same one again counts as a
   * change.
   */
  serial: number;
}

/** The chapter and the start position that a link to the watch page asks for. */
export interface AskedStart extends AskedChapter {
  /** The second of the film or chapter at which the link asks playback to start. */
  startTime: number | undefined;
}

/** A position further on in the same film or series, which the person reached on another device. */
export interface FurtherProgress {
  seasonChapter: SeasonChapter | undefined;
  seconds: number;
  isOtherChapter: boolean;
}

/** A position reached on another device is offered only if it is more than this many seconds ahead. */
const furtherBySeconds = 30;
/** A video counts as watched to its end if its saved position is at most this many seconds before the end. */
const endSeconds = 5;

/** The person's saved playback position in a video, from the server or from saves not sent yet. */
export type KnownProgress = Pick<WatchProgress, 'lastTime' | 'lastSeason' | 'lastChapter' | 'completed'> & {
  duration?: number | null | undefined;
};

/**
 * The chapter and position where playback of a video starts: those that the link asks for, else the saved ones, else
 * the beginning. A chapter without a URL is skipped.
 *
 * @param saved - the person's progress, which may be newer than the one in `video`
 * @see docs/requisitos.md, R4.10
 */
export function chooseOpening(
  video: VideoDetail,
  asked: AskedStart,
  saved: KnownProgress | undefined,
): Opening {
  const wanted = chooseChapter({ ...video, watchProgress: saved ?? null }, asked);
  const seasonChapter = orNextComplete(video, wanted);
  // The start position that the link asks for does not apply if the wanted chapter is unplayable and another one
  // replaces it.
  const startTime = seasonChapter === wanted ? asked.startTime : undefined;
  const from = startTime ?? savedSeconds(seasonChapter, saved);
  const startSeconds = from === undefined || from <= 0 ? undefined : from;
  return {
    seasonChapter,
    startSeconds,
    isResumed: startTime === undefined && startSeconds !== undefined,
    serial: 0,
  };
}

function savedSeconds(
  seasonChapter: SeasonChapter | undefined,
  saved: KnownProgress | undefined,
): number | undefined {
  if (saved === undefined || (seasonChapter && !isInChapter(seasonChapter, saved)))
    return seasonChapter?.chapter.lastTime;
  const { lastTime, duration, completed } = saved;
  return completed || lastTime >= (duration ?? Number.POSITIVE_INFINITY) - endSeconds ? undefined : lastTime;
}

/** Starts a chapter of a series that the person chose, or the next one, at the person's saved position in it. */
export function openChapter(seasonChapter: SeasonChapter, before: Opening): Opening {
  const { lastTime } = seasonChapter.chapter;
  return {
    seasonChapter,
    startSeconds: lastTime > 0 ? lastTime : undefined,
    isResumed: lastTime > 0,
    serial: before.serial + 1,
  };
}

/**
 * The position that the person reached on another device, if it is further ahead than the position where playback
 * starts here.
 *
 * @param saved - the server's progress of the video
 */
export function findFurther(
  video: VideoDetail,
  opening: Opening,
  saved: WatchProgress | null,
): FurtherProgress | undefined {
  if (saved === null || !saved.savedElsewhere || saved.completed) return undefined;
  const all = flattenChapters(video);
  const own = all.findIndex(({ chapter }) => chapter._id === opening.seasonChapter?.chapter._id);
  const other = all.findIndex((each) => isInChapter(each, saved));
  const seasonChapter = all[other];
  if (other > own) return { seasonChapter, seconds: saved.lastTime, isOtherChapter: true };
  const isAhead = other === own && saved.lastTime > (opening.startSeconds ?? 0) + furtherBySeconds;
  return isAhead ? { seasonChapter, seconds: saved.lastTime, isOtherChapter: false } : undefined;
}

/** Formats a position in a video as hours, minutes and seconds, such as `40:00` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
