import type { VideoDetail, WatchProgress } from '@butaca/contract';
import {
  chooseChapter,
  flattenChapters,
  isInChapter,
  orNextComplete,
  type AskedChapter,
  type SeasonChapter,
} from './season-chapter.ts';

/** A chapter or film to play, and its start position. */
export interface Opening {
  place: SeasonChapter | undefined;
  /** The start position in seconds; `undefined` to start at the beginning. */
  startSeconds: number | undefined;
  /** Whether playback resumes at the saved position, and starts neither at a link's position nor at the beginning. */
  isResumed: boolean;
  /** Incremented each time the person opens a chapter, so that the same chapter can be opened again. */
  serial: number;
}

/** The chapter and the start position that a link asks for. */
export interface AskedStart extends AskedChapter {
  /** The start position in seconds. */
  startTime: number | undefined;
}

/** A position further on in the same video, reached on another device. */
export interface FurtherProgress {
  place: SeasonChapter | undefined;
  seconds: number;
  isOtherChapter: boolean;
}

/** A position on another device counts as further only if it is more than this many seconds ahead. */
const furtherBySeconds = 30;
/** A saved position that is at most this many seconds before the end counts as finished. */
const endSeconds = 5;

/** The person's progress in a video. */
export type KnownProgress = Pick<WatchProgress, 'lastTime' | 'lastSeason' | 'lastChapter' | 'completed'> & {
  duration?: number | null | undefined;
};

/**
 * The chapter and position where playback starts: those that the link asks for, else the saved ones, else the
 * beginning. A chapter without a URL is skipped.
 *
 * @param saved - the person's progress, which may be newer than the one in `video`
 * @see the specification, section 4 (initial series position)
 */
export function chooseOpening(
  video: VideoDetail,
  asked: AskedStart,
  saved: KnownProgress | undefined,
): Opening {
  const wanted = chooseChapter({ ...video, watchProgress: saved ?? null }, asked);
  const place = orNextComplete(video, wanted);
  // The link's start position does not apply if another chapter replaces an unplayable one.
  const startTime = place === wanted ? asked.startTime : undefined;
  const from = startTime ?? savedSeconds(place, saved);
  const startSeconds = from === undefined || from <= 0 ? undefined : from;
  return {
    place,
    startSeconds,
    isResumed: startTime === undefined && startSeconds !== undefined,
    serial: 0,
  };
}

function savedSeconds(
  place: SeasonChapter | undefined,
  saved: KnownProgress | undefined,
): number | undefined {
  if (saved === undefined || (place && !isInChapter(place, saved))) return place?.chapter.lastTime;
  const { lastTime, duration, completed } = saved;
  return completed || lastTime >= (duration ?? Number.POSITIVE_INFINITY) - endSeconds ? undefined : lastTime;
}

/** Opens a chapter that the person chose, or the next one, at the person's position in it. */
export function openChapter(place: SeasonChapter, before: Opening): Opening {
  const { lastTime } = place.chapter;
  return {
    place,
    startSeconds: lastTime > 0 ? lastTime : undefined,
    isResumed: lastTime > 0,
    serial: before.serial + 1,
  };
}

/**
 * The position on another device, if it is further ahead than the opening.
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
  const own = all.findIndex(({ chapter }) => chapter._id === opening.place?.chapter._id);
  const other = all.findIndex((place) => isInChapter(place, saved));
  const place = all[other];
  if (other > own) return { place, seconds: saved.lastTime, isOtherChapter: true };
  const isAhead = other === own && saved.lastTime > (opening.startSeconds ?? 0) + furtherBySeconds;
  return isAhead ? { place, seconds: saved.lastTime, isOtherChapter: false } : undefined;
}

/** Formats seconds as a clock time, such as `40:00` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
