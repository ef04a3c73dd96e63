import { foldText } from '@butaca/contract';
import { readItem, writeItem } from '../../../platform/session/session-storage.ts';

const maxRecentSearches = 8;
const keyOf = (username: string): string => `recentSearches:${username}`;

/**
 * Reads the recent searches of a person from localStorage, newest first; empty when the stored value cannot be read.
 */
export function readSearches(username: string): string[] {
  try {
    const stored: unknown = JSON.parse(readItem(keyOf(username)) ?? '[]');
    const texts: unknown[] = Array.isArray(stored) ? stored : [];
    return texts.filter((text) => typeof text === 'string').slice(0, maxRecentSearches);
  } catch {
    return [];
  }
}

/** Stores a search term as the newest recent search; an equal term that differs only in case or accents is replaced. */
export function rememberSearch(username: string, term: string): string[] {
  return keep(username, [term, ...without(readSearches(username), term)].slice(0, maxRecentSearches));
}

export function forgetSearch(username: string, term: string): string[] {
  return keep(username, without(readSearches(username), term));
}

export function forgetSearches(username: string): string[] {
  return keep(username, []);
}

function without(terms: readonly string[], term: string): string[] {
  return terms.filter((each) => foldText(each) !== foldText(term));
}

function keep(username: string, terms: string[]): string[] {
  writeItem(keyOf(username), JSON.stringify(terms));
  return terms;
}
