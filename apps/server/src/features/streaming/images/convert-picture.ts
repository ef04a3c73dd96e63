/*
 * Pictures are decoded by a native library, so what it may try to read is named here and everything else is blocked, for the
 * whole process. Pictures from outside are handed over as bytes, the product's own as the path of a file, and loaders
 * differ by that: a drawing can be read from a file alone, never from bytes that another server sent.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadJpegFile',
  ],
});
// The library's cache is off: every picture is converted once, so nothing in it would be used again.
sharp.cache(false);
// One thread for each conversion; `make-picture.ts` limits how many run at once.
sharp.concurrency(1);

/** The bytes are not an acceptable picture: another format, damaged, too large, or too slow to decode. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
}

const pixelLimit = 25_000_000;
const timeoutSeconds = 5;
/** The filters of a drawing take seconds beyond, and nothing can interrupt them. */
const maxDrawingWidth = 640;
/** The height limit, for pictures that are very narrow. */
const maxHeightRatio = 2;

/**
 * Re-encodes a picture as WebP: its first frame, upright, without metadata, at most `size` pixels wide and twice as high.
 * Only drawings are enlarged.
 *
 * @param source - bytes from outside, or the path of a file of the product
 * @throws PictureRefusedError
 */
export async function convertPicture(source: Buffer | string, size: number): Promise<Buffer> {
  const isDrawing = typeof source === 'string' && source.endsWith('.svg');
  const width = isDrawing ? Math.min(size, maxDrawingWidth) : size;
  try {
    return await sharp(source, {
      failOn: 'error',
      limitInputPixels: pixelLimit,
      pages: 1,
      autoOrient: true,
    })
      .timeout({ seconds: timeoutSeconds })
      .resize({
        width,
        height: width * maxHeightRatio,
        fit: 'inside',
        withoutEnlargement: !isDrawing,
      })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw new PictureRefusedError('the picture cannot be converted', { cause: error });
  }
}
