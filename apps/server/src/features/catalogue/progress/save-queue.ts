/*
 * Writes saves of playback positions in batches: many people save every few seconds, and a commit costs the same for
 * one row as for hundreds. Saves wait for the commit in flight and are written together in the next one; each caller
 * gets its answer after the commit of its save. When a batch fails because of one save, its saves are written one by
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
} from './apply-save.ts';
import type { PositionBatch, ProgressRepository } from './progress.repository.ts';

export interface QueuedSave extends Save {
  accountId: string;
  videoId: string;
  /** The chapters of the video whose playback position is saved, in their order; empty for a film. */
  chapters: readonly ChapterKey[];
}

export interface SaveQueue extends AsyncDisposable {
  /** Resolves once the playback position is committed to the database, also when the save changed nothing. */
  save(save: QueuedSave): Promise<void>;
}

interface Waiting {
  save: QueuedSave;
  resolve(): void;
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
      await repository.inTransaction(waitMs, (positions) =>
        writeSaves(
          positions,
          batch.map(({ save }) => save),
          clock.now(),
        ),
      );
      for (const { resolve } of batch) resolve();
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

async function writeSaves(batch: PositionBatch, saves: readonly QueuedSave[], now: Date): Promise<void> {
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
  await batch.writeVideos(
    [...changedVideos].flatMap((key) => videos.get(key) ?? []),
    now,
  );
  await batch.writeChapters(
    [...changedChapters].flatMap((key) => chapters.get(key) ?? []),
    now,
  );
}

const isChanged = (before: Position | undefined, after: Position | undefined): after is Position =>
  after !== undefined && after !== before;

const keyOf = ({ accountId }: { accountId: string }, id: string): string => `${accountId} ${id}`;
