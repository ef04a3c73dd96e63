import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import type { Log } from '../../../../platform/log.ts';
import { readKeyframeIndex, type KeyframeIndex } from './keyframe-index.ts';

/** Reads keyframe indexes of film files; long ones are read in a worker thread. */
export interface KeyframeIndexReader extends AsyncDisposable {
  /**
   * Reads the keyframe index of a film file. Its bytes must not be used afterwards, because they may have been
   * transferred to the worker thread.
   *
   * @returns milliseconds, ascending; `undefined` when there are no keyframes, or reading takes too long
   */
  read(index: KeyframeIndex): Promise<number[] | undefined>;
}

/**
 * A keyframe index up to this size is read on the event loop: that takes at most 10 ms, less than starting a thread.
 */
const shortBytes = 64 * 1_024;
const withinMs = 3_000;
const threadIdleMs = 30_000;
const threadMemoryMegabytes = 64;

/** @param log - gets a warning for each index that could not be read */
export function createKeyframeIndexReader(log: Log): KeyframeIndexReader {
  let threads: Piscina | undefined;
  const report = (error: unknown) => log.warn({ err: error }, 'the index of a file could not be read');
  const findThreads = () =>
    (threads ??= new Piscina({
      filename: fileURLToPath(new URL('./keyframe-index.worker.ts', import.meta.url)),
      name: 'readKeyframeIndex',
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: threadIdleMs,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMegabytes },
    }).on('error', report));

  return {
    async read(index) {
      if (index.bytes.length <= shortBytes) return readKeyframeIndex(index);
      const transferList = [index.bytes.buffer];
      try {
        const found: unknown = await withDeadline(undefined, withinMs, (signal) =>
          findThreads().run(index, { signal, transferList }),
        );
        return found as number[] | undefined;
      } catch (error) {
        // The worker thread that read the keyframe index was terminated by the deadline or by its memory limit, or it
        // could not be started.
        report(error);
        return undefined;
      }
    },
    async [Symbol.asyncDispose]() {
      await threads?.destroy();
    },
  };
}
