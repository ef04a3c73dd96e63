import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressSearch } from './address-search.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Renders the search field of an administration list whose URL has the given search term. */
function open(search: string) {
  const onSearch = vi.fn<(term: string) => void>();
  const field = (term: string) => (
    <AddressSearch label="Buscar usuario" placeholder="" search={term} onSearch={onSearch} />
  );
  const { rerender } = render(field(search));
  const input = screen.getByRole<HTMLInputElement>('searchbox');
  return {
    onSearch,
    input,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    goTo: (term: string) => rerender(field(term)),
    rest: () => act(() => void vi.advanceTimersByTime(2_000)),
  };
}

describe('a list’s search field that is kept in the URL', () => {
  it('writes the term when typing pauses, and only the last one', () => {
    const { type, rest, onSearch } = open('');
    type('an');
    type(' ana ');
    expect(onSearch).not.toHaveBeenCalled();
    rest();
    expect(onSearch.mock.calls).toEqual([['ana']]);
  });

  it('writes nothing when the term equals that of the URL again', () => {
    const { type, rest, onSearch } = open('ana');
    type('anab');
    type('ana');
    rest();
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('clears the search at once when it is emptied', () => {
    const { type, onSearch } = open('ana');
    type('');
    expect(onSearch.mock.calls).toEqual([['']]);
  });

  it('shows the term of a changed URL, and does not overwrite it with an older one', () => {
    const { type, goTo, rest, onSearch, input } = open('ana');
    type('anab');
    goTo('luis');
    expect(input.value).toBe('luis');
    rest();
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('keeps a space typed before the next word', () => {
    const { type, goTo, rest, input } = open('');
    type('ana ');
    rest();
    goTo('ana');
    expect(input.value).toBe('ana ');
  });
});
