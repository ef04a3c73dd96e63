import { expect, it } from 'vitest';
import { readPixels } from './logo-reading.ts';

const image = (...pixels: readonly (readonly [number, number, number, number])[]) =>
  new Uint8ClampedArray(pixels.flat());
const nothing = [0, 0, 0, 0] as const;

it('a logo of black letters on a transparent background counts as dark', () => {
  expect(readPixels(image([10, 10, 12, 255], nothing, nothing))).toEqual({ isDark: true, color: null });
});

it('a dark logo with an opaque background does not count as dark', () => {
  expect(readPixels(image([10, 10, 12, 255], [8, 8, 8, 255], [9, 9, 9, 255])).isDark).toBe(false);
});

it('the colour of a logo is its most frequent one, ignoring whites and greys', () => {
  const reading = readPixels(image([255, 0, 0, 255], [255, 255, 255, 255], [128, 128, 128, 255], nothing));
  expect(reading).toEqual({ isDark: false, color: 'rgb(255 0 0)' });
});

it('a logo without a visible pixel has no reading', () => {
  expect(readPixels(image(nothing, nothing))).toEqual({ isDark: false, color: null });
});
