/*
 * Makes a theme safe for a page. An invalid value is replaced by the default one. The ground is darkened step by step until the
 * page's dimmest text has enough contrast on it and on its highlighted rows; each colour of text or graphics is lightened until
 * it has enough contrast on every layer over that ground: the ground itself, a highlighted row, a menu. A theme with enough
 * contrast stays as it is, and applying the function twice changes nothing.
 */
import {
  approachColour,
  contrastOf,
  defaultTheme,
  mixOf,
  readHex,
  themeAnimations,
  tintOf,
  type EnrichmentTheme,
  type HexColour,
  type ThemeAnimation,
} from '@butaca/contract';

/** A theme that was not validated yet. */
export type GivenTheme = Partial<Record<keyof EnrichmentTheme, unknown>>;

/** Colours with enough contrast on a page, and how they are animated. */
export interface ReadableTheme {
  primary: HexColour;
  secondary: HexColour;
  accent: HexColour;
  /** The colours of the ground's gradient, from the top of the page down. */
  from: HexColour;
  to: HexColour;
  /** The colour of titles. */
  ink: HexColour;
  /** How dark panels are over the ground, from 0 to 1. */
  overlay: number;
  hasGlow: boolean;
  animation: ThemeAnimation;
}

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const leastContrast = 4.5;
/** The minimum contrast of titles and of the selected tab, higher than that of other text. */
export const leastTitleContrast = 10;
/** The widest difference between the channels of a title's colour, of 255: it is tinted, and does not glare. */
export const widestTint = 96;
/** The minimum contrast of decorative graphics. @see https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const leastDrawnContrast = 3;

/** The page's own colours, by their names in the stylesheet of tokens. */
export const pageColours = {
  'ground-0': '#07080d',
  'ground-3': '#1b2030',
  'ink-1': '#f3f5fa',
  'ink-3': '#8f98ad',
} as const satisfies Record<string, HexColour>;

const step = 0.05;

export function readTheme(given: GivenTheme): ReadableTheme {
  const colour = (key: keyof typeof defaultTheme): HexColour =>
    readHex(given[key]) ?? (defaultTheme[key] as HexColour);
  const from = darken(colour('gradientStart'));
  const to = darken(colour('gradientEnd'));
  const grounds = [...layersOver(from), ...layersOver(to), pageColours['ground-3']];
  return {
    primary: lighten(colour('primaryColor'), grounds),
    secondary: lighten(colour('secondaryColor'), [from, to], leastDrawnContrast),
    accent: lighten(colour('accentColor'), grounds, leastTitleContrast),
    from,
    to,
    ink: calm(lighten(colour('textColor'), grounds, leastTitleContrast)),
    overlay: readShare(given.overlayOpacity) ?? defaultTheme.overlayOpacity,
    hasGlow: given.glowEffect === true,
    animation:
      themeAnimations.find((animation) => animation === given.animationType) ?? defaultTheme.animationType,
  };
}

/** A ground, and its highlighted rows: the playing chapter, and the row under the pointer. */
const layersOver = (ground: HexColour): HexColour[] => [
  ground,
  mixOf(mixOf(ground, pageColours['ground-0'], 0.45), pageColours['ink-1'], 0.1),
  mixOf(ground, pageColours['ink-1'], 0.06),
];

const darken = (ground: HexColour): HexColour =>
  approachColour(
    ground,
    pageColours['ground-0'],
    (colour) => layersOver(colour).every((layer) => contrastOf(layer, pageColours['ink-3']) >= leastContrast),
    step,
  );

const lighten = (colour: HexColour, grounds: readonly HexColour[], least = leastContrast): HexColour =>
  approachColour(
    colour,
    '#ffffff',
    (candidate) => grounds.every((ground) => contrastOf(candidate, ground) >= least),
    step,
  );

const calm = (colour: HexColour): HexColour =>
  approachColour(colour, '#ffffff', (candidate) => tintOf(candidate) <= widestTint, step);

function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}
