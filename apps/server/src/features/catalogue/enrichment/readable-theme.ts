/*
 * Whatever colours a theme brings, what is written stays readable, and the page stays dark: the text is the theme's own if it
 * is light, else white; both ends of the gradient are darkened until the text reads on them; then the coloured texts are
 * moved towards the text until they read too.
 */

/** Text against its ground. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
const readable = 4.5;
const step = 0.06;
const white = '#ffffff';
const black = '#000000';

type Rgb = readonly [red: number, green: number, blue: number];

/** @param colour - `#rrggbb` */
export function readRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toColour(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** @param part - of `second`, 0–1 */
export function mix(first: string, second: string, part: number): string {
  const [a, b] = [readRgb(first), readRgb(second)];
  const at = (index: 0 | 1 | 2): number => a[index] + (b[index] - a[index]) * part;
  return toColour([at(0), at(1), at(2)]);
}

/** 0 for black to 1 for white. @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = readRgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 for the same colour to 21 for black on white. */
export function contrastOf(first: string, second: string): number {
  const [dark, light] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Moves a colour towards another until it is good, or is that colour. */
function move(colour: string, towards: string, isGood: (colour: string) => boolean): string {
  for (let part = 0; part < 1; part += step) {
    const moved = mix(colour, towards, part);
    if (isGood(moved)) return moved;
  }
  return towards;
}

interface Coloured {
  primaryColor: string;
  secondaryColor: string;
  accentColor: string;
  gradientStart: string;
  gradientEnd: string;
  textColor: string;
}

/** The same theme with every text at 4.5:1 or better on both ends of its gradient. */
export function makeReadable<T extends Coloured>(theme: T): T {
  // Only what is light against black leaves room for grounds that have a colour.
  const textColor = contrastOf(theme.textColor, black) >= 12 ? theme.textColor : white;
  const ground = (colour: string) => move(colour, black, (moved) => contrastOf(moved, textColor) >= readable);
  const gradientStart = ground(theme.gradientStart);
  const gradientEnd = ground(theme.gradientEnd);
  const written = (colour: string) =>
    move(
      colour,
      textColor,
      (moved) => contrastOf(moved, gradientStart) >= readable && contrastOf(moved, gradientEnd) >= readable,
    );
  return {
    ...theme,
    textColor,
    gradientStart,
    gradientEnd,
    primaryColor: written(theme.primaryColor),
    secondaryColor: written(theme.secondaryColor),
    accentColor: written(theme.accentColor),
  };
}
