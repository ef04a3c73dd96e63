import type { Cancel, Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { GuideFiles } from './guide-files.ts';

const dayMs = 86_400_000;

/** Removes uploaded guides whose source is gone. */
export interface GuideFileSweep extends AsyncDisposable {
  /** Looks for them now and then once a day. */
  start(): void;
}

/**
 * Makes the sweep of kept guide files. A source whose process died between the deletion of its row and that of its file, or
 * between keeping a file and committing its row, leaves one. What is younger than a day stays, because it may be the file of
 * a source that is being added.
 */
export function createGuideFileSweep({
  listSourceIds,
  files,
  clock,
  log,
}: {
  listSourceIds(): Promise<readonly string[]>;
  files: Pick<GuideFiles, 'removeOrphans'>;
  clock: Clock;
  log: Log;
}): GuideFileSweep {
  let running: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  async function sweep(): Promise<void> {
    const before = new Date(clock.now().getTime() - dayMs);
    const ids = new Set(await listSourceIds());
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
