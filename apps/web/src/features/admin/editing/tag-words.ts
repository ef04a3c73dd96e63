import { nameOfCountry, nameOfLanguage, tagCountries, tagLanguages } from '@butaca/contract';

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
