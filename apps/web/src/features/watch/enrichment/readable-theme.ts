/*
 * Makes a theme readable. An invalid value is replaced by its default. The background colours are darkened step by step
 * until the page's dimmest text has enough contrast on the background and on highlighted rows; each colour of text or
 * graphics is lightened until it has enough contrast on every layer: the background, a highlighted row, a menu. A theme
 * with enough contrast stays as it is, and applying the function twice changes nothing.
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

/** A theme from the server whose values have not been validated yet. */
export type GivenTheme = Partial<Record<keyof EnrichmentTheme, unknown>>;

/** A validated theme: colours with enough contrast on the page, and the animation of its background. */
export interface ReadableTheme {
  primary: HexColour;
  secondary: HexColour;
  accent: HexColour;
  /** The colours of the background gradient, from the top of the page down. */
  from: HexColour;
  to: HexColour;
  /** The text colour of titles. */
  ink: HexColour;
  /** The opacity of the dark layer between the background and a panel, from 0 to 1. */
  overlay: number;
  hasGlow: boolean;
  animation: ThemeAnimation;
}

/** The minimum contrast ratio of text. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const leastContrast = 4.5;
/** The minimum contrast ratio of titles and of the selected tab, higher than that of other text. */
export const leastTitleContrast = 10;
/**
 * The largest difference between the red, green and blue values (0–255) of a title's colour, so that titles are only
 * tinted.
 */
export const widestTint = 96;
/** The minimum contrast ratio of decorative graphics. @see https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const leastDrawnContrast = 3;

/** The page's own colours, under the names that they have in the stylesheet of tokens. */
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

/**
 * The layers over a background colour: the background itself, the row of the playing chapter, and the row under the
 * pointer.
 */
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
