import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onPrefetch, prefetching } from './prefetch.ts';

it('a link prefetches its screen’s code on focus and on hover, and a failure has no effect', async () => {
  const user = userEvent.setup();
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  // No screen has this path, so that the loaders of the screens, which other test files of the worker use, stay.
  onPrefetch('/pantalla-de-prueba', load);
  render(
    <a href="#/pantalla-de-prueba" {...prefetching('/pantalla-de-prueba')}>
      Pantalla
    </a>,
  );
  await user.tab();
  expect(load).toHaveBeenCalledTimes(1);
  await user.hover(screen.getByRole('link'));
  expect(load).toHaveBeenCalledTimes(2);
});
