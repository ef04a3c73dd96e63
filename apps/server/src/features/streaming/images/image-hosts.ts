/*
 * Limits how images are fetched from other servers. Provider lists name logos on many servers, some of which no longer
 * exist. Only a few images are fetched from one server at a time and the others wait, so that one server does not delay
 * the images of all. After several timeouts in a row a server is not contacted for a while, and requests that wait for
 * it fail at once: a browser has few connections per server, and images that hang would block all its other requests.
 */
import { LRUCache } from 'lru-cache';
import { createSemaphore, type Semaphore } from '../../../platform/async/semaphore.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { atMost } from '../../../platform/at-most.ts';

export interface ImageHosts {
  /**
   * Runs a task that fetches an image from an address; tasks for the same server are limited to a few at once.
   *
   * @throws AppError `upstream.unreachable` while the server is not contacted, `server.unavailable` when too many tasks
   * wait; the task's own error
   */
  run<T>(address: string, task: () => Promise<T>): Promise<T>;
}

interface Host {
  semaphore: Semaphore;
  timeoutsInRow: number;
  backOffUntilMs: number;
}

/** The error for an image request that finds the queue of image downloads full. */
export const tooManyImages = (): Error => new AppError('server.unavailable', { retryAfterSeconds: 5 });

/** Downloads of images from one server run six at once, as many as a browser would start. */
const hostLimits = { running: 6, waiting: 1_000, refusal: tooManyImages };
const maxTimeoutsInRow = 3;

/** @param backOffMs - how long a server that did not answer is not contacted again */
export function createImageHosts(backOffMs: number, clock: Pick<Clock, 'steadyMs'>): ImageHosts {
  const hosts = new LRUCache<string, Host>(atMost(1_000));

  function findHost(address: string): Host {
    const { host: name } = new URL(address);
    const known = hosts.get(name);
    if (known !== undefined) return known;
    const host: Host = { semaphore: createSemaphore(hostLimits), timeoutsInRow: 0, backOffUntilMs: 0 };
    hosts.set(name, host);
    return host;
  }

  return {
    run(address, task) {
      const host = findHost(address);
      return host.semaphore.run(async () => {
        if (clock.steadyMs() < host.backOffUntilMs) throw new AppError('upstream.unreachable');
        try {
          const result = await task();
          host.timeoutsInRow = 0;
          return result;
        } catch (error) {
          if (!isTimeout(error)) host.timeoutsInRow = 0;
          else if ((host.timeoutsInRow += 1) >= maxTimeoutsInRow)
            host.backOffUntilMs = clock.steadyMs() + backOffMs;
          throw error;
        }
      });
    },
  };
}

const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'upstream.timeout';
