/** A colour as the contract writes it: `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

type Channels = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`, whatever its case; nothing else is a colour, least of all what a style sheet would also take. */
export function readHex(value: unknown): Hex | undefined {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return undefined;
  return value.toLowerCase() as Hex;
}

/**
 * How well one colour reads on another, from 1 to 21.
 *
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrastOf(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Lays a share of one colour over another, from 0 to 1. */
export function mixOf(below: Hex, above: Hex, share: number): Hex {
  const from = channelsOf(below);
  const to = channelsOf(above);
  const mixed = from.map((channel, index) => channel + ((to[index] ?? channel) - channel) * share);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** How far a colour is from grey: the difference between its strongest and its weakest channel, from 0 to 255. */
export function tintOf(colour: Hex): number {
  const channels = channelsOf(colour);
  return Math.max(...channels) - Math.min(...channels);
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: Hex): Channels {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
