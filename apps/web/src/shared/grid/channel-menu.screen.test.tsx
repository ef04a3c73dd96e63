import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';

describe('the menu of a channel’s card', () => {
  const open = async () => {
    const app = await openApp('/live-tv', { as: 'valentina' });
    const link = await screen.findByRole('link', { name: /^Musa/ });
    link.focus();
    await app.user.keyboard('{ContextMenu}');
    return { ...app, link };
  };

  it('adds the channel to «Mi lista», and returns the focus to the card', async () => {
    const { user, server, link } = await open();
    await user.click(await screen.findByRole('menuitem', { name: /Mi lista/ }));
    await waitFor(() =>
      expect(server.memory.favourites).toContainEqual({
        username: 'valentina',
        itemType: 'channel',
        itemId: 'musa',
      }),
    );
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('closes on Escape without opening the channel', async () => {
    const { user, path, link } = await open();
    await screen.findByRole('menuitem', { name: /Mi lista/ });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(path()).toBe('/live-tv');
  });
});
