import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { NavigationType } from 'react-router';
import { expect, it, vi } from 'vitest';
import { memoryPage } from '../../../test/memory-page.tsx';
import { SideList } from './side-list.tsx';

function open(chosen = 'netflix') {
  const [onChoose, onNear] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const items = [
    { value: '', label: 'Todas', to: '/series' },
    { value: 'netflix', label: 'Netflix', to: '/series?categoria=netflix', onNear },
  ];
  const list = <SideList label="Categorías" items={items} chosen={chosen} onChoose={onChoose} />;
  const { router, Page } = memoryPage('/series?categoria=netflix');
  render(<Page>{list}</Page>);
  return { router, onChoose, onNear, user: userEvent.setup() };
}
const currentOnes = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent);

it('the side list marks the chosen item as current', () => {
  open();
  expect(currentOnes()).toEqual(['Netflix']);
  screen.getByRole('navigation', { name: 'Categorías' });
});

it('the side list marks no item when the URL names an unknown one', () => {
  open('otra');
  expect(currentOnes()).toEqual([]);
});

it('an item of the side list replaces the history entry, so that «back» leaves the screen', async () => {
  const { router, user, onChoose } = open();
  await user.click(screen.getByRole('link', { name: 'Todas' }));
  expect(router.place().location.search).toBe('');
  expect(router.place().type).toBe(NavigationType.Replace);
  expect(onChoose).toHaveBeenCalledOnce();
});

it('the side list calls onNear when an item is hovered or focused', async () => {
  const { user, onNear } = open();
  await user.hover(screen.getByRole('link', { name: 'Netflix' }));
  expect(onNear).toHaveBeenCalledOnce();
  await user.tab();
  await user.tab();
  expect(onNear).toHaveBeenCalledTimes(2);
});
