/**
 * The kinds of images that the server serves: a channel's logo, a video's poster, a backdrop, and the still of a
 * series' chapter.
 */
export const imageKinds = ['channel', 'video', 'backdrop', 'chapter'] as const;
export type ImageKind = (typeof imageKinds)[number];

/**
 * The widths in pixels in which images are served; other widths are refused, so that nobody can fill the cache with
 * arbitrary sizes.
 */
export const imageSizes = ['160', '320', '640', '1280'] as const;
export type ImageSize = (typeof imageSizes)[number];

/**
 * The path on the server of an item's image, without the `?v=…` that lets browsers keep the image without asking again.
 */
export function imagePath(kind: ImageKind, id: string, size: ImageSize): string {
  return `/api/images/${kind}/${id}/${size}`;
}
