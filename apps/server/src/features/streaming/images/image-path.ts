import { hash } from 'node:crypto';
import { imagePath, type ImageKind, type ImageSize } from '@butaca/contract';

const usualSize: Readonly<Record<ImageKind, ImageSize>> = {
  channel: '320',
  video: '320',
  backdrop: '1280',
  chapter: '320',
};

/** Matches the address of one of the product's own images, and captures its path in the folder of the demo's images. */
const internalForm = /^internal:demo\/([a-z0-9/-]+\.(?:svg|webp|jpg))$/;
const foreignForm = /^https?:\/\/[^\s/]/i;
const maxAddressLength = 2_048;

/** Where an image is stored: in a file of the product, or on another server. */
export type ImageOrigin = { path: string } | { address: string };

/** Parses the stored address of an image; returns `undefined` when it is not one. */
export function readOrigin(stored: string): ImageOrigin | undefined {
  const path = internalForm.exec(stored)?.[1];
  if (path !== undefined) return { path };
  const isForeign = foreignForm.test(stored) && stored.length <= maxAddressLength && URL.canParse(stored);
  return isForeign ? { address: stored } : undefined;
}

/**
 * Returns the version of an image for its URL: it changes with the stored address, and does not reveal that address.
 */
export function imageVersion(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 8);
}

/**
 * Returns the path on this server at which viewers get an image: it names the item, never the image's stored address.
 *
 * @param stored - `internal:demo/<path>`, or an http or https URL
 * @param size - the width in pixels; by default the usual width of the kind of image
 * @returns `null` when the item has no image
 */
export function versionedImagePath(
  kind: ImageKind,
  id: string,
  stored: string | null,
  size: ImageSize = usualSize[kind],
): string | null {
  if (stored === null || readOrigin(stored) === undefined) return null;
  return `${imagePath(kind, id, size)}?v=${imageVersion(stored)}`;
}
