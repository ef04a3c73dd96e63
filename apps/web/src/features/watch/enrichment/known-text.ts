import { isHiddenValue } from '@butaca/contract';

/**
 * Trims a text of the server's information about a title; returns `undefined` for a text that only says that nothing is
 * known, such as «No disponible».
 *
 * @see docs/requisitos.md, R5.8
 */
export function readKnown(text: string): string | undefined {
  return isHiddenValue(text) ? undefined : text.trim();
}

/**
 * The texts of a list in the server's information about a title, trimmed, without duplicates and without those that
 * only say that nothing is known.
 */
export function readKnownList(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => readKnown(text) ?? []))];
}
