import { screen, waitFor } from '@testing-library/react';
import { fakeCode, fakePassword, type FakeServer } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { openApp, testDevice, type OpenedApp } from '../../../test/open-app.tsx';

const username = () => screen.findByLabelText<HTMLInputElement>('Usuario');
const password = () => screen.findByLabelText<HTMLInputElement>('Contraseña');

const code = () => screen.findByLabelText<HTMLInputElement>('Código de verificación');

function turnOnSecondFactor({ memory }: FakeServer): void {
  const ada = memory.accounts.get('ada');
  if (ada !== undefined) ada.secondFactor = { since: '2026-11-20T10:00:00.000Z', recoveryCodes: [] };
}

async function signIn({ user }: OpenedApp, name: string, word = fakePassword): Promise<void> {
  await user.clear(await username());
  await user.type(await username(), name);
  await user.type(await password(), word);
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
}

describe('the login', () => {
  it('stores the session and goes home', async () => {
    const app = await openApp('/login');
    await signIn(app, 'valentina');
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(app.path()).toBe('/');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
      username: 'valentina',
      role: 'user',
      plan: 'premium',
    });
    expect(app.server.memory.sessions.has(localStorage.getItem('token') ?? '')).toBe(true);
    expect(localStorage.getItem('deviceId')).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('goes back to where the person came from', async () => {
    const app = await openApp('/live-tv?categoria=Cine');
    await signIn(app, 'valentina');
    await screen.findByRole('link', { name: /Cine Plaza/ });
    expect(app.path()).toBe('/live-tv?categoria=Cine');
  });

  it('goes home when the address to return to is outside the application', async () => {
    const app = await openApp('/');
    await app.go('/login', { from: '//mal.example/live-tv' });
    await signIn(app, 'valentina');
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(app.path()).toBe('/');
  });

  it('says «Procesando...» and locks its fields while it waits', async () => {
    const app = await openApp('/login');
    await signIn(app, 'lento');
    await screen.findByRole('button', { name: 'Procesando...' });
    expect((await username()).disabled).toBe(true);
    expect((await password()).disabled).toBe(true);
  });

  it.each([
    ['valentina', 'otra-palabra', 'Usuario o contraseña incorrectos.'],
    ['inactiva', fakePassword, 'Tu cuenta no está activa. Pide al administrador que la active.'],
    ['caido', fakePassword, 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'],
    ['deprisa', fakePassword, 'Demasiados intentos seguidos. Espera un momento y vuelve a intentarlo.'],
    ['raro', fakePassword, 'Error de autenticación: datos de respuesta inválidos'],
  ])('shows the server’s sentence when %s signs in with %s', async (name, word, sentence) => {
    const app = await openApp('/login');
    await signIn(app, name, word);
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(app.path()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
    expect((await username()).disabled).toBe(false);
  });

  it('shows its own sentence when the server cannot be reached', async () => {
    const app = await openApp('/login');
    await app.server[Symbol.asyncDispose]();
    await signIn(app, 'valentina');
    expect((await screen.findByRole('alert')).textContent).toBe('Error al iniciar sesión');
  });

  it('asks for the code of an account with a second factor, and goes on with it', async () => {
    const app = await openApp('/login', { prepare: turnOnSecondFactor });
    await signIn(app, 'ada');
    const field = await code();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect([screen.queryByLabelText('Usuario'), screen.queryByRole('alert')]).toEqual([null, null]);
    expect(app.server.memory.sessions.size).toBe(0);
    await app.user.type(await code(), '000000');
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'El código no es correcto o ya se ha usado. Escribe el que muestra ahora tu aplicación, o un código de recuperación.',
    );
    await app.user.clear(await code());
    await app.user.type(await code(), fakeCode);
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(app.path()).toBe('/');
  });

  it('returns from the code to another account', async () => {
    const app = await openApp('/login', { prepare: turnOnSecondFactor });
    await signIn(app, 'ada');
    await code();
    await app.user.click(screen.getByRole('button', { name: 'Usar otra cuenta' }));
    expect([(await username()).value, (await password()).value]).toEqual(['', '']);
    await signIn(app, 'valentina');
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
  });

  it('sends an empty form to the server, which judges it', async () => {
    const { user } = await openApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Entrar' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Escribe tu usuario y tu contraseña.');
  });

  it('says that the session has expired when that is why the login opened', async () => {
    await openApp('/login?session_expired=true');
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
  });

  it('replaces the error of an earlier login when a session has expired', async () => {
    const app = await openApp('/login');
    await signIn(app, 'nadie');
    const failed = (await screen.findByRole('alert')).textContent;
    await app.go('/login?session_expired=true');
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
    expect(screen.queryByText(failed)).toBeNull();
  });

  it('keeps what is typed when the address no longer says that a session has expired', async () => {
    const app = await openApp('/login?session_expired=true');
    await app.user.type(await username(), 'valentina');
    await app.go('/login');
    await waitFor(() => expect(screen.queryByText(/^Tu sesión ha expirado/)).toBeNull());
    await app.user.type(await password(), fakePassword);
    expect((await username()).value).toBe('valentina');
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
  });

  it('redirects a person who is already signed in', async () => {
    const { path } = await openApp('/login', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(path()).toBe('/');
  });

  it('links to the registration, which remembers where the person was going', async () => {
    const app = await openApp('/live-tv');
    await app.user.click(await screen.findByRole('link', { name: 'Regístrate' }));
    await app.user.click(await screen.findByRole('link', { name: 'Entrar' }));
    await signIn(app, 'valentina');
    await waitFor(() => expect(app.path()).toBe('/live-tv'));
  });

  it('has neither header nor footer', async () => {
    await openApp('/login');
    await username();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
});

describe('the welcome page of visitors', () => {
  it('shows a login form in place of the home page', async () => {
    const app = await openApp('/');
    expect(screen.queryByRole('banner')).toBeNull();
    await signIn(app, 'valentina');
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(app.path()).toBe('/');
  });
});

describe('the stored session', () => {
  it('is restored when the application opens', async () => {
    const { server } = await openApp('/live-tv', { as: 'valentina' });
    await screen.findByRole('link', { name: /Cénit 24/ });
    for (const { headers } of server.seen) {
      expect(headers['x-device-id']).toBe(testDevice);
      expect(headers.authorization).toBe(`Bearer ${localStorage.getItem('token') ?? ''}`);
    }
  });

  it.each(['{"username":', '{}', 'null'])('is discarded when its stored person is %s', async (stored) => {
    await openApp('/live-tv', {
      as: 'valentina',
      prepare: () => localStorage.setItem('user', stored),
    });
    await screen.findByRole('heading', { name: 'Tu butaca te espera' });
    expect(localStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('ends when the server reports it ended, and a new sign-in returns to the same place', async () => {
    const app = await openApp('/live-tv?categoria=Cine', {
      as: 'valentina',
      prepare: ({ memory }) => memory.sessions.clear(),
    });
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
    expect(app.path()).toBe('/login?session_expired=true');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('deviceId')).toBe(testDevice);
    await signIn(app, 'valentina');
    await screen.findByRole('link', { name: /Cine Plaza/ });
    expect(app.path()).toBe('/live-tv?categoria=Cine');
  });

  it('ends when the server no longer accepts the person as an administrator', async () => {
    const { path } = await openApp('/admin', {
      as: 'ada',
      prepare: ({ memory }) => {
        const ada = memory.accounts.get('ada');
        if (ada !== undefined) ada.role = 'user';
      },
    });
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
    expect(path()).toBe('/login?session_expired=true');
  });
});
