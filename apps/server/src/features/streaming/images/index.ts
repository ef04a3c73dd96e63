import type { ImageKind } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { serveImages, type ImageSource } from './images.routes.ts';
import { createImageMaker, imageLimits, type DownloadImage, type ImageLimits } from './make-image.ts';
import { openImageCache } from './image-cache.ts';
import { readColours } from './image-colours.ts';
import { atMost } from '../../../platform/at-most.ts';

export type { ImageSource } from './images.routes.ts';
export type { ImageLimits } from './make-image.ts';
export { versionedImagePath } from './image-path.ts';

/**
 * The images feature: serves posters, backdrops, stills and logos in a few widths, whether they are the product's own
 * or on other servers.
 */
export interface Images extends AsyncDisposable {
  /**
   * Returns the colours of an active item's image as `#rrggbb`, the most frequent first; empty when the image is
   * unavailable.
   */
  coloursOf(kind: ImageKind, id: string): Promise<string[]>;
  routes(app: FastifyInstance): void;
}

/**
 * @param assetsDir - the folder of the product's own images, `internal:demo/<path>`
 * @param cacheDir - the folder that caches converted images
 * @param limits - overrides for the default limits
 */
export function imagesFeature(needs: {
  assetsDir: string;
  cacheDir: string;
  source: ImageSource;
  download: DownloadImage;
  clock: Clock;
  log: Log;
  limits?: Partial<ImageLimits>;
}): Images {
  const { assetsDir, download, clock, log } = needs;
  const limits = { ...imageLimits, ...needs.limits };
  const cache = openImageCache(needs.cacheDir, limits.cacheBytes, log, clock);
  const colours = new LRUCache<string, string[]>(atMost(2_000));
  const images = createImageMaker({ assetsDir, cache, download, limits, clock, log });

  return {
    async coloursOf(kind, id) {
      const stored = await needs.source.findImage(kind, id);
      if (stored === undefined) return [];
      const known = colours.get(stored);
      if (known !== undefined) return known;
      const image = await images.find(stored, '160');
      if (image === undefined) return [];
      const found = await readColours(image);
      colours.set(stored, found);
      return found;
    },
    routes: (app) => serveImages(app, { source: needs.source, images }),
    async [Symbol.asyncDispose]() {
      await images[Symbol.asyncDispose]();
      await cache[Symbol.asyncDispose]();
    },
  };
}
