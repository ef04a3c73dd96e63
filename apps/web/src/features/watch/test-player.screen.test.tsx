import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';

const sentence = 'Este test solo funciona en dispositivos móviles';

describe('the test of the player in a browser', () => {
  it('says where it works, without header and footer, and leads back to the screen before', async () => {
    const { user, path, go } = await openApp('/series', { as: 'valentina' });
    await screen.findByRole('heading', { name: /^Series/ });
    await go('/test-player', { from: '/series' });
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    await screen.findByRole('heading', { name: sentence });
    expect(screen.queryByRole('navigation', { name: 'Principal' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(document.title).toBe('Prueba del reproductor · Butaca');
    const [back] = screen.getAllByRole('button', { name: 'Volver' });
    await user.click(back!);
    await screen.findByRole('heading', { name: /^Series/ });
    expect(path()).toBe('/series');
  });

  it('leads to the home page when its address was opened', async () => {
    const { user, path } = await openApp('/test-player', { as: 'valentina' });
    await screen.findByRole('heading', { name: sentence });
    const [back] = screen.getAllByRole('button', { name: 'Volver' });
    await user.click(back!);
    expect(path()).toBe('/');
  });

  it('is only for people who are signed in', async () => {
    const { path } = await openApp('/test-player');
    await screen.findByRole('button', { name: 'Entrar' });
    expect(path()).toBe('/login');
  });
});
