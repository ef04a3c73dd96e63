/**
 * Cyrillic and Greek letters, lower case, that look like a Latin one, and Latin letters that no decomposition turns into the
 * plain one.
 *
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
const lookAlikes = new Map([
  ...pairs('авсԁеһніјкӏмор', 'abcdehhijklmop'),
  ...pairs('ԛѕтуүѵԝх', 'qstyyvwx'),
  ...pairs('αβεηικνορτυχϲϳ', 'abenikvoptuxcj'),
  ...pairs('ıłøđħŧ', 'ilodht'),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);

function pairs(letters: string, alike: string): [string, string][] {
  return Array.from(letters, (letter, index) => [letter, alike[index] ?? letter]);
}

/**
 * Folds a user name, so that spellings that differ in case, accents, Unicode forms, blanks at the ends, or in letters that look
 * alike are one name: «José», «jose» and « JOSÉ ».
 */
export const foldUsername = (username: string): string =>
  username
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^ -~]/gu, (letter) => lookAlikes.get(letter) ?? letter)
    .trim();
