import type { ImageSize } from '@butaca/contract';
import type { Cancel, Clock } from '../../../platform/clock.ts';

/** How many images are kept; beyond that, the ones that have waited longest are forgotten. */
const keptMax = 2_000;

/** Images whose provider had no free connection when a page asked for them. */
export interface PostponedImages extends Disposable {
  add(stored: string, size: ImageSize): void;
}

/**
 * Creates the queue of images whose provider had no free connection. They are requested again one after the other, until
 * one finds no connection again; the next attempt follows `everyMs` later. So the images of a page that was opened while
 * somebody watched are there when the page is opened later.
 *
 * @param request - requests an image again; it adds the image again when there is still no connection
 */
export function createPostponedImages(
  everyMs: number,
  request: (stored: string, size: ImageSize) => Promise<unknown>,
  clock: Clock,
): PostponedImages {
  const waiting = new Map<string, { stored: string; size: ImageSize }>();
  let cancel: Cancel | undefined;
  let isDisposed = false;

  async function retry(): Promise<void> {
    for (const [key, { stored, size }] of waiting) {
      if (isDisposed) return;
      waiting.delete(key);
      await request(stored, size).catch(() => undefined);
      if (waiting.has(key)) break;
    }
    cancel = undefined;
    schedule();
  }

  function schedule(): void {
    if (isDisposed || waiting.size === 0) return;
    cancel ??= clock.after(everyMs, () => void retry());
  }

  return {
    add(stored, size) {
      waiting.set(`${size} ${stored}`, { stored, size });
      const [oldest] = waiting.keys();
      if (waiting.size > keptMax && oldest !== undefined) waiting.delete(oldest);
      schedule();
    },
    [Symbol.dispose]() {
      isDisposed = true;
      cancel?.();
    },
  };
}
