import { foldText } from '../shared/fold.ts';

/** Values that say that nothing is known; such a field is not shown. @see the specification, section 5 */
export const hiddenValues: readonly string[] = ['No disponible', 'Información no disponible'];

/** Whether a text says nothing, or only that nothing is known, however it is written. */
export function isHiddenValue(text: string): boolean {
  const said = foldText(text).replace(/[\s.]+$/, '');
  return said === '' || hiddenValues.some((value) => foldText(value) === said);
}

export const themeAnimations = ['fade', 'slide', 'pulse', 'none'] as const;
export type ThemeAnimation = (typeof themeAnimations)[number];

/** The colours of a page about which nothing is known. @see the specification, section 9 (theme defaults) */
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
