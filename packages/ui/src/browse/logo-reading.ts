/*
 * Decides from the pixels of a channel's logo which background it needs. The image is drawn at a very small size;
 * transparent pixels are ignored, and the other pixels give the mean lightness and the most frequent colour, weighted
 * by saturation. A logo that fills its whole image has a background of its own, so its darkness does not matter.
 * Browsers do not let a page read the pixels of an image from another origin.
 */

export interface LogoReading {
  /** Whether the logo consists of dark shapes on a transparent background, unreadable on the page's dark background. */
  isDark: boolean;
  /** The logo's main colour as `rgb(…)`; `null` for a logo that is practically colourless. */
  color: string | null;
}

const width = 32;
const height = 18;
const opaqueAlpha = 96;
const filledShare = 0.92;
const darkBelow = 0.22;
const colourfulAbove = 0.12;

/**
 * Finds the main colour of a logo and whether it is dark, from the pixels of a small copy of it, four bytes (RGBA)
 * each.
 */
export function readPixels(rgba: Uint8ClampedArray): LogoReading {
  let seen = 0;
  let lightness = 0;
  let weight = 0;
  const sum = [0, 0, 0];
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    if (rgba[at + 3]! < opaqueAlpha) continue;
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
    const saturation = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    seen += 1;
    lightness += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    weight += saturation;
    sum[0]! += red * saturation;
    sum[1]! += green * saturation;
    sum[2]! += blue * saturation;
  }
  if (seen === 0) return { isDark: false, color: null };
  const isFilled = seen / (rgba.length / 4) > filledShare;
  return {
    isDark: !isFilled && lightness / seen < darkBelow,
    color:
      weight / seen > colourfulAbove
        ? `rgb(${sum.map((value) => Math.round(value / weight)).join(' ')})`
        : null,
  };
}

/**
 * Finds the main colour of a loaded logo image and whether it is dark; `null` if the browser does not allow reading its
 * pixels.
 */
export function readLogo(image: HTMLImageElement): LogoReading | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  try {
    // The small copy of the logo keeps its proportions, as on the channel's card: a stretched logo would seem to fill
    // its whole image.
    const scale = Math.min(width / (image.naturalWidth || width), height / (image.naturalHeight || height));
    const drawn = {
      width: (image.naturalWidth || width) * scale,
      height: (image.naturalHeight || height) * scale,
    };
    context.drawImage(image, 0, 0, drawn.width, drawn.height);
    return readPixels(
      context.getImageData(0, 0, Math.max(1, Math.round(drawn.width)), Math.max(1, Math.round(drawn.height)))
        .data,
    );
  } catch {
    return null;
  }
}
