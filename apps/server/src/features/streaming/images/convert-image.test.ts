import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertImage, ImageRefusedError } from './convert-image.ts';
import { drawTestImage, makeBlackPng } from '../../../../test/media/make-test-image.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'butaca-images-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function measure(image: Buffer) {
  const { format, width, height } = await sharp(image).metadata();
  return [format, width, height];
}

/** Reads the colour of a pixel in an image as `[red, green, blue]`. */
async function pixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const region = sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await region.raw().toBuffer())];
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60"><rect width="40" height="60" fill="#00f"/></svg>';

async function refusal(source: Buffer): Promise<string> {
  const error: unknown = await convertImage(source, 320).catch((thrown: unknown) => thrown);
  if (!(error instanceof ImageRefusedError)) throw new Error('it was not refused');
  return String(error.cause);
}

describe('a foreign image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('in %s becomes WebP', async (format) => {
    const source = await drawTestImage(800, 600).toFormat(format).toBuffer();
    expect(await measure(await convertImage(source, 320))).toEqual(['webp', 320, 240]);
  });

  it.each([
    [160, 160, 80],
    [320, 320, 160],
    [640, 600, 300],
    [1280, 600, 300],
  ])('requested at width %i is %i × %i, and never enlarged', async (size, width, height) => {
    const source = await drawTestImage(600, 300).png().toBuffer();
    expect(await measure(await convertImage(source, size))).toEqual(['webp', width, height]);
  });

  it('that is a narrow strip is at most twice as high as the requested width', async () => {
    const source = await drawTestImage(100, 5_000).png().toBuffer();
    expect(await measure(await convertImage(source, 160))).toEqual(['webp', 6, 320]);
  });

  it('keeps its transparency', async () => {
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
    const converted = await convertImage(await clear.png().toBuffer(), 160);
    expect((await sharp(converted).metadata()).hasAlpha).toBe(true);
  });

  it('loses all metadata and everything else besides its pixels', async () => {
    const source = await drawTestImage(40, 40)
      .withExif({ IFD0: { Copyright: 'canario' }, IFD3: { GPSLatitude: '40/1 24/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canario</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const behind = Buffer.concat([source, Buffer.from('<script>canario</script>PK\u0003\u0004canario')]);
    expect(behind.toString('latin1').match(/canario/g)).toHaveLength(4);
    const converted = await convertImage(behind, 160);
    const { exif, xmp, icc } = await sharp(converted).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    expect(converted.toString('latin1')).not.toContain('canario');
  });

  it('is rotated as its orientation tag says', async () => {
    const source = await drawTestImage(40, 20, '#ff0000')
      .composite([{ input: await drawTestImage(20, 20, '#0000ff').png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const converted = await convertImage(source, 160);
    expect(await measure(converted)).toEqual(['webp', 20, 40]);
    const [above, below] = [await pixel(converted, 10, 5), await pixel(converted, 10, 35)];
    expect(above[2]).toBeGreaterThan(200);
    expect(below[0]).toBeGreaterThan(200);
  });

  it('with animation shows its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((colour) => drawTestImage(20, 20, colour).png().toBuffer()),
    );
    const source = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(source, { animated: true }).metadata()).pages).toBe(2);
    const converted = await convertImage(source, 160);
    expect((await sharp(converted).metadata()).pages ?? 1).toBe(1);
    expect((await pixel(converted, 10, 10))[0]).toBeGreaterThan(200);
  });

  it.each([
    ['a drawing', () => Buffer.from(drawing)],
    ['a drawing behind a prologue', () => Buffer.from(`<?xml version="1.0"?>\n<!-- a -->\n${drawing}`)],
    ['a compressed drawing', () => gzipSync(drawing)],
    ['a web page', () => Buffer.from('<!doctype html><title>No</title>')],
    ['an archive', () => Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000')],
    ['a TIFF', () => drawTestImage(20, 20).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['a PostScript file', () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n/a{(/etc/passwd)run}def')],
    ['an ImageMagick script', () => Buffer.from('push graphic-context\nimage over 0,0 0,0 "/etc/passwd"')],
    ['a portable pixmap', () => Buffer.from('P6 1 1 255\nabc')],
    ['noise', () => Buffer.from('a8f1c3'.repeat(500), 'hex')],
  ])('that is %s is refused', async (_what, make) => {
    expect(await refusal(await make())).toContain('unsupported image format');
  });

  it('that is empty is refused', async () => {
    expect(await refusal(Buffer.alloc(0))).toContain('empty');
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('cut in half as %s is refused', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } })
      .toFormat(format)
      .toBuffer();
    expect(await measure(await convertImage(whole, 160))).toEqual(['webp', 160, 160]);
    await refusal(whole.subarray(0, whole.length / 2));
  });

  it.each([
    [16_000, 16_000],
    [30_000, 30_000],
    [1, 25_000_001],
    [5_001, 5_000],
  ])('of %i × %i pixels is refused before it is decoded', async (width, height) => {
    const bomb = makeBlackPng(width, height);
    expect(await refusal(bomb)).toContain('pixel limit');
  });

  it('of 25 million pixels is accepted', async () => {
    expect(await measure(await convertImage(makeBlackPng(5_000, 5_000), 160))).toEqual(['webp', 160, 160]);
  });
});

describe('an image of the product', () => {
  it.each([
    [160, 240],
    [320, 480],
    [640, 960],
  ])('that is an SVG is drawn at %i × %i', async (size, height) => {
    const file = join(dir, 'dibujo.svg');
    await writeFile(file, drawing);
    const converted = await convertImage(file, size);
    expect(await measure(converted)).toEqual(['webp', size, height]);
    expect((await pixel(converted, 9, 9))[2]).toBeGreaterThan(200);
  });

  it('that is an SVG is drawn at most 640 pixels wide', async () => {
    const file = join(dir, 'grande.svg');
    await writeFile(file, drawing);
    expect(await measure(await convertImage(file, 1280))).toEqual(['webp', 640, 960]);
  });

  it('that is a still is not enlarged', async () => {
    const file = join(dir, 'fotograma.webp');
    await drawTestImage(640, 360).webp().toFile(file);
    expect(await measure(await convertImage(file, 1280))).toEqual(['webp', 640, 360]);
  });
});
