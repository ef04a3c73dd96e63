import { fakePassword, fakeCode, type FakeServer } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, testDevice } from '../../../test/open-app.tsx';
import { queryClient } from '../../platform/query-client.ts';

const make = 'POST /api/auth/activation' as const;
const claim = 'POST /api/auth/activation/claim' as const;
const count = (app: { calls(): string[] }, call: string) =>
  app.calls().filter((each) => each === call).length;

describe('the television’s side', () => {
  it('opens from the login, shows a code and a QR code, and comes in where the person was going', async () => {
    const app = await openApp('/mi-lista');
    await app.user.click(await screen.findByRole('link', { name: 'Entrar con el teléfono' }));
    await screen.findByRole('heading', { level: 1, name: 'Entra con tu teléfono' });
    await screen.findByText('TEL EA2');
    await screen.findByRole('img', { name: 'Código QR para tu teléfono' });
    await screen.findByText(/^(?:10:00|9:5\d)$/);
    const [own] = app.server.memory.activations;
    Object.assign(own ?? {}, { state: 'allowed', username: 'valentina' });
    await waitFor(() => expect(app.path()).toBe('/mi-lista'));
    expect([...app.server.memory.sessions.values()]).toEqual([
      { username: 'valentina', deviceId: localStorage.getItem('deviceId') },
    ]);
    const asked = count(app, claim);
    expect(asked).toBeGreaterThan(1);
  });

  it('shows another code by itself when its own has expired', async () => {
    const app = await openApp('/activar');
    await screen.findByText('TEL EA2');
    Object.assign(app.server.memory.activations[0] ?? {}, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await screen.findByText('TEL EB3');
    expect(app.server.memory.activations).toHaveLength(2);
  });

  it('says that it was refused, asks no more, and gets another code on request', async () => {
    const app = await openApp('/activar');
    await screen.findByText('TEL EA2');
    Object.assign(app.server.memory.activations[0] ?? {}, { state: 'denied' });
    expect((await screen.findByRole('alert')).textContent).toBe('No se dejó entrar a este televisor.');
    const again = await screen.findByRole('button', { name: 'Pedir otro código' });
    expect(document.activeElement).toBe(again);
    await app.user.click(again);
    await screen.findByText('TEL EB3');
  });

  it('says why there is no code, and asks again on request', async () => {
    const app = await openApp('/activar', {
      prepare: (server) => server.failNext(make, 'limit.activation'),
    });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Demasiados códigos seguidos desde esta conexión. Espera un minuto y vuelve a intentarlo.',
    );
    await app.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('TEL EA2');
  });

  it('shows another code when its own is of no use any more, and asks nothing after it was left', async () => {
    const app = await openApp('/activar', { prepare: (server) => server.failNext(claim, 'activation.used') });
    await screen.findByText('TEL EB3');
    await app.user.click(screen.getByRole('link', { name: 'Entrar con usuario y contraseña' }));
    await screen.findByLabelText('Usuario');
    await waitFor(() => expect(app.path()).toBe('/login'));
    // A query that is not in the cache makes no call.
    await waitFor(() =>
      expect(queryClient.getQueryCache().findAll({ queryKey: ['activation'] })).toEqual([]),
    );
  });
});

/** Makes a television that shows the code ABC234. */
const withTelevision =
  (changed: object = {}) =>
  ({ memory }: FakeServer): void => {
    memory.activations.push({
      code: 'ABC234',
      secret: 'secreto',
      deviceId: 'b'.repeat(32),
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      state: 'open',
      deviceName: 'Tizen en televisor',
      type: 'tv',
      ...changed,
    });
  };
const question = () => screen.findByRole('heading', { level: 1, name: '¿Dejar entrar a este televisor?' });

