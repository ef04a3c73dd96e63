import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PlanBadges } from './plan-badges.tsx';
import { SearchBar } from './search-bar.tsx';

function open(search = '') {
  const onSearch = vi.fn<(term: string) => void>();
  render(<SearchBar label="Buscar canal" placeholder="" className="" search={search} onSearch={onSearch} />);
  return {
    onSearch,
    user: userEvent.setup(),
    field: screen.getByRole('searchbox', { name: 'Buscar canal' }),
  };
}

describe('a search field with a button', () => {
  it('searches on Enter and on the button, with the term trimmed', async () => {
    const { user, field, onSearch } = open();
    await user.type(field, '  faro {Enter}');
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    expect(onSearch.mock.calls).toEqual([['faro'], ['faro']]);
  });

  it('does not search while the term is being typed', async () => {
    const { user, field, onSearch } = open();
    await user.type(field, 'faro');
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('clears the search at once when it is emptied', async () => {
    const { user, field, onSearch } = open('faro');
    expect((field as HTMLInputElement).value).toBe('faro');
    await user.clear(field);
    expect(onSearch.mock.calls).toEqual([['']]);
  });
});

describe('the plans in a row of a list', () => {
  it.each([
    [[], 'Todos'],
    [['premium'], 'Premium'],
    [['gplay', 'premium'], 'GPlayPremium'],
    [['cinefilo', 'sports', 'premium'], 'CinéfiloSports+1'],
    [['gplay', 'estandar', 'cinefilo', 'sports', 'premium'], 'GPlayEstándar+3'],
  ])('shows the plans %j as %s', (plans, expected) => {
    const { container } = render(<PlanBadges plans={plans} none="Todos" />);
    expect(container.textContent).toBe(expected);
  });
});
