import { foldText } from '../shared/fold.ts';

/**
 * Texts by which an enrichment field says that its value is unknown; such a field is hidden.
 *
 * @see the specification, section 5
 */
export const hiddenValues: readonly string[] = ['No disponible', 'Información no disponible'];

/** Whether a text is empty or one of the «unknown» texts, regardless of case, accents and final full stops. */
export function isHiddenValue(text: string): boolean {
  const said = foldText(text).replace(/[\s.]+$/, '');
  return said === '' || hiddenValues.some((value) => foldText(value) === said);
}

export const themeAnimations = ['fade', 'slide', 'pulse', 'none'] as const;
export type ThemeAnimation = (typeof themeAnimations)[number];

/** The theme colours of a watch page without enrichment. @see the specification, section 9 (theme defaults) */
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
