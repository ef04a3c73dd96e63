import { hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import { convertPicture, PictureRefusedError } from './convert-picture.ts';
import type { PictureCache } from './picture-cache.ts';
import { readOrigin, type PictureSize } from './picture-path.ts';
import { createPictureHosts, tooManyPictures } from './picture-hosts.ts';

/**
 * Fetches a whole file from another server, through the filter of addresses.
 *
 * @throws AppError `upstream.…`
 */
export type DownloadPicture = (
  address: string,
  limits: { limitBytes: number; withinMs: number; signal: AbortSignal },
) => Promise<Buffer>;

/** What pictures may cost. */
export interface PictureLimits {
  /** On disk, all together. */
  cacheBytes: number;
  downloadBytes: number;
  /** From the request of a picture to its last byte, redirects included. */
  downloadWithinMs: number;
  /** How long what failed is not tried again. */
  failureMs: number;
  /** How long a server that does not answer is left alone. */
  aloneMs: number;
  /** How long a picture from outside is shown before it is fetched anew. */
  freshMs: number;
}

export const pictureLimits: PictureLimits = {
  cacheBytes: 512 * 1_024 * 1_024,
  downloadBytes: 5 * 1_024 * 1_024,
  downloadWithinMs: 10_000,
  failureMs: 300_000,
  aloneMs: 60_000,
  freshMs: 7 * 86_400_000,
};

export interface Pictures extends AsyncDisposable {
  /**
   * A stored picture as WebP of a width.
   *
   * @returns `undefined` when it cannot be had
   * @throws AppError `server.unavailable` when too many wait already, or when the server is closing
   */
  find(stored: string, size: PictureSize): Promise<Buffer | undefined>;
  /** Refuses waiting requests, because the server is closing. */
  stop(): void;
}

/*
 * A picture that is refused stays away from its screen until that screen is opened again, a late picture does not. So the queues
 * are long enough for the screens of several people who all open them at once with an empty cache.
 */
/** Downloaded files are in memory, which is why they are counted. */
const downloadLimits = { running: 16, waiting: 1_000, refusal: tooManyPictures };
const conversionLimits = { running: 2, waiting: 1_000, refusal: tooManyPictures };

/** Finds pictures on disk and makes those that are missing, each one once for all who wait for it. */
export function createPictures(needs: {
  assetsDir: string;
  cache: PictureCache;
  download: DownloadPicture;
  limits: PictureLimits;
  log: Log;
}): Pictures {
  const { cache, limits, log } = needs;
  const making = createSingleFlight<Buffer | undefined>();
  const failures = new LRUCache<string, true>({ max: 20_000, ttl: limits.failureMs });
  const hosts = createPictureHosts(limits.aloneMs);
  const stopping = new AbortController();
  setMaxListeners(downloadLimits.running, stopping.signal);
  const downloads = createSemaphore(downloadLimits);
  const conversions = createSemaphore(conversionLimits);

  const convert = (source: Buffer | string, size: PictureSize) =>
    conversions.run(() => convertPicture(source, Number(size)));

  const make = (stored: string, key: string, create: () => Promise<Buffer>) =>
    making.run(key, async () => {
      try {
        const bytes = await create();
        await cache.write(key, bytes);
        return bytes;
      } catch (error) {
        if (stopping.signal.aborted) throw new AppError('server.unavailable', { cause: error });
        if (!isFailureOfPicture(error)) throw error;
        log.debug({ err: error }, 'picture cannot be had');
        failures.set(stored, true);
        return undefined;
      }
    });

  async function findOwn(stored: string, path: string, size: PictureSize): Promise<Buffer | undefined> {
    const file = join(needs.assetsDir, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) return undefined;
    // The key contains time and size of the file: a newer version of the product may have another picture of the same name.
    const key = keyOf(stored, size, `${found.mtimeMs} ${found.size}`);
    const kept = await cache.read(key);
    if (kept !== undefined) return kept.bytes;
    return failures.has(stored) ? undefined : make(stored, key, () => convert(file, size));
  }

  async function findForeign(
    stored: string,
    address: string,
    size: PictureSize,
  ): Promise<Buffer | undefined> {
    const key = keyOf(stored, size, '');
    const kept = await cache.read(key);
    if (kept !== undefined && Date.now() - kept.madeAtMs < limits.freshMs) return kept.bytes;
    if (failures.has(stored)) return kept?.bytes;
    const made = make(stored, key, () =>
      hosts.run(address, () => downloads.run(async () => convert(await fetchWhole(address), size))),
    );
    if (kept === undefined) return made;
    // The expired picture is served while it is fetched again, and also when fetching is refused.
    made.catch((error: unknown) => log.debug({ err: error }, 'picture not renewed'));
    return kept.bytes;
  }

  const fetchWhole = (address: string) =>
    needs.download(address, {
      limitBytes: limits.downloadBytes,
      withinMs: limits.downloadWithinMs,
      signal: stopping.signal,
    });

  function stop(): void {
    stopping.abort();
    downloads.close();
    conversions.close();
  }

  return {
    async find(stored, size) {
      const origin = readOrigin(stored);
      if (origin === undefined) return undefined;
      return 'path' in origin
        ? findOwn(stored, origin.path, size)
        : findForeign(stored, origin.address, size);
    },
    stop,
    async [Symbol.asyncDispose]() {
      stop();
      await making.settled();
    },
  };
}

/** Part of every key; raised when the conversion changes, so that older files are not used. */
const conversionVersion = 1;

const keyOf = (stored: string, size: PictureSize, revision: string): string =>
  hash('sha256', `${conversionVersion}\n${size}\n${revision}\n${stored}`, 'hex');

/** Whether the picture or its server is at fault, and not this server. */
function isFailureOfPicture(error: unknown): boolean {
  return (
    error instanceof PictureRefusedError || (error instanceof AppError && error.code.startsWith('upstream.'))
  );
}
