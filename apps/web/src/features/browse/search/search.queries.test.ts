import { describe, expect, it } from 'vitest';
import { canSearch, cutTerm } from './search.queries.ts';

describe('a typed search term', () => {
  it.each([
    ['x'.repeat(10_000), 'x'.repeat(100)],
    [`  ${'x'.repeat(200)}`, 'x'.repeat(100)],
    ['la casa ', 'la casa '],
    ['uno\ndos\u0000tres', 'uno dos tres'],
    [`${'x'.repeat(99)}🎬🎬`, 'x'.repeat(99)],
    ['roto \ud83c', 'roto  '],
  ])('is cut to the length that the server accepts (%#)', (typed, expected) => {
    expect(cutTerm(typed)).toBe(expected);
  });

  it.each([
    ['', false],
    ['   ', false],
    ['¿¡', false],
    ['a', true],
  ])('%j can be sent as a search: %s', (text, expected) => {
    expect(canSearch(text)).toBe(expected);
  });
});
