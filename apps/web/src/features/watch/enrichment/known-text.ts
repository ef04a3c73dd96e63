import { foldText, hiddenValues } from '@butaca/contract';

const hidden = new Set(hiddenValues.map((value) => foldText(value)));

/** A text that says something; `undefined` where it only says that nothing is known. @see the specification, section 5 */
export function readKnown(text: string): string | undefined {
  const said = text.trim();
  const folded = foldText(said).replace(/[\s.]+$/, '');
  return folded === '' || hidden.has(folded) ? undefined : said;
}

/** Those of a list that say something, each once. */
export function readKnownList(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => readKnown(text) ?? []))];
}
