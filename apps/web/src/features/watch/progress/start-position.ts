import type { VideoDetail, WatchProgress } from '@butaca/contract';
import {
  chooseChapter,
  flattenChapters,
  isInChapter,
  orNextComplete,
  type AskedChapter,
  type SeasonChapter,
} from './season-chapter.ts';

/** What is opened, and its start position. */
export interface Opening {
  place: SeasonChapter | undefined;
  /** In seconds; `undefined` for the beginning. */
  startSeconds: number | undefined;
  /** Whether the start position is the saved one, and not that of a link or the beginning. */
  isResumed: boolean;
  /** Grows with each opening that the person asks for, so that the same chapter can be opened again. */
  serial: number;
}

/** The chapter and the start position that a link asked for. */
export interface AskedStart extends AskedChapter {
  /** In seconds. */
  startTime: number | undefined;
}

/** Somewhere further on, reached on another device. */
export interface FurtherProgress {
  place: SeasonChapter | undefined;
  seconds: number;
  isOtherChapter: boolean;
}

/** A place that is less far than this from the other is the same. */
const furtherBySeconds = 30;
/** A saved position this close to the end counts as finished. */
const endSeconds = 5;

/** Where the person is in a video. */
export type KnownProgress = Pick<WatchProgress, 'lastTime' | 'lastSeason' | 'lastChapter' | 'completed'> & {
  duration?: number | null | undefined;
};

/**
 * The start of playback: what the link asked for, or else the saved position, or else the beginning. A chapter without an
 * address is skipped.
 *
 * @param saved - where the person was; it may be newer than what `video` says
 * @see the specification, section 4 (initial series position)
 */
export function chooseOpening(
  video: VideoDetail,
  asked: AskedStart,
  saved: KnownProgress | undefined,
): Opening {
  const wanted = chooseChapter({ ...video, watchProgress: saved ?? null }, asked);
  const place = orNextComplete(video, wanted);
  // The link's start position does not apply to the chapter that replaces an unplayable one.
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

/** A chapter by hand, or the one that follows: from where the person was in it. */
export function openChapter(place: SeasonChapter, before: Opening): Opening {
  const { lastTime } = place.chapter;
  return {
    place,
    startSeconds: lastTime > 0 ? lastTime : undefined,
    isResumed: lastTime > 0,
    serial: before.serial + 1,
  };
}

/** The position of another device that is further ahead than the opening. @param saved - what the server says of the video */
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

/** `40:00`, `1:02:03` */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
