/*
 * Lists every text that one slip of the keyboard could have turned into a given word: a letter too many, too few or
 * wrong, or two neighbouring letters exchanged. A word of n letters has about 74 n such texts, which are looked up in
 * the words of the catalogue; that needs no comparison with every word, however many titles there are.
 */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The shortest word, in letters, of which a slip is forgiven: of shorter ones too many other words are near. */
export const shortestForgiven = 4;
/** The same for a word that stands beside others, which together are in few titles. */
export const shortestBesideOthers = 3;
/** The longest word, in letters, of which a slip is forgiven. */
export const longestForgiven = 24;

/** Returns the texts from which a folded word (lower case, no accents) differs by one slip, without the word itself. */
export function listSlips(word: string): string[] {
  const slips = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const here = word.slice(at, at + 1);
    const after = word.slice(at + 1);
    if (here !== '') slips.add(before + after);
    if (after !== '') slips.add(before + after.slice(0, 1) + here + after.slice(1));
    for (const letter of letters) {
      if (here !== '') slips.add(before + letter + after);
      slips.add(before + letter + here + after);
    }
  }
  slips.delete(word);
  return [...slips];
}
