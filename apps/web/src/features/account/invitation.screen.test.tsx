import type { FakeServer } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';

const token = 'invitacion-de-prueba';
const chosen = 'una clave elegida por mí';

const given =
  (changed: { state?: 'open' | 'used' | 'revoked'; expiresAt?: string } = {}) =>
  ({ memory }: FakeServer): void => {
    memory.invitations.push({
      token,
      username: 'valentina',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      state: 'open',
      ...changed,
    });
  };
const open = (prepare: (server: FakeServer) => void) => openApp(`/invitacion/${token}`, { prepare });

async function fill(
  app: Awaited<ReturnType<typeof open>>,
  password: string,
  again = password,
): Promise<void> {
  await app.user.type(await screen.findByLabelText('Contraseña'), password);
  await app.user.type(screen.getByLabelText('Confirmar contraseña'), again);
  await app.user.click(screen.getByRole('button', { name: 'Guardar y entrar' }));
}

describe('the page of an invitation', () => {
  it('names the person, sets their password and signs them in', async () => {
    const app = await open(given());
    await screen.findByText('valentina');
    await fill(app, chosen);
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(app.server.memory.accounts.get('valentina')?.password).toBe(chosen);
    expect(localStorage.getItem('token')).not.toBeNull();
  });

  it('says that the two passwords differ, and what the server refuses', async () => {
    const app = await open(given());
    await fill(app, chosen, 'otra distinta');
    await screen.findByText('Las contraseñas no coinciden.');
    await app.user.clear(screen.getByLabelText('Contraseña'));
    await app.user.clear(screen.getByLabelText('Confirmar contraseña'));
    await fill(app, 'contraseña');
    await screen.findByText('Esa contraseña es demasiado conocida. Elige otra que solo tú sepas.');
    expect(app.path()).toBe(`/invitacion/${token}`);
  });

  it.each([
    ['used', given({ state: 'used' }), /^Este enlace ya se usó\./],
    ['revoked', given({ state: 'revoked' }), /^Este enlace ya no sirve/],
    ['expired', given({ expiresAt: '2020-01-01T00:00:00.000Z' }), /^Este enlace caducó\./],
    ['unknown', () => undefined, /^Este enlace no es válido\./],
  ])(
    'says why a link that is %s does not work, and leads to the login',
    async (_state, prepare, sentence) => {
      const app = await open(prepare);
      await screen.findByText(sentence);
      await app.user.click(screen.getByRole('link', { name: 'Iniciar sesión' }));
      await waitFor(() => expect(app.path()).toBe('/login'));
    },
  );

  it('leads to the login when the account has a second factor', async () => {
    const app = await open((server) => {
      given()(server);
      server.failNext('POST /api/auth/login', 'credentials.code_required');
    });
    await screen.findByText('valentina');
    await fill(app, chosen);
    await waitFor(() => expect(app.path()).toBe('/login'));
  });
});
