/*
 * Makes the colour theme of a watch page readable and dark, from any colours that a model or an image gave. The text
 * keeps its colour if that is light, and is white otherwise. Both ends of the background gradient are darkened until
 * the text has enough contrast on them. Then the coloured texts are mixed with the text's colour until they have enough
 * contrast too.
 */
import { approachColour, contrastOf } from '@butaca/contract';

/** The minimum contrast of text on its background. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
const readable = 4.5;
const step = 0.06;
const white = '#ffffff';
const black = '#000000';

interface Coloured {
  primaryColor: string;
  secondaryColor: string;
  accentColor: string;
  gradientStart: string;
  gradientEnd: string;
  textColor: string;
}

/**
 * Returns the theme of a watch page with every text at a contrast of 4.5:1 or better on both ends of its background
 * gradient.
 */
export function makeReadable<T extends Coloured>(theme: T): T {
  // In the theme of a watch page, a text colour with a contrast below 12 on black would leave no room for a coloured
  // background.
  const textColor = contrastOf(theme.textColor, black) >= 12 ? theme.textColor : white;
  const ground = (colour: string) =>
    approachColour(colour, black, (moved) => contrastOf(moved, textColor) >= readable, step);
  const gradientStart = ground(theme.gradientStart);
  const gradientEnd = ground(theme.gradientEnd);
  const written = (colour: string) =>
    approachColour(
      colour,
      textColor,
      (moved) => contrastOf(moved, gradientStart) >= readable && contrastOf(moved, gradientEnd) >= readable,
      step,
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
