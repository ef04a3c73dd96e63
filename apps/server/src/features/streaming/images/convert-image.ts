import { loadImageLibrary } from './image-library.ts';

/** Thrown for bytes that are not an acceptable image: another format, damaged, too large, or too slow to decode. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError';
}

const pixelLimit = 25_000_000;
/** How long the conversion of an image from another server may take; one of the product's own is only late on a busy machine. */
const timeoutSeconds = { foreign: 5, own: 0 } as const;
/**
 * SVG drawings are not rendered wider than this, in pixels: beyond it the filters of a drawing take seconds and cannot
 * be interrupted.
 */
const maxDrawingWidth = 640;
/**
 * The largest height of a converted image, as a multiple of its width limit; narrow images would otherwise be too high.
 */
const maxHeightRatio = 2;

/**
 * Re-encodes an image as WebP: its first frame, upright, without metadata, at most `size` pixels wide and twice as
 * high. Only SVG drawings are enlarged.
 *
 * @param source - bytes from another server, or the path of one of the product's own files
 * @throws ImageRefusedError
 */
export async function convertImage(source: Buffer | string, size: number): Promise<Buffer> {
  const isOwn = typeof source === 'string';
  const isDrawing = isOwn && source.endsWith('.svg');
  const width = isDrawing ? Math.min(size, maxDrawingWidth) : size;
  const sharp = await loadImageLibrary();
  try {
    return await sharp(source, {
      failOn: 'error',
      limitInputPixels: pixelLimit,
      pages: 1,
      autoOrient: true,
    })
      .timeout({ seconds: isOwn ? timeoutSeconds.own : timeoutSeconds.foreign })
      .resize({
        width,
        height: width * maxHeightRatio,
        fit: 'inside',
        withoutEnlargement: !isDrawing,
      })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw new ImageRefusedError('the image cannot be converted', { cause: error });
  }
}
