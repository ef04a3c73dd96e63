/*
 * Lists name logos of many servers, and some of those are gone. A few pictures of one server are fetched at once and the others wait,
 * so that one server does not hold up those of all. After several that ran out of time in a row, the server is left alone for a while
 * and whoever waits for it is told at once: each browser has a handful of connections, and pictures that hang would
 * keep it from asking for anything else.
 */
import { LRUCache } from 'lru-cache';
import { createSemaphore, type Semaphore } from '../../../platform/async/semaphore.ts';
import { AppError } from '../../../platform/http/app-error.ts';

export interface PictureHosts {
  /**
   * Runs a task that fetches from an address, a few at once for each server.
   *
   * @throws AppError `upstream.unreachable` while the server is left alone, `server.unavailable`; whatever the task throws
   */
  run<T>(address: string, task: () => Promise<T>): Promise<T>;
}

interface Host {
  semaphore: Semaphore;
  timeoutsInRow: number;
  aloneUntilMs: number;
}

/** The error for a picture that may not wait for its turn. */
export const tooManyPictures = (): Error => new AppError('server.unavailable', { retryAfterSeconds: 5 });

/** As many at once as a browser would ask for. */
const hostLimits = { running: 6, waiting: 1_000, refusal: tooManyPictures };
const maxTimeoutsInRow = 3;

/** @param aloneMs - how long a server that does not answer is left alone */
export function createPictureHosts(aloneMs: number): PictureHosts {
  const hosts = new LRUCache<string, Host>({ max: 1_000 });

  function findHost(address: string): Host {
    const { host: name } = new URL(address);
    const known = hosts.get(name);
    if (known !== undefined) return known;
    const host: Host = { semaphore: createSemaphore(hostLimits), timeoutsInRow: 0, aloneUntilMs: 0 };
    hosts.set(name, host);
    return host;
  }

  return {
    run(address, task) {
      const host = findHost(address);
      return host.semaphore.run(async () => {
        if (performance.now() < host.aloneUntilMs) throw new AppError('upstream.unreachable');
        try {
          const result = await task();
          host.timeoutsInRow = 0;
          return result;
        } catch (error) {
          if (!isTimeout(error)) host.timeoutsInRow = 0;
          else if ((host.timeoutsInRow += 1) >= maxTimeoutsInRow)
            host.aloneUntilMs = performance.now() + aloneMs;
          throw error;
        }
      });
    },
  };
}

const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'upstream.timeout';