describe('the phone’s side', () => {
  it('opens from the user menu, takes the code as people type it, and lets the television in', async () => {
    const app = await openApp('/live-tv', { as: 'valentina', prepare: withTelevision() });
    await app.user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Activar un televisor' }));
    await app.user.type(await screen.findByLabelText('Código del televisor'), 'abc 234{Enter}');
    await question();
    screen.getByText('Tizen en televisor');
    screen.getByText('ABC 234');
    screen.getByText('valentina');
    expect(screen.queryByText(/está en otra red/)).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Dejar entrar' }));
    await screen.findByRole('heading', { level: 1, name: 'Televisor activado' });
    expect(app.server.memory.activations[0]).toMatchObject({ state: 'allowed', username: 'valentina' });
    await app.user.click(screen.getByRole('link', { name: 'Dispositivos y sesiones' }));
    await waitFor(() => expect(app.path()).toBe('/dispositivos'));
  });

  it('leads a visitor with a QR code’s address to the login and back', async () => {
    const app = await openApp('/activar?codigo=ABC234', { prepare: withTelevision() });
    await app.user.type(await screen.findByLabelText('Usuario'), 'gerardo');
    await app.user.type(screen.getByLabelText('Contraseña'), fakePassword);
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    await question();
    expect(app.path()).toBe('/activar?codigo=ABC234');
    await app.user.click(screen.getByRole('button', { name: 'No dejar entrar' }));
    await screen.findByRole('heading', { level: 1, name: 'Televisor rechazado' });
    expect(app.server.memory.activations[0]?.state).toBe('denied');
  });

  it.each([
    ['used', withTelevision({ state: 'claimed' }), /^Ese código ya se usó\./],
    ['expired', withTelevision({ expiresAt: '2020-01-01T00:00:00.000Z' }), /^Ese código caducó\./],
    ['wrong', () => undefined, /^Ese código no es correcto\./],
  ])('says that a code is %s, keeps it, and takes another', async (_state, prepare, sentence) => {
    const app = await openApp('/activar?codigo=ABC234', { as: 'valentina', prepare });
    await screen.findByText(sentence);
    const field = screen.getByLabelText<HTMLInputElement>('Código del televisor');
    expect(field.value).toBe('ABC234');
    withTelevision({ code: 'XYZ789' })(app.server);
    await app.user.clear(field);
    await app.user.type(field, 'xyz-789{Enter}');
    await question();
  });

  it('says that too many codes were tried', async () => {
    const app = await openApp('/activar?codigo=ABC234', {
      as: 'valentina',
      prepare: (server) => {
        withTelevision()(server);
        server.memory.wrongCodesLeft = 0;
      },
    });
    await screen.findByText(/^Demasiados códigos seguidos/);
    app.server.memory.wrongCodesLeft = 5;
    await app.user.click(screen.getByRole('button', { name: 'Continuar' }));
    await question();
  });

  it('warns of a television in another network', async () => {
    await openApp('/activar?codigo=ABC234', {
      as: 'valentina',
      prepare: withTelevision({ isSameNetwork: false }),
    });
    await screen.findByText(/^Ese televisor está en otra red que este dispositivo\./);
  });

  it('asks an administrator for their password and a code, and keeps both when one is wrong', async () => {
    const app = await openApp('/activar?codigo=ABC234', {
      as: 'ada',
      prepare: (server) => {
        withTelevision()(server);
        Object.assign(server.memory.accounts.get('ada') ?? {}, {
          secondFactor: { since: '2026-01-01T00:00:00.000Z', recoveryCodes: [] },
        });
      },
    });
    await question();
    await app.user.type(screen.getByLabelText('Tu contraseña'), 'otra');
    await app.user.type(screen.getByLabelText('Código de verificación'), fakeCode);
    await app.user.click(screen.getByRole('button', { name: 'Dejar entrar' }));
    await screen.findByText('La contraseña actual no es correcta.');
    expect(screen.getByLabelText<HTMLInputElement>('Código de verificación').value).toBe(fakeCode);
    await app.user.clear(screen.getByLabelText('Tu contraseña'));
    await app.user.type(screen.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(screen.getByRole('button', { name: 'Dejar entrar' }));
    await screen.findByRole('heading', { level: 1, name: 'Televisor activado' });
  });

  it('offers another code when the code ends before the answer', async () => {
    const app = await openApp('/activar?codigo=ABC234', { as: 'valentina', prepare: withTelevision() });
    await question();
    Object.assign(app.server.memory.activations[0] ?? {}, { state: 'claimed' });
    await app.user.click(screen.getByRole('button', { name: 'Dejar entrar' }));
    await screen.findByText(/^Ese código ya se usó\./);
    await app.user.click(screen.getByRole('link', { name: 'Escribir otro código' }));
    await screen.findByLabelText('Código del televisor');
    expect(app.path()).toBe('/activar');
    expect([...app.server.memory.sessions.values()].map(({ deviceId }) => deviceId)).toEqual([testDevice]);
  });
});
