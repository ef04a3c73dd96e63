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
// Every picture is converted once: the library would only keep what is not asked for again.
sharp.cache(false);
// One thread for each conversion; how many there are at once is decided above.
sharp.concurrency(1);

/** The bytes are no picture that may be shown: of another kind, damaged, too large, or too slow to read. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
}

const pixelLimit = 25_000_000;
const timeoutSeconds = 5;
/** The filters of a drawing take seconds beyond, and nothing can interrupt them. */
const maxDrawingWidth = 640;
/** So that a strip of paper does not become a tower. */
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
