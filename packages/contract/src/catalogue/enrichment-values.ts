import { foldText } from '../shared/fold.ts';

/**
 * Texts that mean «unknown» in a generated field of the watch page (director, cast, trivia, …); the page hides a field
 * with one of these values.
 *
 * @see docs/requisitos.md, R5.8
 */
export const hiddenValues: readonly string[] = ['No disponible', 'Información no disponible'];

/**
 * Whether a generated text about a title is empty or means «unknown» («No disponible», …), regardless of case, accents
 * and final full stops.
 */
export function isHiddenValue(text: string): boolean {
  const folded = withoutFullStops(foldText(text));
  return folded === '' || hiddenValues.some((value) => foldText(value) === folded);
}

function withoutFullStops(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export const themeAnimations = ['fade', 'slide', 'pulse', 'none'] as const;
export type ThemeAnimation = (typeof themeAnimations)[number];

/**
 * The colours of a watch page for which the server has no generated colour theme yet.
 *
 * @see docs/requisitos.md, R9.16
 */
export const defaultTheme = {
  primaryColor: '#00e5ff',
  secondaryColor: '#ff00ff',
  accentColor: '#ffffff',
  gradientStart: '#1a1a2e',
  gradientEnd: '#16213e',
  mood: '',
  textColor: '#ffffff',
  overlayOpacity: 0.8,
  glowEffect: false,
  animationType: 'fade',
  source: 'fallback',
} as const;
