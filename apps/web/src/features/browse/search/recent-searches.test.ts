import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetSearch, forgetSearches, readSearches, rememberSearch } from './recent-searches.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('recent searches', () => {
  it('are kept newest first, eight of them, each once whatever its letters', () => {
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

  it('are forgotten one by one and together, and are nobody else’s', () => {
    rememberSearch('valentina', 'uno');
    rememberSearch('valentina', 'dos');
    expect(readSearches('gerardo')).toEqual([]);
    expect(forgetSearch('valentina', 'uno')).toEqual(['dos']);
    expect(forgetSearches('valentina')).toEqual([]);
    expect(readSearches('valentina')).toEqual([]);
  });

  it.each(['{', 'null', '{"a":1}', '[1, null, "uno"]'])('are read from %s as far as it goes', (stored) => {
    localStorage.setItem('recentSearches:valentina', stored);
    expect(readSearches('valentina')).toEqual(stored.includes('uno') ? ['uno'] : []);
  });

  it('are none where nothing can be stored', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('no storage');
    });
    expect(readSearches('valentina')).toEqual([]);
  });
});
