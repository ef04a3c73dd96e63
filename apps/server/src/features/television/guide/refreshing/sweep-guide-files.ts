import type { Cancel, Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { GuideFiles } from './guide-files.ts';

const dayMs = 86_400_000;
/** Enough time to restore a backup that has the source of a file. */
const orphanDays = 14;

/** Removes uploaded guides whose source is gone. */
export interface GuideFileSweep extends AsyncDisposable {
  /** Looks for them now and then once a day. */
  start(): void;
}

/**
 * Makes the sweep of kept guide files. A source whose process died between the deletion of its row and that of its file, or
 * between keeping a file and committing its row, leaves one. What was received within the last 14 days stays. While there is no
 * source with a file, nothing is removed: the database may be a new one that a backup is about to fill, and backups do not contain
 * the files.
 */
export function createGuideFileSweep({
  listFileSourceIds,
  files,
  clock,
  log,
}: {
  /** Lists the ids of the sources whose guides are kept files. */
  listFileSourceIds(): Promise<readonly string[]>;
  files: Pick<GuideFiles, 'removeOrphans'>;
  clock: Clock;
  log: Log;
}): GuideFileSweep {
  let running: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  async function sweep(): Promise<void> {
    const before = new Date(clock.now().getTime() - orphanDays * dayMs);
    const ids = new Set(await listFileSourceIds());
    if (ids.size === 0) return;
    const removed = await files.removeOrphans(ids, before);
    if (removed > 0) log.info({ removed }, 'files of guides that are gone were removed');
  }
  const run = (): void => {
    running ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'files of guides that are gone were not removed'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    start() {
      run();
      cancel = clock.every(dayMs, run);
    },
    async [Symbol.asyncDispose]() {
      cancel?.();
      await running;
    },
  };
}
