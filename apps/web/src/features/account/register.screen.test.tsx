import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const username = () => screen.findByLabelText<HTMLInputElement>('Usuario');

async function register({ user }: OpenedApp, name: string, word: string, again = word): Promise<void> {
  await user.type(await username(), name);
  await user.type(screen.getByLabelText('Contraseña'), word);
  await user.type(screen.getByLabelText('Confirmar contraseña'), again);
  await user.click(screen.getByRole('button', { name: 'Crear cuenta' }));
}

describe('the registration', () => {
  it('signs the new person in, confirms it, and leaves the page after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const app = await openApp('/register');
      await register(app, 'nueva', 'una-palabra-larga');
      await screen.findByText('Registro exitoso! Redirigiendo...');
      expect(app.path()).toBe('/register');
      expect(app.server.memory.accounts.get('nueva')?.plan).toBe('gplay');
      await vi.advanceTimersByTimeAsync(2_000);
      await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
      expect(app.path()).toBe('/');
    } finally {
      vi.useRealTimers();
    }
  });

  it('says that an administrator has to approve the account, and links to the login', async () => {
    const app = await openApp('/register');
    await register(app, 'pendiente', 'una-palabra-larga');
    await screen.findByText('Un administrador aprobará tu cuenta.');
    expect(localStorage.getItem('token')).toBeNull();
    await waitFor(() => expect(app.path()).toBe('/login'));
  });

  it('refuses two different passwords without calling the server', async () => {
    const app = await openApp('/register');
    await register(app, 'nueva', 'una-palabra-larga', 'otra-palabra-larga');
    await screen.findByText('Las contraseñas no coinciden.');
    expect(app.calls()).toEqual([]);
  });

  it.each([
    ['valentina', 'una-palabra-larga', 'Ese nombre de usuario ya está en uso.'],
    ['nueva', 'contraseña', 'Esa contraseña es demasiado conocida. Elige otra que solo tú sepas.'],
    ['nueva', 'corta', 'La contraseña debe tener al menos 8 caracteres.'],
    ['cerrado', 'una-palabra-larga', 'El registro está cerrado. Pide una cuenta al administrador.'],
  ])('shows the server’s sentence when %s registers with %s', async (name, word, sentence) => {
    const app = await openApp('/register');
    await register(app, name, word);
    await screen.findByText(sentence);
    expect((await username()).disabled).toBe(false);
  });

  it('shows its own sentence when the server cannot be reached', async () => {
    const app = await openApp('/register');
    await app.server[Symbol.asyncDispose]();
    await register(app, 'nueva', 'una-palabra-larga');
    await screen.findByText('Error al registrar el usuario. Inténtalo de nuevo.');
  });
});
