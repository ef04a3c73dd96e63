import { isHiddenValue } from '@butaca/contract';

/** Returns a text trimmed, or `undefined` if the text only says that nothing is known. @see the specification, section 5 */
export function readKnown(text: string): string | undefined {
  return isHiddenValue(text) ? undefined : text.trim();
}

/** The known texts of a list, trimmed and without duplicates. */
export function readKnownList(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => readKnown(text) ?? []))];
}
