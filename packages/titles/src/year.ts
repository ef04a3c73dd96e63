/** The first year of a film that lists name; before it there are no films with titles. */
const firstYear = 1900;
const fourDigits = /^\d{4}$/;
const yearRange = /^(\d{4}) ?[-–] ?(?:\d{4}|\d{2})?$/;

/** Reads a word that is a year. @param latestYear - the last year that counts as one */
export function isYear(word: string, latestYear: number): number | undefined {
  if (word.length !== 4 || !fourDigits.test(word)) return undefined;
  const year = Number(word);
  return year >= firstYear && year <= latestYear ? year : undefined;
}

/** Reads a year or the first year of a range: `2011-2019`, `2015–`. */
export function readYearRange(text: string, latestYear: number): number | undefined {
  const first = yearRange.exec(text)?.[1] ?? text;
  return isYear(first, latestYear);
}

/**
 * Titles that end in a year without brackets, folded. Behind any other title a year is the year in which the film came
 * out: «Volver 2006».
 */
const yearTitles: ReadonlySet<string> = new Set([
  'mujer maravilla 1984',
  'wonder woman 1984',
  'argentina 1985',
  'espacio 1999',
  'space 1999',
  'cosmos 1999',
  'verano 1993',
  'estiu 1993',
  'madrid 1987',
  'dracula 2000',
  'dracula 2001',
  'carrera mortal 2000',
  'death race 2000',
  'class of 1984',
  'class of 1999',
  'curso 1984',
  'la clase de 1984',
  'aeropuerto 1975',
  'airport 1975',
  'la calle del terror 1994',
  'la calle del terror 1978',
  'fear street 1994',
  'fear street 1978',
  'american horror story 1984',
  'novecento 1900',
  'berlin 1945',
  'dunkerque 1940',
  'sarajevo 1914',
  'chernobyl 1986',
  'el ano 2000',
  'fantasia 2000',
  'munich 1938',
  'v h s 1999',
  'vhs 1994',
  'v/h/s 1999',
  'v/h/s/99',
  'summer of 1984',
  'verano del 84',
  'verano de 1984',
  'verano de 1993',
  'verano de 1985',
  'paris 1919',
  'mayo de 1968',
  'santiago 1973',
  'misterio 1920',
  'cherry 2000',
  'sealab 2021',
  'godzilla 2000',
  'back to 1942',
  'regreso a 1942',
  'escape 2000',
  'doomsday 2012',
]);

/** Whether a title, folded and with its year, is one that ends in a year; a comma may stand before the year. */
export function isYearTitle(folded: string): boolean {
  return yearTitles.has(folded.replace(', ', ' '));
}
