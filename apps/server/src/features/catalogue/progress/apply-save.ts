/*
 * How a save (a request of the player that says how far a person has watched) changes that person's playback position.
 * A film has one position. In a series each chapter has its own, and the series stores only the current chapter: the
 * one that was saved last or, once that is finished, the next one. The save with the newest time wins. A chapter's
 * position and the current chapter of the series are each compared with their own time, so that a late save of one
 * chapter still changes that chapter. A save that names no chapter of its series changes nothing. A stored time in the
 * future comes from a clock that has been set back since, and says nothing about the order: any later save replaces it.
 */
import { completedFrom, startUpGuard } from '@butaca/contract';

/** A person's playback position in a film or a chapter. */
export interface Position {
  lastTimeSeconds: number;
  durationSeconds: number | null;
  /** The watched fraction of the film or chapter, 0–1. */
  progress: number;
  isCompleted: boolean;
  watchedAtMs: number;
}

/** A person's playback position in a film, or their current chapter of a series. */
export interface VideoPosition extends Position {
  chapterId: string | null;
  lastSeason: number | null;
  lastChapter: number | null;
  /** Whether the person has removed the video from «Continuar Viendo». */
  isHidden: boolean;
  /** The device that saved the playback position. */
  deviceId: string | null;
}

/** A chapter of a series; an array of chapters has the order in which the series is watched. */
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
  /** The device that saved the playback position; `null` when the position was not saved by a device. */
  deviceId: string | null;
  /**
   * Whether a playback position is saved soon after the video was opened. A player that failed to read the stored
   * position may then start at the beginning, so a save near the beginning is ignored (the start-up guard).
   */
  isGuarded: boolean;
}

export interface Positions {
  video: VideoPosition | undefined;
  /** The stored playback position in the chapter of a series for which a position is being saved. */
  chapter: Position | undefined;
}

/**
 * @param nowMs - the present time of day, at or after the times of all saves whose order is known
 * @returns the new positions; the same objects where the save changes nothing
 */
export function applySave(
  positions: Positions,
  save: Save,
  chapters: readonly ChapterKey[],
  nowMs: number,
): Positions {
  const named = findChapter(chapters, save);
  if (named === undefined) {
    // A save that names a deleted chapter of the series, or no chapter, changes nothing: it does not tell whether the
    // person has finished the series.
    if (chapters.length > 0) return positions;
    const position = advance(positions.video, save, nowMs);
    if (position === positions.video || position === undefined) return positions;
    const { lastSeason, lastChapter, deviceId } = save;
    return {
      ...positions,
      video: { ...position, chapterId: null, lastSeason, lastChapter, deviceId, isHidden: false },
    };
  }
  const chapter = advance(positions.chapter, save, nowMs);
  if (isLate(positions.video, save, nowMs)) return { ...positions, chapter };
  const next = chapter?.isCompleted === true ? chapters[chapters.indexOf(named) + 1] : named;
  return { chapter, video: pointTo(next ?? named, next === undefined, save) };
}

/**
 * Finds the chapter with the season and chapter number for which a playback position is saved; without a season, the
 * first chapter with that number.
 */
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

function advance(current: Position | undefined, save: Save, nowMs: number): Position | undefined {
  if (isLate(current, save, nowMs) || isGuardedAgainst(current, save)) return current;
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

const isLate = (current: Position | undefined, { atMs }: Save, nowMs: number): boolean =>
  current !== undefined && atMs < current.watchedAtMs && current.watchedAtMs <= nowMs;

const isGuardedAgainst = (current: Position | undefined, save: Save): boolean =>
  save.isGuarded &&
  current !== undefined &&
  save.lastTimeSeconds < startUpGuard.belowSeconds &&
  current.lastTimeSeconds > startUpGuard.pastSeconds;

function readFraction({ progress, lastTimeSeconds }: Save, durationSeconds: number | null): number {
  if (progress !== undefined) return Math.min(1, Math.max(0, progress));
  if (durationSeconds === null || durationSeconds === 0) return 0;
  return Math.min(1, lastTimeSeconds / durationSeconds);
}

function pointTo(chapter: ChapterKey, isCompleted: boolean, save: Save): VideoPosition {
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
