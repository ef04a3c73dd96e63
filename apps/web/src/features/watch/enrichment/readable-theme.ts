/*
 * What a page may take of a theme, whatever the theme says. A value that is none becomes the default one. Then the ground is
 * darkened, step by step, until the page's dimmest text reads on it and on its rows that are lit; and each colour that is
 * written or drawn on it is lightened until it reads on everything the page lays over that ground: the ground itself, a row that
 * is lit, a menu. A theme that reads already stays as it is, and so does what this has made.
 */
import { defaultTheme, themeAnimations, type EnrichmentTheme, type ThemeAnimation } from '@butaca/contract';
import { contrastOf, mixOf, readHex, tintOf, type Hex } from './colour.ts';

/** What a theme may be, where nobody has looked at it yet. */
export type GivenTheme = Partial<Record<keyof EnrichmentTheme, unknown>>;

/** Colours that read on a page, and how they come. */
export interface ReadableTheme {
  primary: Hex;
  secondary: Hex;
  accent: Hex;
  /** Of the ground, from the top of the page down. */
  from: Hex;
  to: Hex;
  /** Of titles. */
  ink: Hex;
  /** How dark panels are over the ground, from 0 to 1. */
  overlay: number;
  hasGlow: boolean;
  animation: ThemeAnimation;
}

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const leastContrast = 4.5;
/** Of titles, and of the tab that is open: they are no dimmer than what is read below them. */
export const leastTitleContrast = 10;
/** The widest difference between the channels of a title's colour, of 255: it is tinted, and does not glare. */
export const widestTint = 96;
/** Of what is drawn and says nothing. @see https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const leastDrawnContrast = 3;

/** The page's own colours that a theme meets; the sheet of tokens has them by these names. */
export const pageColours = {
  'ground-0': '#07080d',
  'ground-3': '#1b2030',
  'ink-1': '#f3f5fa',
  'ink-3': '#8f98ad',
} as const satisfies Record<string, Hex>;

const step = 0.05;

export function readTheme(given: GivenTheme): ReadableTheme {
  const colour = (key: keyof typeof defaultTheme): Hex => readHex(given[key]) ?? (defaultTheme[key] as Hex);
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

/** A ground, and the rows of the page that are lit over it: the chapter that plays, in its list, and what is pointed at. */
const layersOver = (ground: Hex): Hex[] => [
  ground,
  mixOf(mixOf(ground, pageColours['ground-0'], 0.45), pageColours['ink-1'], 0.1),
  mixOf(ground, pageColours['ink-1'], 0.06),
];

const darken = (ground: Hex): Hex =>
  approach(ground, pageColours['ground-0'], (colour) =>
    layersOver(colour).every((layer) => contrastOf(layer, pageColours['ink-3']) >= leastContrast),
  );

const lighten = (colour: Hex, grounds: readonly Hex[], least = leastContrast): Hex =>
  approach(colour, '#ffffff', (candidate) =>
    grounds.every((ground) => contrastOf(candidate, ground) >= least),
  );

const calm = (colour: Hex): Hex =>
  approach(colour, '#ffffff', (candidate) => tintOf(candidate) <= widestTint);

/** The first colour on the way to another with which it is right; the other one is right in any case. */
function approach(colour: Hex, goal: Hex, isRight: (colour: Hex) => boolean): Hex {
  for (let share = 0; share < 1; share += step) {
    const candidate = mixOf(colour, goal, share);
    if (isRight(candidate)) return candidate;
  }
  return goal;
}

function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}
