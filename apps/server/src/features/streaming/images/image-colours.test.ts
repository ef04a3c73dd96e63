import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawTestPicture } from './make-test-picture.ts';
import { readColours } from './picture-colours.ts';

it('has one colour for a picture of one', async () => {
  const [colour, ...others] = await readColours(await drawTestPicture(40, 60, '#d02040').png().toBuffer());
  expect(others).toEqual([]);
  expect(colour).toBe('#d02040');
});

it('has the most frequent colour first', async () => {
  const patch = await drawTestPicture(10, 40, '#2040d0').png().toBuffer();
  const picture = await drawTestPicture(40, 40, '#d02040')
    .composite([{ input: patch, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const [first, second] = await readColours(picture);
  expect(first).toBe('#d02040');
  expect(second).toBe('#2040d0');
});

it('takes what cannot be seen for black', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#ffffff00' } })
    .webp()
    .toBuffer();
  expect(await readColours(clear)).toEqual(['#000000']);
});
