import { hash } from 'node:crypto';

export const pictureKinds = ['channel', 'video', 'backdrop', 'chapter'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Widths in pixels. There are no others, so that nobody can fill the cache with sizes. */
export const pictureSizes = ['160', '320', '640', '1280'] as const;
export type PictureSize = (typeof pictureSizes)[number];

const usualSize: Readonly<Record<PictureKind, PictureSize>> = {
  channel: '320',
  video: '320',
  backdrop: '1280',
  chapter: '320',
};

/** Pictures of this server itself, with the path below its drawings. */
const internalForm = /^internal:demo\/([a-z0-9/-]+\.(?:svg|webp|jpg))$/;
const foreignForm = /^https?:\/\/[^\s/]/i;
const maxAddressLength = 2_048;

/** Where a picture comes from: a file of the product, or another server. */
export type PictureOrigin = { path: string } | { address: string };

/** Reads a stored address; `undefined` when it is not one of a picture. */
export function readOrigin(stored: string): PictureOrigin | undefined {
  const path = internalForm.exec(stored)?.[1];
  if (path !== undefined) return { path };
  const isForeign = foreignForm.test(stored) && stored.length <= maxAddressLength && URL.canParse(stored);
  return isForeign ? { address: stored } : undefined;
}

/** A version that changes with the stored address, and from which the address cannot be guessed. */
export function pictureVersion(stored: string): string {
  return hash('sha256', stored, 'base64url').slice(0, 8);
}

/**
 * Where a viewer gets a picture: from this server, by item; never the stored address.
 *
 * @param stored - `internal:demo/<path>`, or an address of http or https
 * @param size - its width; the usual one of the kind unless given
 * @returns `null` when there is none to show
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
