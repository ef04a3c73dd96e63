import { expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [12_345, '12 kB'],
  [999_900, '1 MB'],
  [1_440_000, '1,4 MB'],
  [250_000_000, '250 MB'],
  [3_200_000_000, '3,2 GB'],
])('a size of %d bytes is written as %s', (sizeBytes, words) => {
  expect(formatFileSize(sizeBytes)).toBe(words);
});
