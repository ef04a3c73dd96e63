import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LeaveGuard } from './leave-guard.tsx';

function open(isDirty: boolean) {
  const router = createMemoryRouter([{ path: '/*', element: <LeaveGuard isDirty={() => isDirty} /> }], {
    initialEntries: ['/admin?tab=add_vod'],
  });
  render(<RouterProvider router={router} />);
  return {
    path: () => router.state.location.pathname + router.state.location.search,
    go: (to: string) => act(async () => router.navigate(to)),
    user: userEvent.setup(),
  };
}
const choose = (name: string) => screen.findByRole('button', { name });
/** Whether the browser would ask the person for confirmation before it closes the page with the editor. */
const asksToClose = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('an editor that is left', () => {
  it.each(['/admin?tab=manage_vod', '/kids'])('for %s asks before what was typed is lost', async (to) => {
    const { go, path, user } = open(true);
    await go(to);
    expect(path()).toBe('/admin?tab=add_vod');
    await user.click(await choose('Salir sin guardar'));
    expect(path()).toBe(to);
  });

  it('stays open where the person goes on editing', async () => {
    const { go, path, user } = open(true);
    await go('/kids');
    await user.click(await choose('Seguir editando'));
    expect(path()).toBe('/admin?tab=add_vod');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks nothing where nothing was typed, or where the page stays the same', async () => {
    const clean = open(false);
    await clean.go('/kids');
    expect(clean.path()).toBe('/kids');
    expect(asksToClose()).toBe(false);
  });

  it('asks before the page is closed', () => {
    open(true);
    expect(asksToClose()).toBe(true);
  });
});
