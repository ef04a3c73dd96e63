/*
 * Makes a theme from the colours of a poster. The most vivid frequent colour becomes the primary one, the next colour
 * with a different hue the secondary one, and almost black versions of the two become the gradient. A grey poster keeps
 * the product's default colours on a grey gradient.
 */
import { channelsOf, defaultTheme, luminanceOf, mixOf, tintOf, type EnrichmentTheme } from '@butaca/contract';
import { makeReadable } from './readable-theme.ts';

const groundPart = 0.82;
const vividFrom = 0.18;
const hueApart = 40;

/**
 * Makes a theme from the colours of an image.
 *
 * @param colours - `#rrggbb`, the most frequent first; may be empty
 * @param mood - the text that is shown beside the colours
 */
export function themeFromColours(colours: readonly string[], mood: string): EnrichmentTheme {
  const vivid = colours
    .map((colour, place) => ({ colour, weight: chromaOf(colour) / (1 + place * 0.2) }))
    .filter(({ colour }) => chromaOf(colour) >= vividFrom)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ colour }) => colour);
  const [first] = vivid;
  const [frequent] = colours;
  if (first === undefined) {
    const ground = frequent === undefined ? {} : { gradientStart: dark(frequent), gradientEnd: '#0b0b10' };
    return makeReadable({ ...defaultTheme, ...ground, mood });
  }
  const second =
    vivid.find((colour) => hueDistance(colour, first) >= hueApart) ?? mixOf(first, '#ffffff', 0.35);
  return makeReadable({
    ...defaultTheme,
    primaryColor: first,
    secondaryColor: second,
    accentColor: mixOf(first, '#ffffff', 0.7),
    gradientStart: dark(first),
    gradientEnd: dark(second),
    mood,
    // The glow of a dark colour would be invisible.
    glowEffect: luminanceOf(first) > 0.25,
  });
}

const dark = (colour: string): string => mixOf(colour, '#000000', groundPart);

/** The vividness of a colour, from 0 for a grey to 1 for a pure colour. */
const chromaOf = (colour: string): number => tintOf(colour) / 255;

/** The distance between two hues in degrees, 0–180. */
function hueDistance(first: string, second: string): number {
  const apart = Math.abs(hueOf(first) - hueOf(second));
  return Math.min(apart, 360 - apart);
}

/** Returns the hue of a colour in degrees. @see https://www.w3.org/TR/css-color-4/#rgb-to-hsl */
function hueOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range === 0) return 0;
  if (max === red) return (60 * ((green - blue) / range) + 360) % 360;
  return max === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
