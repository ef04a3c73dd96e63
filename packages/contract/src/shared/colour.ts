/** A colour as the API sends it: `#rrggbb` in lower case. */
export type HexColour = `#${string}`;

type Channels = readonly [red: number, green: number, blue: number];

/**
 * Reads an untrusted value as a colour `#rrggbb`, in upper or lower case; gives `undefined` for any other value, such
 * as `red` or `url(…)`.
 */
export function readHex(value: unknown): HexColour | undefined {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return undefined;
  return value.toLowerCase() as HexColour;
}

/** The red, green and blue parts of a colour `#rrggbb`, each from 0 to 255. */
export function channelsOf(colour: string): Channels {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** The colour `#rrggbb` with the given red, green and blue parts, each from 0 to 255 and rounded to whole numbers. */
export function hexOf(channels: readonly number[]): HexColour {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The hue of a colour in degrees, 0 for a grey. @see https://www.w3.org/TR/css-color-4/#rgb-to-hsl */
export function hueOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range === 0) return 0;
  if (max === red) return (60 * ((green - blue) / range) + 360) % 360;
  return max === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}

/** The contrast ratio of two colours by WCAG, from 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Mixes two colours, as if `above` were painted half-transparent over `below`.
 *
 * @param share - the opacity of `above`, from 0 to 1
 */
export function mixOf(below: string, above: string, share: number): HexColour {
  const from = channelsOf(below);
  const to = channelsOf(above);
  const mixed = from.map((channel, index) => channel + ((to[index] ?? channel) - channel) * share);
  return hexOf(mixed);
}

/** How colourful a colour is: the difference between its strongest and weakest RGB part, from 0 for a grey to 255. */
export function tintOf(colour: string): number {
  const channels = channelsOf(colour);
  return Math.max(...channels) - Math.min(...channels);
}

/**
 * A colour's relative luminance by WCAG, from 0 (black) to 1 (white).
 *
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Mixes a colour with the colour `goal` in equal steps until the mixture passes the test `isRight`, such as enough
 * contrast; gives `goal` if no mixture passes.
 */
export function approachColour<Goal extends string>(
  colour: string,
  goal: Goal,
  isRight: (colour: HexColour) => boolean,
  step: number,
): HexColour | Goal {
  for (let share = 0; share < 1; share += step) {
    const candidate = mixOf(colour, goal, share);
    if (isRight(candidate)) return candidate;
  }
  return goal;
}
