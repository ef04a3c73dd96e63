import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../platform/log.ts';
import { serveImages, type PictureSource } from './images.routes.ts';
import { createPictures, pictureLimits, type DownloadPicture, type PictureLimits } from './make-picture.ts';
import { openPictureCache } from './picture-cache.ts';
import { readColours } from './picture-colours.ts';
import type { PictureKind } from './picture-path.ts';

export type { PictureSource } from './images.routes.ts';
export type { PictureLimits } from './make-picture.ts';
export { picturePath } from './picture-path.ts';

/** Serves posters, backdrops and logos in a few widths, whether they are the product's own or on other servers. */
export interface Images extends AsyncDisposable {
  /** The colours of an active item's image as `#rrggbb`, most frequent first; empty when the image is unavailable. */
  coloursOf(kind: PictureKind, id: string): Promise<string[]>;
  routes(app: FastifyInstance): void;
}

/**
 * Creates the images feature.
 *
 * @param assetsDir - the folder of the product's own images, `internal:demo/<path>`
 * @param cacheDir - the folder that caches converted images
 * @param limits - overrides for the default limits
 */
export function imagesFeature(needs: {
  assetsDir: string;
  cacheDir: string;
  pictures: PictureSource;
  download: DownloadPicture;
  log: Log;
  limits?: Partial<PictureLimits>;
}): Images {
  const { assetsDir, download, log } = needs;
  const limits = { ...pictureLimits, ...needs.limits };
  const cache = openPictureCache(needs.cacheDir, limits.cacheBytes, log);
  const colours = new LRUCache<string, string[]>({ max: 2_000 });
  const pictures = createPictures({ assetsDir, cache, download, limits, log });

  return {
    async coloursOf(kind, id) {
      const stored = await needs.pictures.findPicture(kind, id);
      if (stored === undefined) return [];
      const known = colours.get(stored);
      if (known !== undefined) return known;
      const picture = await pictures.find(stored, '160');
      if (picture === undefined) return [];
      const found = await readColours(picture);
      colours.set(stored, found);
      return found;
    },
    routes: (app) => serveImages(app, { source: needs.pictures, pictures }),
    async [Symbol.asyncDispose]() {
      await pictures[Symbol.asyncDispose]();
      await cache[Symbol.asyncDispose]();
    },
  };
}
