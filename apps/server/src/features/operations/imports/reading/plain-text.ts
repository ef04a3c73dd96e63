import { evenBlanks } from '@butaca/titles';

/** The most characters of an entry's name and of a group's name that are read. */
export const titleMaxLength = 500;
export const groupMaxLength = 500;

const control = /[\u0000-\u001f\u007f]/;
const controls = /[\u0000-\u001f\u007f]/g;
const halfCharacter = /[\ud800-\udbff]$/;

/** Removes control characters from a text of an imported M3U list and shortens the text. */
export function plain(text: string, maxLength: number): string {
  return cut(control.test(text) ? text.replace(controls, '') : text, maxLength).trim();
}

/**
 * Collapses blanks in a text of an imported M3U list and shortens it before regular expressions search it: a list may
 * hold a line of 64 KB.
 */
export function line(text: string, maxLength: number): string {
  return plain(evenBlanks(text), maxLength);
}

/**
 * Shortens a text of an imported M3U list without splitting a surrogate pair: Postgres would refuse half a pair, and
 * with it the whole list.
 */
export function cut(text: string, maxLength: number): string {
  return (text.length <= maxLength ? text : text.slice(0, maxLength)).replace(halfCharacter, '');
}
