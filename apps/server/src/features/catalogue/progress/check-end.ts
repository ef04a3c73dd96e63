import { completedFrom } from '@butaca/contract';
import { findChapter, type ChapterKey, type Save } from './apply-save.ts';

/** Finds the duration of a film, or of a chapter of a series, in seconds; `undefined` where it is not known. */
export type FindDuration = (videoId: string, chapterId: string | undefined) => Promise<number | undefined>;

/** The part of the known duration at which a film may end: what is inspected and what is played differ a little. */
const endsFrom = 0.9;

/**
 * Refuses the end of a film or chapter that the inspection of its file contradicts. Some players tell a connection that
 * broke off by an end, with the position for the duration: such a save keeps its position, and counts by the duration of
 * the file.
 *
 * @returns the save, or one that completes nothing
 */
export async function checkEnd<S extends Save & { videoId: string; chapters: readonly ChapterKey[] }>(
  save: S,
  findDuration: FindDuration,
): Promise<S> {
  if (!claimsEnd(save)) return save;
  const chapter = findChapter(save.chapters, save);
  // A series has no file of its own, and a save that names none of its chapters changes nothing.
  if (save.chapters.length > 0 && chapter === undefined) return save;
  const durationSeconds = await findDuration(save.videoId, chapter?.id);
  if (durationSeconds === undefined || durationSeconds <= 0) return save;
  if (save.lastTimeSeconds >= durationSeconds * endsFrom) return save;
  return { ...save, durationSeconds, progress: undefined, isCompleted: false };
}

/** Whether a save says that the person has watched the film or chapter to its end. */
function claimsEnd({ isCompleted, progress, lastTimeSeconds, durationSeconds }: Save): boolean {
  if (isCompleted || (progress ?? 0) >= completedFrom) return true;
  if (progress !== undefined || durationSeconds === null) return false;
  return durationSeconds > 0 && lastTimeSeconds / durationSeconds >= completedFrom;
}
