import type { FakeServer } from '@butaca/testing';
import { fakePassword } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const fresh = 'clave nueva y mía';

async function fill(
  { user }: OpenedApp,
  values: { current?: string; next: string; again?: string },
  label: string,
) {
  if (values.current !== undefined) await user.type(screen.getByLabelText(label), values.current);
  await user.type(screen.getByLabelText('Contraseña nueva'), values.next);
  await user.type(screen.getByLabelText('Confirmar contraseña nueva'), values.again ?? values.next);
  await user.click(screen.getByRole('button', { name: 'Cambiar contraseña' }));
}

describe('«Cambiar contraseña» in the person’s own menu', () => {
  async function openDialog(prepare?: (server: FakeServer) => void): Promise<OpenedApp> {
    const app = await openApp('/live-tv', { as: 'valentina', ...(prepare && { prepare }) });
    await app.user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Cambiar contraseña' }));
    await screen.findByRole('dialog', { name: 'Cambiar contraseña' });
    return app;
  }

  it('changes the password, confirms it and closes', async () => {
    const app = await openDialog();
    await fill(app, { current: fakePassword, next: fresh }, 'Contraseña actual');
    await screen.findByText('Contraseña cambiada.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.memory.accounts.get('valentina')?.password).toBe(fresh);
    expect(app.path()).toBe('/live-tv');
  });

  it.each([
    [
      'two that differ',
      { current: fakePassword, next: fresh, again: 'otra' },
      'Las contraseñas no coinciden.',
    ],
    ['the wrong current one', { current: 'no es', next: fresh }, 'La contraseña actual no es correcta.'],
    [
      'a well-known one',
      { current: fakePassword, next: 'contraseña' },
      'Esa contraseña es demasiado conocida. Elige otra que solo tú sepas.',
    ],
    [
      'a short one',
      { current: fakePassword, next: 'corta' },
      'La contraseña debe tener al menos 8 caracteres.',
    ],
  ])('shows in the form why it refuses %s', async (_what, values, sentence) => {
    const app = await openDialog();
    await fill(app, values, 'Contraseña actual');
    await screen.findByText(sentence);
    expect(app.server.memory.accounts.get('valentina')?.password).toBe(fakePassword);
  });

  it('shows its own sentence when the connection breaks', async () => {
    const app = await openDialog((server) => server.dropNext('PUT /api/auth/password'));
    await fill(app, { current: fakePassword, next: fresh }, 'Contraseña actual');
    await screen.findByText('No se pudo cambiar la contraseña.');
  });

  it('opens from the mobile menu too', async () => {
    const { user } = await openApp('/live-tv', { as: 'valentina' });
    await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
    await user.click(drawer.getByRole('button', { name: 'Cambiar contraseña' }));
    await screen.findByRole('dialog', { name: 'Cambiar contraseña' });
  });
});

describe('a person who signs in with a one-time password', () => {
  const oneTime = 'unica-valentina-1';
  async function signIn(isFresh = true): Promise<OpenedApp> {
    const app = await openApp('/peliculas', {
      prepare: ({ memory }) => {
        memory.areLoginsFresh = isFresh;
        const account = memory.accounts.get('valentina');
        if (account !== undefined) Object.assign(account, { password: oneTime, oneTimePassword: 'fresh' });
      },
    });
    await app.user.type(await screen.findByLabelText('Usuario'), 'valentina');
    await app.user.type(screen.getByLabelText('Contraseña'), oneTime);
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    await screen.findByRole('heading', { name: 'Elige tu contraseña' });
    screen.getByText(/^Ya estás dentro\. Elige tu contraseña/);
    return app;
  }

  it('chooses their own password first, then reaches the page they were heading for', async () => {
    const app = await signIn();
    expect(screen.queryByRole('banner')).toBeNull();
    await app.user.keyboard('{Escape}');
    await app.go('/series');
    screen.getByRole('heading', { name: 'Elige tu contraseña' });
    await app.go('/peliculas');
    expect(app.calls().filter((call) => call.includes('/api/videos'))).toEqual([]);
    expect(screen.queryByLabelText('Contraseña de un solo uso')).toBeNull();
    await fill(app, { next: fresh }, '');
    await screen.findByRole('heading', { level: 1, name: 'Películas' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
      username: 'valentina',
      role: 'user',
      plan: 'premium',
    });
  });

  it('types the one-time password again when the login is too long ago', async () => {
    const app = await signIn(false);
    await fill(app, { next: fresh }, '');
    await screen.findByText('Escribe tu contraseña actual.');
    await app.user.type(screen.getByLabelText('Contraseña de un solo uso'), oneTime);
    await app.user.click(screen.getByRole('button', { name: 'Cambiar contraseña' }));
    await screen.findByRole('heading', { level: 1, name: 'Películas' });
  });

  it('is let in in a second tab once the first tab has set the password', async () => {
    const app = await signIn();
    app.server.memory.accounts.set('valentina', {
      username: 'valentina',
      password: fresh,
      role: 'user',
      plan: 'premium',
      isActive: true,
    });
    // What another tab stores in localStorage when the person replaces the one-time password there; the token stays the
    // same.
    localStorage.setItem('user', JSON.stringify({ username: 'valentina', role: 'user', plan: 'premium' }));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'user' })));
    await screen.findByRole('heading', { level: 1, name: 'Películas' });
  });

  it('can leave the password form only by signing out', async () => {
    const { user, path } = await signIn();
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await screen.findByRole('button', { name: 'Entrar' });
    expect([path(), localStorage.getItem('token')]).toEqual(['/login', null]);
  });

  it('is told when the one-time password was already used', async () => {
    const { user } = await openApp('/login', {
      prepare: ({ memory }) => {
        const account = memory.accounts.get('valentina');
        if (account !== undefined) Object.assign(account, { password: oneTime, oneTimePassword: 'used' });
      },
    });
    await user.type(await screen.findByLabelText('Usuario'), 'valentina');
    await user.type(screen.getByLabelText('Contraseña'), oneTime);
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    await screen.findByText('Esa contraseña era de un solo uso y ya se utilizó. Pide otra al administrador.');
  });
});
