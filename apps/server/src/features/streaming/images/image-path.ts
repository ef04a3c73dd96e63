import { hash } from 'node:crypto';

export const pictureKinds = ['channel', 'video', 'backdrop', 'chapter'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The available widths in pixels; other widths are refused, so that nobody can fill the cache with arbitrary sizes. */
export const pictureSizes = ['160', '320', '640', '1280'] as const;
export type PictureSize = (typeof pictureSizes)[number];

const usualSize: Readonly<Record<PictureKind, PictureSize>> = {
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
export type PictureOrigin = { path: string } | { address: string };

/** Parses a stored address; `undefined` when it is not the address of an image. */
export function readOrigin(stored: string): PictureOrigin | undefined {
  const path = internalForm.exec(stored)?.[1];
  if (path !== undefined) return { path };
  const isForeign = foreignForm.test(stored) && stored.length <= maxAddressLength && URL.canParse(stored);
  return isForeign ? { address: stored } : undefined;
}

/** A version that changes with the stored address, and that does not reveal the address. */
export function pictureVersion(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 8);
}

/**
 * The path on this server at which viewers get an image, by item; never the stored address.
 *
 * @param stored - `internal:demo/<path>`, or an http or https URL
 * @param size - the width in pixels; by default the usual width of the kind
 * @returns `null` when the item has no image
 */
export function picturePath(
  kind: PictureKind,
  id: string,
  stored: string | null,
  size: PictureSize = usualSize[kind],
): string | null {
  if (stored === null || readOrigin(stored) === undefined) return null;
  return `/api/images/${kind}/${id}/${size}?v=${pictureVersion(stored)}`;
}
