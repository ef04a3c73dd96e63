import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { memoryPage } from '../../../../test/memory-page.tsx';
import { LeaveGuard } from './leave-guard.tsx';

function open(isDirty: boolean) {
  const { router, Page } = memoryPage('/kids', '/admin?tab=add_vod');
  render(
    <Page>
      <LeaveGuard isDirty={() => isDirty} />
    </Page>,
  );
  return {
    path: () => createPath(router.place().location),
    go: (to: string | number) => act(async () => router.navigate(to)),
    user: userEvent.setup(),
  };
}
const choose = (name: string) => screen.findByRole('button', { name });
/** Whether the browser would ask the person for confirmation before it closes the page with the editor. */
const asksToClose = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('leaving an editor', () => {
  it.each(['/admin?tab=manage_vod', '/kids'])(
    'for %s asks for confirmation before unsaved changes are lost',
    async (to) => {
      const { go, path, user } = open(true);
      await go(to);
      expect(path()).toBe('/admin?tab=add_vod');
      await user.click(await choose('Salir sin guardar'));
      expect(path()).toBe(to);
    },
  );

  it('asks for confirmation before «back» loses unsaved changes', async () => {
    const { go, path, user } = open(true);
    await go(-1);
    expect(path()).toBe('/admin?tab=add_vod');
    await user.click(await choose('Salir sin guardar'));
    expect(path()).toBe('/kids');
  });

  it('keeps the editor open when the person chooses to go on editing', async () => {
    const { go, path, user } = open(true);
    await go('/kids');
    await user.click(await choose('Seguir editando'));
    expect(path()).toBe('/admin?tab=add_vod');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks nothing when nothing was typed, or when the page stays the same', async () => {
    const clean = open(false);
    await clean.go('/kids');
    expect(clean.path()).toBe('/kids');
    expect(asksToClose()).toBe(false);
  });

  it('asks for confirmation before the browser closes the page', () => {
    open(true);
    expect(asksToClose()).toBe(true);
  });
});
