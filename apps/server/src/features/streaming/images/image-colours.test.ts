import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawTestImage } from '../../../../test/media/make-test-image.ts';
import { readColours } from './image-colours.ts';

it('readColours gives one colour for an image of a single colour', async () => {
  const [colour, ...others] = await readColours(await drawTestImage(40, 60, '#d02040').png().toBuffer());
  expect(others).toEqual([]);
  expect(colour).toBe('#d02040');
});

it('readColours gives the most frequent colour first', async () => {
  const patch = await drawTestImage(10, 40, '#2040d0').png().toBuffer();
  const image = await drawTestImage(40, 40, '#d02040')
    .composite([{ input: patch, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const [first, second] = await readColours(image);
  expect(first).toBe('#d02040');
  expect(second).toBe('#2040d0');
});

it('readColours takes transparent pixels for black', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#ffffff00' } })
    .webp()
    .toBuffer();
  expect(await readColours(clear)).toEqual(['#000000']);
});
