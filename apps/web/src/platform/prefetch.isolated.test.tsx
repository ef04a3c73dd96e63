import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onPrefetch, prefetching } from './prefetch.ts';

it('a link prefetches its screen’s code on focus and on hover, and a failure has no effect', async () => {
  const user = userEvent.setup();
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  onPrefetch('/series', load);
  render(
    <a href="#/series" {...prefetching('/series')}>
      Series
    </a>,
  );
  await user.tab();
  expect(load).toHaveBeenCalledTimes(1);
  await user.hover(screen.getByRole('link'));
  expect(load).toHaveBeenCalledTimes(2);
});
