import { isHiddenValue } from '@butaca/contract';

/** A text that says something; `undefined` where it only says that nothing is known. @see the specification, section 5 */
export function readKnown(text: string): string | undefined {
  return isHiddenValue(text) ? undefined : text.trim();
}

/** Those of a list that say something, each once. */
export function readKnownList(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => readKnown(text) ?? []))];
}
