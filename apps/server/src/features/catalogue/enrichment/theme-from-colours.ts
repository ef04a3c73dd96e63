/*
 * Makes the colour theme of a watch page from the colours of the poster. The most vivid frequent colour becomes the
 * primary colour, the next colour with a different hue the secondary colour, and almost black versions of the two
 * become the background gradient. A grey poster keeps the product's default colours on a grey gradient.
 */
import { defaultTheme, hueOf, luminanceOf, mixOf, tintOf, type EnrichmentTheme } from '@butaca/contract';
import { makeReadable } from './readable-theme.ts';

const groundPart = 0.82;
const vividFrom = 0.18;
const hueApart = 40;

/**
 * @param colours - `#rrggbb`, the most frequent first; may be empty
 * @param mood - the text that the page shows beside the theme
 */
export function themeFromColours(colours: readonly string[], mood: string): EnrichmentTheme {
  const vivid = colours
    .map((colour, index) => ({ colour, weight: chromaOf(colour) / (1 + index * 0.2) }))
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
    // The page draws a glow in the primary colour; the glow of a dark colour would be invisible.
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
