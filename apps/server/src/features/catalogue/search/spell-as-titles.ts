import { foldText } from '@butaca/contract';

/**
 * Returns a folded text (lower case, no accents) with those of its words that the given texts contain as they are written
 * there, in lower case: «senor» becomes «señor».
 */
export function spellAsTitles(folded: string, texts: readonly string[]): string {
  const spelt = new Map<string, string>();
  for (const word of texts.flatMap((text) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])) {
    const key = foldText(word);
    if (!spelt.has(key)) spelt.set(key, word.toLowerCase());
  }
  return folded
    .split(' ')
    .map((word) => spelt.get(word) ?? word)
    .join(' ');
}
