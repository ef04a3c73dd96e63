/*
 * Images are decoded by a native library (sharp, libvips); only the formats named in this file may be read, and all
 * others are blocked for the whole process. Images from other servers are passed as bytes, the product's own as a file
 * path. The library has different loaders for the two, and its SVG loader is allowed for files only, never for bytes
 * that another server sent.
 */
import { createLazy } from '../../../platform/async/single-flight.ts';

const library = createLazy(async () => {
  const { default: sharp } = await import('sharp');
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
  // The image library's cache is off: each image is converted once, so cached data would never be used again.
  sharp.cache(false);
  // The image library uses one thread for each conversion; `make-image.ts` limits how many conversions run at once.
  sharp.concurrency(1);
  return sharp;
});

/**
 * Loads the image library (sharp) and blocks the formats that it may not read. It is loaded for the first image, because
 * that takes a sixth of the CPU time of a start.
 */
export const loadImageLibrary = library.get;
