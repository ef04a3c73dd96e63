/*
 * How a save changes a person's place. A film has one place. Of a series each chapter has its own, and the series says
 * only which chapter comes next: the one that was saved last or, once that was watched, the one after it.
 * The newest save wins by its time. A chapter's place and the series' pointer are compared each with its own time, so that a
 * late save of one chapter still counts for that chapter. A save that names none of a series' chapters changes nothing.
 */
import { completedFrom, startUpGuard } from '@butaca/contract';

/** Where a person is in a film or a chapter. */
export interface Place {
  lastTimeSeconds: number;
  durationSeconds: number | null;
  /** 0–1 */
  progress: number;
  isCompleted: boolean;
  watchedAtMs: number;
}

/** Where a person is in a film, or which chapter of a series comes next. */
export interface VideoPlace extends Place {
  chapterId: string | null;
  lastSeason: number | null;
  lastChapter: number | null;
  /** The person has taken the video off «Continuar Viendo». */
  isHidden: boolean;
  /** The device that saved it. */
  deviceId: string | null;
}

/** A chapter in the order of its series. */
export interface ChapterKey {
  id: string;
  seasonNumber: number;
  chapterNumber: number;
}

export interface Save {
  lastTimeSeconds: number;
  durationSeconds: number | null;
  progress: number | undefined;
  isCompleted: boolean;
  lastSeason: number | null;
  lastChapter: number | null;
  atMs: number;
  /** `null` where no device of the person made the save. */
  deviceId: string | null;
  /** The save comes soon after the opening, when a player that could not read the place may be at the beginning. */
  isGuarded: boolean;
}

export interface Places {
  video: VideoPlace | undefined;
  /** Of the chapter that the save names. */
  chapter: Place | undefined;
}

/** @returns the places after the save; the same objects where it changes nothing */
export function applySave(places: Places, save: Save, chapters: readonly ChapterKey[]): Places {
  const named = findChapter(chapters, save);
  if (named === undefined) {
    // A place in a deleted chapter, or in none, does not tell whether the series is finished.
    if (chapters.length > 0) return places;
    const place = advance(places.video, save);
    if (place === places.video || place === undefined) return places;
    const { lastSeason, lastChapter, deviceId } = save;
    return {
      ...places,
      video: { ...place, chapterId: null, lastSeason, lastChapter, deviceId, isHidden: false },
    };
  }
  const chapter = advance(places.chapter, save);
  if (isLate(places.video, save)) return { ...places, chapter };
  const next = chapter?.isCompleted === true ? chapters[chapters.indexOf(named) + 1] : named;
  return { chapter, video: pointTo(next ?? named, next === undefined, save) };
}

/** The chapter with the numbers that a save gives; without a season the first that has the number. */
export function findChapter(
  chapters: readonly ChapterKey[],
  { lastSeason, lastChapter }: Pick<Save, 'lastSeason' | 'lastChapter'>,
): ChapterKey | undefined {
  if (lastChapter === null) return undefined;
  return chapters.find(
    ({ seasonNumber, chapterNumber }) =>
      chapterNumber === lastChapter && (lastSeason === null || seasonNumber === lastSeason),
  );
}

function advance(current: Place | undefined, save: Save): Place | undefined {
  if (isLate(current, save) || isGuardedAgainst(current, save)) return current;
  const durationSeconds = save.durationSeconds ?? current?.durationSeconds ?? null;
  const fraction = readFraction(save, durationSeconds);
  const isCompleted = save.isCompleted || fraction >= completedFrom;
  return {
    lastTimeSeconds: save.lastTimeSeconds,
    durationSeconds,
    progress: isCompleted ? 1 : fraction,
    isCompleted,
    watchedAtMs: save.atMs,
  };
}

const isLate = (current: Place | undefined, { atMs }: Save): boolean =>
  current !== undefined && atMs < current.watchedAtMs;

const isGuardedAgainst = (current: Place | undefined, save: Save): boolean =>
  save.isGuarded &&
  current !== undefined &&
  save.lastTimeSeconds < startUpGuard.belowSeconds &&
  current.lastTimeSeconds > startUpGuard.pastSeconds;

function readFraction({ progress, lastTimeSeconds }: Save, durationSeconds: number | null): number {
  if (progress !== undefined) return Math.min(1, Math.max(0, progress));
  if (durationSeconds === null || durationSeconds === 0) return 0;
  return Math.min(1, lastTimeSeconds / durationSeconds);
}

function pointTo(chapter: ChapterKey, isCompleted: boolean, save: Save): VideoPlace {
  return {
    lastTimeSeconds: 0,
    durationSeconds: null,
    progress: 0,
    isCompleted,
    watchedAtMs: save.atMs,
    chapterId: chapter.id,
    lastSeason: chapter.seasonNumber,
    lastChapter: chapter.chapterNumber,
    isHidden: false,
    deviceId: save.deviceId,
  };
}
