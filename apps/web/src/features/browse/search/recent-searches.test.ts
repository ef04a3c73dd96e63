import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetSearch, forgetSearches, readSearches, rememberSearch } from './recent-searches.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('recent searches', () => {
  it('are kept newest first, up to eight, without duplicates in case or accents', () => {
    for (const term of ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'])
      rememberSearch('valentina', term);
    rememberSearch('valentina', 'DÓS');
    expect(readSearches('valentina')).toEqual([
      'DÓS',
      'nueve',
      'ocho',
      'siete',
      'seis',
      'cinco',
      'cuatro',
      'tres',
    ]);
  });

  it('are deleted one by one or all together, and belong to one person', () => {
    rememberSearch('valentina', 'uno');
    rememberSearch('valentina', 'dos');
    expect(readSearches('gerardo')).toEqual([]);
    expect(forgetSearch('valentina', 'uno')).toEqual(['dos']);
    expect(forgetSearches('valentina')).toEqual([]);
    expect(readSearches('valentina')).toEqual([]);
  });

  it.each(['{', 'null', '{"a":1}', '[1, null, "uno"]'])(
    'are read from the stored %s as far as it is valid',
    (stored) => {
      localStorage.setItem('recentSearches:valentina', stored);
      expect(readSearches('valentina')).toEqual(stored.includes('uno') ? ['uno'] : []);
    },
  );

  it('are empty when the browser denies storage', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(readSearches('valentina')).toEqual([]);
  });
});
