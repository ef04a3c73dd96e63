import { tagCountries, tagLanguages } from '@butaca/contract';

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

const languageNames = new Intl.DisplayNames('es', { type: 'language', fallback: 'code' });
const countryNames = new Intl.DisplayNames('es', { type: 'region', fallback: 'code' });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a code, or the code itself where nobody knows it or it is none. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return capital(names.of(code) ?? code);
  } catch {
    return code;
  }
}

/** The Spanish name of a language as the reader of names writes it: «Latino» for `es-419`. */
export const nameOfLanguage = (code: string): string => languageWords[code] ?? nameOf(languageNames, code);

/** The Spanish name of a country by its two letters: «México» for `mx`. */
export const nameOfCountry = (code: string): string => nameOf(countryNames, code.toUpperCase());

export interface NamedCode {
  value: string;
  label: string;
}

/** The languages that an administrator can choose; those that lists name most come first. */
export const languageOptions: readonly NamedCode[] = tagLanguages.map((value) => ({
  value,
  label: nameOfLanguage(value),
}));

/** The countries that an administrator can choose, in the order of their names. */
export const countryOptions: readonly NamedCode[] = tagCountries
  .map((value) => ({ value, label: nameOfCountry(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'es'));

/** What is known of an address besides, as one line of text: «Latino · FHD»; empty where nothing is. */
export const describeTags = (tags: {
  languages: readonly string[];
  quality: string | null;
  edition?: string | null;
}): string =>
  [...tags.languages.map(nameOfLanguage), tags.quality, tags.edition]
    .filter((part) => Boolean(part))
    .join(' · ');
