/** What the product calls languages that have no code of their own, or a usual name besides. */
const languageWords: Readonly<Record<string, string>> = {
  'es-419': 'Latino',
  'es-ES': 'Castellano',
  es: 'Español',
  dual: 'Dual',
  multi: 'Varios idiomas',
  vo: 'Versión original',
  'sub-es': 'Subtitulada',
  'sub-en': 'Subtitulada en inglés',
  'sub-pt': 'Subtitulada en portugués',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a code, or the code itself where nobody knows it or it is none. */
function nameOf(type: 'language' | 'region', code: string): string {
  try {
    return capital(new Intl.DisplayNames('es', { type, fallback: 'code' }).of(code) ?? code);
  } catch {
    return code;
  }
}

/** The Spanish name of a language as the reader of names writes it: «Latino» for `es-419`. */
export const nameOfLanguage = (code: string): string => languageWords[code] ?? nameOf('language', code);

/** The Spanish name of a country by its two letters: «México» for `mx`. */
export const nameOfCountry = (code: string): string => nameOf('region', code.toUpperCase());
