import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { SideList } from './side-list.tsx';

function open(chosen = 'netflix') {
  const [onChoose, onNear] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const items = [
    { value: '', label: 'Todas', to: '/series' },
    { value: 'netflix', label: 'Netflix', to: '/series?categoria=netflix', onNear },
  ];
  const list = <SideList label="Categorías" items={items} chosen={chosen} onChoose={onChoose} />;
  const router = createMemoryRouter([{ path: '/series', element: list }], {
    initialEntries: ['/series?categoria=netflix'],
  });
  render(<RouterProvider router={router} />);
  return { router, onChoose, onNear, user: userEvent.setup() };
}
const currentOnes = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent);

it('marks the chosen item, and none where what was chosen is not there', () => {
  open();
  expect(currentOnes()).toEqual(['Netflix']);
  screen.getByRole('navigation', { name: 'Categorías' });
});

it('marks none where the URL names an unknown item', () => {
  open('otra');
  expect(currentOnes()).toEqual([]);
});

it('follows an item in place of the present page, so that «back» leaves the screen', async () => {
  const { router, user, onChoose } = open();
  await user.click(screen.getByRole('link', { name: 'Todas' }));
  expect(router.state.location.search).toBe('');
  expect(router.state.historyAction).toBe('REPLACE');
  expect(onChoose).toHaveBeenCalledOnce();
});

it('tells that an item is near when it is pointed at or focused', async () => {
  const { user, onNear } = open();
  await user.hover(screen.getByRole('link', { name: 'Netflix' }));
  expect(onNear).toHaveBeenCalledOnce();
  await user.tab();
  await user.tab();
  expect(onNear).toHaveBeenCalledTimes(2);
});
