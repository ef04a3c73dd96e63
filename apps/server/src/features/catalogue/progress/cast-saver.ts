import type { Cancel, Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { createCastPositions, type CastDelivery, type CastPosition } from './cast-positions.ts';
import type { ProgressVideos } from './progress.routes.ts';
import type { SaveQueue } from './save-queue.ts';

/** How often the positions of televisions are saved that nothing is delivered to, because they play what they have. */
const saveEveryMs = 5_000;

/** Saves the positions of televisions, as they are estimated from what is delivered to them. */
export interface CastSaver extends Disposable {
  note(delivery: CastDelivery): void;
  /** Forgets the estimate for a video whose position a player has saved. */
  forget(accountId: string, videoId: string): void;
}

/** The saver's timer runs only while a television may still advance within what it has received. */
export function createCastSaver(needs: {
  clock: Clock;
  log: Log;
  videos: Pick<ProgressVideos, 'chaptersOf'>;
  queue: Pick<SaveQueue, 'save'>;
}): CastSaver {
  const positions = createCastPositions(needs.clock);
  let cancel: Cancel | undefined;

  async function save({ chapterId, seconds, ...position }: CastPosition): Promise<void> {
    const chapters = await needs.videos.chaptersOf(position.videoId);
    if (chapters === undefined) return;
    const chapter = chapters.find(({ id }) => id === chapterId);
    await needs.queue.save({
      ...position,
      chapters,
      lastTimeSeconds: seconds,
      progress: undefined,
      isCompleted: false,
      lastSeason: chapter?.seasonNumber ?? null,
      lastChapter: chapter?.chapterNumber ?? null,
      atMs: needs.clock.now().getTime(),
      isGuarded: false,
    });
  }

  function saveDue(): void {
    for (const position of positions.listDue()) {
      save(position).catch((error: unknown) =>
        needs.log.warn({ err: error }, 'the position of a television could not be saved'),
      );
    }
    if (!positions.isAny()) stop();
  }

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }

  return {
    note(delivery) {
      positions.note(delivery);
      cancel ??= needs.clock.every(saveEveryMs, saveDue);
      saveDue();
    },
    forget: positions.forget,
    [Symbol.dispose]: stop,
  };
}
