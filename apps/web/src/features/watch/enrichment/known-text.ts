import { isHiddenValue } from '@butaca/contract';

/** The text, or `undefined` where it only says that nothing is known. @see the specification, section 5 */
export function readKnown(text: string): string | undefined {
  return isHiddenValue(text) ? undefined : text.trim();
}

/** The texts of a list that say something, without duplicates. */
export function readKnownList(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => readKnown(text) ?? []))];
}
