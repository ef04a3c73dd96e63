/*
 * Many people save every few seconds, and a commit costs the same for one row as for hundreds. So saves wait for the commit
 * before theirs and go together into the next one; each is answered once its commit is done. Where one of them cannot be
 * written, they are written one by one; where the database fails, it fails for all of them at once.
 */
import { applySave, findChapter, type ChapterKey, type Place, type Places, type Save } from './apply-save.ts';
import type { PlaceBatch, ProgressRepository } from './progress.repository.ts';

export interface QueuedSave extends Save {
  accountId: string;
  videoId: string;
  /** Of the video, in their order; none for a film. */
  chapters: readonly ChapterKey[];
}

export interface SaveQueue extends AsyncDisposable {
  /** Resolves once the save is durable, whether it changed anything or not. */
  save(save: QueuedSave): Promise<void>;
}

interface Waiting {
  save: QueuedSave;
  resolve(): void;
  reject(error: unknown): void;
}

const batchSize = 500;
/** How long a batch waits for a row that another transaction has locked. */
const lockTimeoutMs = 1_000;
/** The same for a save that is written by itself after its batch has failed. */
const shortLockTimeoutMs = 50;

export function createSaveQueue(repository: Pick<ProgressRepository, 'inTransaction'>): SaveQueue {
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
      await repository.inTransaction(waitMs, (places) =>
        writeSaves(
          places,
          batch.map(({ save }) => save),
        ),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // Written one by one, so that a save whose video was deleted meanwhile does not fail the others.
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
 * Whether another save might have been written where this one failed: a value or a key that the database refuses, or a lock
 * that was lost to somebody or not to be had. A database that is down or stalled refuses all of them, each after a wait of its
 * own.
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

async function writeSaves(batch: PlaceBatch, saves: readonly QueuedSave[]): Promise<void> {
  const chapterOf = new Map(saves.map((save) => [save, findChapter(save.chapters, save)?.id]));
  const videos = new Map((await batch.videos(saves)).map((place) => [keyOf(place, place.videoId), place]));
  const chapterKeys = saves.flatMap((save) => {
    const chapterId = chapterOf.get(save);
    return chapterId === undefined ? [] : [{ accountId: save.accountId, chapterId }];
  });
  const chapters = new Map(
    (await batch.chapters(chapterKeys)).map((place) => [keyOf(place, place.chapterId), place]),
  );
  const changedVideos = new Set<string>();
  const changedChapters = new Set<string>();
  for (const save of saves) {
    const { accountId, videoId } = save;
    const chapterId = chapterOf.get(save);
    const videoKey = keyOf(save, videoId);
    const chapterKey = chapterId === undefined ? undefined : keyOf(save, chapterId);
    const before: Places = {
      video: videos.get(videoKey),
      chapter: chapterKey === undefined ? undefined : chapters.get(chapterKey),
    };
    const after = applySave(before, save, save.chapters);
    if (after.video !== undefined && after.video !== before.video) {
      videos.set(videoKey, { ...after.video, accountId, videoId });
      changedVideos.add(videoKey);
    }
    if (chapterKey !== undefined && chapterId !== undefined && isChanged(before.chapter, after.chapter)) {
      chapters.set(chapterKey, { ...after.chapter, accountId, chapterId });
      changedChapters.add(chapterKey);
    }
  }
  await batch.writeVideos([...changedVideos].flatMap((key) => videos.get(key) ?? []));
  await batch.writeChapters([...changedChapters].flatMap((key) => chapters.get(key) ?? []));
}

const isChanged = (before: Place | undefined, after: Place | undefined): after is Place =>
  after !== undefined && after !== before;

const keyOf = ({ accountId }: { accountId: string }, id: string): string => `${accountId} ${id}`;
