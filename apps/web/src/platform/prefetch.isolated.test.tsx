import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onPrefetch, prefetching } from './prefetch.ts';

it('fetches the code of a screen as its link is pointed at or has the focus, and nothing fails with it', async () => {
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
