import { act, renderHook } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { memoryPage } from '../../test/memory-page.tsx';
import { useDensity, useFilters, useSearchTerm } from './filters.ts';

/** Renders a hook on a screen with the given query in its URL. */
function on<T>(search: string, hook: () => T) {
  const { Page } = memoryPage({ pathname: '/series', search, state: { from: '/kids' } });
  const { result } = renderHook(() => ({ value: hook(), location: useLocation() }), { wrapper: Page });
  return {
    value: () => result.current.value,
    search: () => result.current.location.search,
    state: () => result.current.location.state as unknown,
  };
}

describe('the filters of a screen', () => {
  it('are read from the URL, and are empty when it has none', () => {
    const { value } = on('?genero=Drama&otro=x', useFilters);
    expect([value().read('genero'), value().read('seccion')]).toEqual(['Drama', '']);
  });

  it('are written to the URL without the empty ones, and the others and the history state stay', () => {
    const screen = on('?categoria=HBO&genero=Drama', useFilters);
    act(() => screen.value().change({ genero: '', buscar: 'faro y mar' }));
    expect(screen.search()).toBe('?categoria=HBO&buscar=faro+y+mar');
    expect(screen.state()).toEqual({ from: '/kids' });
  });
});

describe('the columns of a grid', () => {
  it.each([
    ['', 5],
    ['?columnas=4', 4],
    ['?columnas=3', 3],
    ['?columnas=5', 5],
    ['?columnas=99', 5],
    ['?columnas=4.0', 5],
    ['?columnas=', 5],
  ])('for the query %j number %i', (search, expected) => {
    expect(on(search, useDensity).value()[0]).toBe(expected);
  });

  it('are written to the URL, except the default', () => {
    const screen = on('?genero=Drama', useDensity);
    act(() => screen.value()[1](3));
    expect(screen.search()).toBe('?genero=Drama&columnas=3');
    act(() => screen.value()[1](5));
    expect(screen.search()).toBe('?genero=Drama');
  });
});

describe('the search field of a screen', () => {
  it('writes the typed term to the URL, and removes an empty one', () => {
    const screen = on('', useSearchTerm);
    act(() => screen.value().onType('faro'));
    expect([screen.value().typed, screen.search()]).toEqual(['faro', '?buscar=faro']);
    act(() => screen.value().onType(''));
    expect([screen.value().typed, screen.search()]).toEqual(['', '']);
  });

  it('cuts the term at the length the server accepts, without splitting an emoji', () => {
    const long = `${'a'.repeat(99)}😀`;
    const screen = on(`?buscar=${long}`, useSearchTerm);
    expect(screen.value().typed).toBe('a'.repeat(99));
    act(() => screen.value().onType(`${'b'.repeat(98)}😀c`));
    expect(screen.value().typed).toBe(`${'b'.repeat(98)}😀`);
    expect(screen.search()).toBe(`?${new URLSearchParams({ buscar: `${'b'.repeat(98)}😀` }).toString()}`);
  });

  it('is empty after the person has followed a link without a term', () => {
    const screen = on('?buscar=faro', useSearchTerm);
    act(() => screen.value().forget());
    expect(screen.value().typed).toBe('');
  });
});
