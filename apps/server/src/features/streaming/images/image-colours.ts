/*
 * Determines the dominant colours of an image: it is scaled down, its pixels are grouped into boxes of similar colours,
 * and the mean colour of each of the fullest boxes is returned.
 */
import { hexOf } from '@butaca/contract';
import { loadImageLibrary } from './image-library.ts';

const side = 32;
/** How many leading bits of each colour component decide which box of similar colours a pixel is counted in. */
const keptBits = 3;
const maxColours = 12;

/**
 * Determines the dominant colours of a converted image as `#rrggbb`, the most frequent first.
 *
 * @param image - WebP as this feature writes it
 */
export async function readColours(image: Buffer): Promise<string[]> {
  const sharp = await loadImageLibrary();
  const pixels = await sharp(image)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const boxes = new Map<number, { count: number; sums: [number, number, number] }>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const parts = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    const key = parts.reduce((sum, part) => (sum << keptBits) | (part >> (8 - keptBits)), 0);
    const box = boxes.get(key) ?? { count: 0, sums: [0, 0, 0] };
    box.count += 1;
    box.sums = [box.sums[0] + parts[0], box.sums[1] + parts[1], box.sums[2] + parts[2]];
    boxes.set(key, box);
  }
  return [...boxes]
    .toSorted(([keyA, a], [keyB, b]) => b.count - a.count || keyA - keyB)
    .slice(0, maxColours)
    .map(([, { count, sums }]) => hexOf(sums.map((sum) => sum / count)));
}
