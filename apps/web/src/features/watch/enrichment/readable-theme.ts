/* Makes the colour theme of a watch page readable. An invalid value is replaced by its default. The background
   colours are darkened step by step until the page's dimmest text has enough contrast on the background and on
   highlighted rows; each colour of text or graphics is lightened until it has enough contrast on every layer: the
   background, a highlighted row, a menu. A theme with enough contrast stays as it is, and applying `readTheme`
   twice changes nothing. */
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

/** The colour theme of a film or series as the server sent it: any field may be missing or invalid. */
export type GivenTheme = Partial<Record<keyof EnrichmentTheme, unknown>>;

/** A validated colour theme for the watch page: colours with enough contrast, and the animation of the background. */
export interface ReadableTheme {
  primary: HexColour;
  secondary: HexColour;
  accent: HexColour;
  /** The upper and lower (`to`) colour of the background gradient of the watch page. */
  from: HexColour;
  to: HexColour;
  /** The text colour of the titles on the watch page. */
  ink: HexColour;
  /** The opacity of the dark layer between the page's background and a panel, from 0 to 1. */
  overlay: number;
  hasGlow: boolean;
  animation: ThemeAnimation;
}

/** The minimum contrast ratio of text. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const leastContrast = 4.5;
/**
 * The minimum contrast ratio of the titles and the selected tab on a themed watch page, higher than that of other text.
 */
export const leastTitleContrast = 10;
/**
 * The largest difference between the red, green and blue values (0–255) of a title's colour, so that the colour of a
 * theme only tints the nearly white titles.
 */
export const widestTint = 96;
/**
 * The minimum contrast ratio of decorative graphics in a theme colour.
 *
 * @see https://www.w3.org/TR/WCAG22/#non-text-contrast
 */
export const leastDrawnContrast = 3;

/**
 * The page colours against which a theme's contrast is computed, copied from the design tokens of the stylesheet
 * (`--ground-0` and so on).
 */
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
  const backgrounds = [...layersOver(from), ...layersOver(to), pageColours['ground-3']];
  return {
    primary: lighten(colour('primaryColor'), backgrounds),
    secondary: lighten(colour('secondaryColor'), [from, to], leastDrawnContrast),
    accent: lighten(colour('accentColor'), backgrounds, leastTitleContrast),
    from,
    to,
    ink: calm(lighten(colour('textColor'), backgrounds, leastTitleContrast)),
    overlay: readShare(given.overlayOpacity) ?? defaultTheme.overlayOpacity,
    hasGlow: given.glowEffect === true,
    animation:
      themeAnimations.find((animation) => animation === given.animationType) ?? defaultTheme.animationType,
  };
}

/**
 * The layers that text may stand on over a background colour of the watch page: the background itself, the row of the
 * chapter that plays, and the row under the pointer.
 */
const layersOver = (background: HexColour): HexColour[] => [
  background,
  mixOf(mixOf(background, pageColours['ground-0'], 0.45), pageColours['ink-1'], 0.1),
  mixOf(background, pageColours['ink-1'], 0.06),
];

const darken = (background: HexColour): HexColour =>
  approachColour(
    background,
    pageColours['ground-0'],
    (colour) => layersOver(colour).every((layer) => contrastOf(layer, pageColours['ink-3']) >= leastContrast),
    step,
  );

const lighten = (colour: HexColour, backgrounds: readonly HexColour[], least = leastContrast): HexColour =>
  approachColour(
    colour,
    '#ffffff',
    (candidate) => backgrounds.every((background) => contrastOf(candidate, background) >= least),
    step,
  );

const calm = (colour: HexColour): HexColour =>
  approachColour(colour, '#ffffff', (candidate) => tintOf(candidate) <= widestTint, step);

function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}
