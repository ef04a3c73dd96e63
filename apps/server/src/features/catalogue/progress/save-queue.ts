/*
 * Writes saves of playback positions in batches: many people save every few seconds, and a commit costs the same for
 * one row as for hundreds. Saves wait for the commit in flight and are written together in the next one; each caller
 * gets its answer after the commit of its save, with the position that the batch has left. When a batch fails because of one save, its saves are written one by
 * one; when the database itself fails, all saves of the batch fail.
 */
import type { Clock } from '../../../platform/clock.ts';
import {
  applySave,
  findChapter,
  type ChapterKey,
  type Position,
  type Positions,
  type Save,
  type VideoPosition,
} from './apply-save.ts';
import type { PositionBatch, ProgressRepository, WatchedRow } from './progress.repository.ts';

export interface QueuedSave extends Save {
  accountId: string;
  videoId: string;
  /** The chapters of the video whose playback position is saved, in their order; empty for a film. */
  chapters: readonly ChapterKey[];
}

export interface SaveQueue extends AsyncDisposable {
  /**
   * Resolves once the playback position is committed to the database, also when the save changed nothing.
   *
   * @returns the person's position in the video after all saves of the batch; `undefined` where the batch does not know it, so
   *   that it has to be read: the video has none, another server has stored a newer one, or it is in a chapter that no save
   *   of the batch names
   */
  save(save: QueuedSave): Promise<WatchedRow | undefined>;
}

interface Waiting {
  save: QueuedSave;
  resolve(left: WatchedRow | undefined): void;
  reject(error: unknown): void;
}

const batchSize = 500;
/** How long a batch of saves of playback positions waits for a row that another transaction has locked, in ms. */
const lockTimeoutMs = 1_000;
/**
 * How long a single save of a playback position waits for a locked row, after the batch with that save has failed, in
 * ms.
 */
const shortLockTimeoutMs = 50;

export function createSaveQueue(
  repository: Pick<ProgressRepository, 'inTransaction'>,
  clock: Clock,
): SaveQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await write(batch);
    }
    running = undefined;
  }

  async function write(batch: readonly Waiting[], waitMs = lockTimeoutMs): Promise<void> {
    try {
      const left = await repository.inTransaction(waitMs, (positions) =>
        writeSaves(
          positions,
          batch.map(({ save }) => save),
          clock.now(),
        ),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(left[index]);
    } catch (error) {
      // When a batch fails because of one save, its saves are written one by one, so that a save whose video was
      // deleted meanwhile does not fail the others.
      if (batch.length > 1 && isOfOneSave(error))
        for (const each of batch) await write([each], shortLockTimeoutMs);
      else for (const { reject } of batch) reject(error);
    }
  }

  return {
    save(save) {
      return new Promise((resolve, reject) => {
        waiting.push({ save, resolve, reject });
        running ??= run();
      });
    },
    async [Symbol.asyncDispose]() {
      await running;
    },
  };
}

/**
 * Whether a failed batch of saves failed because of one of them, so that the others may succeed: a value or key that
 * the database refuses, a deadlock, or a lock timeout. When the database is down or stalled, retrying each save would
 * only add waiting times.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html (classes 22, 23 and 40, and 55P03)
 */
function isOfOneSave(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(?:(?:22|23|40)[0-9A-Z]{3}|55P03)$/.test(String(error.code))
  );
}

/** @returns for each, the position that all of them have left, where it is known */
async function writeSaves(
  batch: PositionBatch,
  saves: readonly QueuedSave[],
  now: Date,
): Promise<(WatchedRow | undefined)[]> {
  const chapterOf = new Map(saves.map((save) => [save, findChapter(save.chapters, save)?.id]));
  const videos = new Map(
    (await batch.videos(saves)).map((position) => [keyOf(position, position.videoId), position]),
  );
  const chapterKeys = saves.flatMap((save) => {
    const chapterId = chapterOf.get(save);
    return chapterId === undefined ? [] : [{ accountId: save.accountId, chapterId }];
  });
  const chapters = new Map(
    (await batch.chapters(chapterKeys)).map((position) => [keyOf(position, position.chapterId), position]),
  );
  const changedVideos = new Set<string>();
  const changedChapters = new Set<string>();
  for (const save of saves) {
    const { accountId, videoId } = save;
    const chapterId = chapterOf.get(save);
    const videoKey = keyOf(save, videoId);
    const chapterKey = chapterId === undefined ? undefined : keyOf(save, chapterId);
    const before: Positions = {
      video: videos.get(videoKey),
      chapter: chapterKey === undefined ? undefined : chapters.get(chapterKey),
    };
    const after = applySave(before, save, save.chapters, now.getTime());
    if (after.video !== undefined && after.video !== before.video) {
      videos.set(videoKey, { ...after.video, accountId, videoId });
      changedVideos.add(videoKey);
    }
    if (chapterKey !== undefined && chapterId !== undefined && isChanged(before.chapter, after.chapter)) {
      chapters.set(chapterKey, { ...after.chapter, accountId, chapterId });
      changedChapters.add(chapterKey);
    }
  }
  const writtenVideos = await batch.writeVideos(
    [...changedVideos].flatMap((key) => videos.get(key) ?? []),
    now,
  );
  const writtenChapters = await batch.writeChapters(
    [...changedChapters].flatMap((key) => chapters.get(key) ?? []),
    now,
  );
  // What another server has stored meanwhile stays, and this one does not know it.
  for (const key of writtenVideos) changedVideos.delete(keyOf(key, key.videoId));
  for (const key of writtenChapters) changedChapters.delete(keyOf(key, key.chapterId));
  const readChapters = new Set(chapterKeys.map((key) => keyOf(key, key.chapterId)));
  return saves.map((save) => {
    const videoKey = keyOf(save, save.videoId);
    const video = videos.get(videoKey);
    if (video === undefined || changedVideos.has(videoKey)) return undefined;
    if (video.chapterId === null) return toWatchedRow(video, undefined, save.chapters);
    const chapterKey = keyOf(save, video.chapterId);
    if (!readChapters.has(chapterKey) || changedChapters.has(chapterKey)) return undefined;
    return toWatchedRow(video, chapters.get(chapterKey), save.chapters);
  });
}

const isChanged = (before: Position | undefined, after: Position | undefined): after is Position =>
  after !== undefined && after !== before;

const keyOf = ({ accountId }: { accountId: string }, id: string): string => `${accountId} ${id}`;

/**
 * Builds the row that the repository would read for a playback position whose parts are known.
 *
 * @param chapter - the position in the current chapter, where the person has one
 * @param chapters - the chapters of the video, which have the season and number that each has now
 */
function toWatchedRow(
  video: VideoPosition & { videoId: string },
  chapter: Position | undefined,
  chapters: readonly ChapterKey[],
): WatchedRow {
  const named = chapters.find(({ id }) => id === video.chapterId);
  return {
    video_id: video.videoId,
    last_time_seconds: video.lastTimeSeconds,
    duration_seconds: video.durationSeconds,
    progress: video.progress,
    is_completed: video.isCompleted,
    last_season: named?.seasonNumber ?? video.lastSeason,
    last_chapter: named?.chapterNumber ?? video.lastChapter,
    last_watched_at: new Date(video.watchedAtMs),
    device_id: video.deviceId,
    chapter_id: video.chapterId,
    chapter_last_time_seconds: chapter?.lastTimeSeconds ?? null,
    chapter_duration_seconds: chapter?.durationSeconds ?? null,
    chapter_progress: chapter?.progress ?? null,
    chapter_is_completed: chapter?.isCompleted ?? null,
  };
}
