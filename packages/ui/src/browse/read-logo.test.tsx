import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readLogo } from './logo-reading.ts';

const context = { drawImage: vi.fn(), getImageData: vi.fn() };
const canvas = () => vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
beforeEach(() => {
  context.drawImage.mockReset();
  context.getImageData.mockReset();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function imageOf(naturalWidth: number, naturalHeight: number): HTMLImageElement {
  const image = new Image();
  Object.defineProperties(image, {
    naturalWidth: { value: naturalWidth },
    naturalHeight: { value: naturalHeight },
  });
  return image;
}
const give = (given: typeof context | null) =>
  canvas().mockReturnValue(given as unknown as CanvasRenderingContext2D | null);
const pixels = (...rgba: number[]) => ({ data: new Uint8ClampedArray(rgba) });

it.each([
  ['a wide logo', 640, 180, 32, 9],
  ['a high logo', 100, 200, 9, 18],
  ['a logo of the very size', 32, 18, 32, 18],
  ['a hair', 3_200, 1, 32, 1],
  ['a drawing without a size of its own', 0, 0, 32, 18],
])('readLogo draws %s in its own proportions', (_what, width, height, drawnWidth, drawnHeight) => {
  give(context);
  context.getImageData.mockReturnValue(pixels(250, 200, 0, 255, 0, 0, 0, 0));
  expect(readLogo(imageOf(width, height))).toEqual({ isDark: false, color: 'rgb(250 200 0)' });
  expect(context.getImageData).toHaveBeenCalledExactlyOnceWith(0, 0, drawnWidth, drawnHeight);
});

it('readLogo returns nothing for a logo whose pixels the browser does not expose', () => {
  give(context);
  context.getImageData.mockImplementation(() => {
    throw new DOMException('tainted', 'SecurityError');
  });
  expect(readLogo(imageOf(32, 18))).toBeNull();
});

it('readLogo returns nothing in a browser without canvas drawing', () => {
  give(null);
  expect(readLogo(imageOf(32, 18))).toBeNull();
});
