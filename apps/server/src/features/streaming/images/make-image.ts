import { hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageSize } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { convertImage, ImageRefusedError } from './convert-image.ts';
import type { ImageCache } from './image-cache.ts';
import { readOrigin } from './image-path.ts';
import { createImageHosts, tooManyImages } from './image-hosts.ts';
import { createPostponedImages } from './postponed-images.ts';

/**
 * Downloads a whole image file from another server, through the address filter.
 *
 * @throws AppError `upstream.…`
 */
export type DownloadImage = (
  address: string,
  limits: { limitBytes: number; withinMs: number; signal: AbortSignal },
) => Promise<Buffer>;

/** Limits on the disk space, bytes and time that images take. */
export interface ImageLimits {
  /** The size limit of the folder that caches converted images. */
  cacheBytes: number;
  downloadBytes: number;
  /** The longest time from the request for an image to its last byte, redirects included. */
  downloadWithinMs: number;
  /** How long an image that failed to load is not tried again, in ms. */
  failureMs: number;
  /** How long an image server that did not answer is not contacted again, in ms. */
  backOffMs: number;
  /** How long an image whose provider had no free connection is not requested again, in ms. */
  fullMs: number;
  /** How long a cached image from another server is served before it is fetched again, in ms. */
  freshMs: number;
}

export const imageLimits: ImageLimits = {
  cacheBytes: 512 * 1_024 * 1_024,
  downloadBytes: 5 * 1_024 * 1_024,
  downloadWithinMs: 10_000,
  failureMs: 300_000,
  backOffMs: 60_000,
  fullMs: 15_000,
  freshMs: 7 * 86_400_000,
};

export interface ImageMaker extends AsyncDisposable {
  /**
   * Finds an image by its stored address, as WebP of a width; fetches and converts it if necessary.
   *
   * @returns `undefined` when the image is unavailable
   * @throws AppError `server.unavailable` when too many requests are waiting, or when the server is closing
   */
  find(stored: string, size: ImageSize): Promise<Buffer | undefined>;
  /** Refuses image requests that wait, because the server is closing. */
  stop(): void;
}

/*
 * A refused image stays missing until its page is opened again, while a slow image still appears. The queues for images
 * are therefore long enough for several people who open pages at once with an empty cache.
 */
/** Limits on concurrent downloads of images, because downloaded files are held in memory. */
const downloadLimits = { running: 16, waiting: 1_000, refusal: tooManyImages };
const conversionLimits = { running: 2, waiting: 1_000, refusal: tooManyImages };

/**
 * Creates the store that reads images from the cache and creates missing ones; concurrent requests for one image share
 * a single flight.
 */
export function createImageMaker(needs: {
  assetsDir: string;
  cache: ImageCache;
  download: DownloadImage;
  limits: ImageLimits;
  clock: Clock;
  log: Log;
}): ImageMaker {
  const { cache, limits, clock, log } = needs;
  const making = createSingleFlight<Buffer | undefined>();
  const failures = new LRUCache<string, true>({ ...atMost(20_000), ttl: limits.failureMs });
  const hosts = createImageHosts(limits.backOffMs, clock);
  const stopping = new AbortController();
  setMaxListeners(downloadLimits.running, stopping.signal);
  const downloads = createSemaphore(downloadLimits);
  const conversions = createSemaphore(conversionLimits);

  const convert = (source: Buffer | string, size: ImageSize) =>
    conversions.run(() => convertImage(source, Number(size)));

  const findAgain = (stored: string, size: ImageSize) => {
    failures.delete(stored);
    return find(stored, size);
  };
  const postponed = createPostponedImages(limits.fullMs, findAgain, clock);

  const make = ({ stored, size, key }: WantedImage, create: () => Promise<Buffer>) =>
    making.run(key, async () => {
      try {
        const bytes = await create();
        await cache.write(key, bytes);
        return bytes;
      } catch (error) {
        if (stopping.signal.aborted) throw new AppError('server.unavailable', { cause: error });
        if (!isFailureOfImage(error)) throw error;
        log.debug({ err: error }, 'image cannot be had');
        const isFull = error instanceof AppError && error.code === 'upstream.full';
        failures.set(stored, true, { ttl: isFull ? limits.fullMs : limits.failureMs });
        if (isFull) postponed.add(stored, size);
        return undefined;
      }
    });

  async function findOwn(stored: string, path: string, size: ImageSize): Promise<Buffer | undefined> {
    const file = join(needs.assetsDir, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) return undefined;
    // The cache key contains the image file's time and size, because a new version of the product may change the image
    // under a file name.
    const key = keyOf(stored, size, `${found.mtimeMs} ${found.size}`);
    const kept = await cache.read(key);
    if (kept !== undefined) return kept.bytes;
    return failures.has(stored) ? undefined : make({ stored, size, key }, () => convert(file, size));
  }

  async function findForeign(stored: string, address: string, size: ImageSize): Promise<Buffer | undefined> {
    const key = keyOf(stored, size, '');
    const kept = await cache.read(key);
    if (kept !== undefined && isFresh(clock.now().getTime() - kept.madeAtMs, limits)) return kept.bytes;
    if (failures.has(stored)) return kept?.bytes;
    const made = make({ stored, size, key }, () =>
      hosts.run(address, () => downloads.run(async () => convert(await fetchWhole(address), size))),
    );
    if (kept === undefined) return made;
    // An image in the cache that has expired is served while it is fetched again, and also when fetching it is refused.
    made.catch((error: unknown) => log.debug({ err: error }, 'image not renewed'));
    return kept.bytes;
  }

  const fetchWhole = (address: string) =>
    needs.download(address, {
      limitBytes: limits.downloadBytes,
      withinMs: limits.downloadWithinMs,
      signal: stopping.signal,
    });

  async function find(stored: string, size: ImageSize): Promise<Buffer | undefined> {
    const origin = readOrigin(stored);
    if (origin === undefined) return undefined;
    return 'path' in origin ? findOwn(stored, origin.path, size) : findForeign(stored, origin.address, size);
  }

  function stop(): void {
    postponed[Symbol.dispose]();
    stopping.abort();
    downloads.close();
    conversions.close();
  }

  return {
    find,
    stop,
    async [Symbol.asyncDispose]() {
      stop();
      await making.settled();
    },
  };
}

/** Two clocks that differ by less, in ms, are taken for the same: a file system rounds the times of files. */
const setByMs = 60_000;

/**
 * Whether an image in the cache is young enough to be served as it is. Its file has a time of day, because it outlives the
 * process; after the clock of the machine was set back, that time may lie ahead, and says nothing.
 */
const isFresh = (ageMs: number, { freshMs }: ImageLimits): boolean => ageMs >= -setByMs && ageMs < freshMs;

/** An image that is to be made: its stored address, its width, and the name of its file in the cache. */
interface WantedImage {
  stored: string;
  size: ImageSize;
  key: string;
}

/**
 * Part of the cache key of every converted image; increase it when the conversion changes, so that images converted by
 * older versions are not used.
 */
const conversionVersion = 1;

const keyOf = (stored: string, size: ImageSize, revision: string): string =>
  hash('sha256', `${conversionVersion}\n${size}\n${revision}\n${stored}`, 'hex');

/** Whether an error is caused by the image or by the server that it comes from, rather than by this server. */
function isFailureOfImage(error: unknown): boolean {
  return (
    error instanceof ImageRefusedError || (error instanceof AppError && error.code.startsWith('upstream.'))
  );
}
