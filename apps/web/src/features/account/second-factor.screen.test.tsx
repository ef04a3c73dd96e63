import { fakeCode, fakePassword, fakeSecret } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import decodeQr from 'qr/decode.js';
import { describe, expect, it, vi } from 'vitest';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const route = 'GET /api/auth/second-factor' as const;
const field = (name: string) => screen.findByLabelText(name);
const press = async ({ user }: OpenedApp, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const alertText = async () => (await screen.findByRole('alert')).textContent;
const shownCodes = async () =>
  within(await screen.findByRole('list', { name: 'Códigos de recuperación' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const isOn = ({ server }: OpenedApp) => server.memory.accounts.get('ada')?.secondFactor?.since !== undefined;

/** Opens the screen of an administrator whose second factor is on. */
const openOn = () =>
  openApp('/verificacion', {
    as: 'ada',
    prepare: ({ memory }) => {
      const ada = memory.accounts.get('ada');
      if (ada !== undefined) {
        ada.secondFactor = {
          since: '2026-11-20T10:00:00.000Z',
          recoveryCodes: ['reco-very-code-fake-serv-0001'],
        };
      }
    },
  });

async function begin(app: OpenedApp, password = fakePassword): Promise<void> {
  await app.user.type(await field('Tu contraseña'), password);
  await press(app, 'Empezar');
}

async function turnOn(app: OpenedApp): Promise<void> {
  await begin(app);
  await app.user.type(await field('Código que muestra la aplicación'), fakeCode);
  await press(app, 'Activar');
  await screen.findByRole('heading', { name: 'Guarda tus códigos de recuperación' });
}

/** Reads the QR code on the screen as a phone's camera does. */
function readQr(): string {
  const image = screen.getByRole('img', { name: 'Código QR para tu aplicación de verificación' });
  const size = Number(image.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of image
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)h/g) ?? []) {
    for (let dot = 0; dot < scale * scale; dot += 1) {
      const at = (Number(y) * scale + Math.floor(dot / scale)) * width + Number(x) * scale + (dot % scale);
      data.fill(0, at * 4, at * 4 + 3);
    }
  }
  return decodeQr({ width, height: width, data });
}

describe('turning the second factor on', () => {
  it('shows a QR code and a key, takes a code, and shows the recovery codes once', async () => {
    const app = await openApp('/admin', { as: 'ada' });
    await app.user.click(await screen.findByRole('button', { name: 'Menú de ada' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Verificación en dos pasos' }));
    await begin(app);
    await screen.findByText(fakeSecret.replaceAll(/(.{4})(?=.)/g, '$1 '));
    expect(readQr()).toBe(`otpauth://totp/Butaca:ada?secret=${fakeSecret}`);
    expect(isOn(app)).toBe(false);
    await app.user.type(await field('Código que muestra la aplicación'), fakeCode);
    await press(app, 'Activar');
    expect(await shownCodes()).toHaveLength(10);
    expect(isOn(app)).toBe(true);
    await press(app, 'Listo');
    await screen.findByText(/Te quedan 10 códigos de recuperación sin usar/);
    expect(screen.queryByText('reco-very-code-fake-serv-0001')).toBeNull();
    expect([app.path(), document.title]).toEqual(['/verificacion', 'Verificación en dos pasos · Butaca']);
  });

  it('shows the server’s sentence for a wrong password and a wrong code, and can go on', async () => {
    const app = await openApp('/verificacion', { as: 'ada' });
    await begin(app, 'otra palabra');
    expect(await alertText()).toBe('La contraseña actual no es correcta.');
    await app.user.clear(await field('Tu contraseña'));
    await begin(app);
    await app.user.type(await field('Código que muestra la aplicación'), '000000');
    await press(app, 'Activar');
    expect(await alertText()).toBe(
      'El código no es correcto o ya se ha usado. Escribe el que muestra ahora tu aplicación.',
    );
    await app.user.clear(await field('Código que muestra la aplicación'));
    await app.user.type(await field('Código que muestra la aplicación'), fakeCode);
    await press(app, 'Activar');
    await shownCodes();
  });

  it('copies the recovery codes', async () => {
    const app = await openApp('/verificacion', { as: 'ada' });
    await turnOn(app);
    const codes = await shownCodes();
    await press(app, 'Copiar');
    await screen.findByRole('button', { name: 'Copiados' });
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  });

  it('saves the recovery codes as a text file', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = vi.fn((file: Blob) => {
      files.push(file);
      return 'blob:codigos';
    });
    URL.revokeObjectURL = vi.fn();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const app = await openApp('/verificacion', { as: 'ada' });
    await turnOn(app);
    await press(app, 'Descargar');
    expect(saved).toEqual(['butaca-codigos-ada.txt']);
    const reader = new FileReader();
    const text = await new Promise<string>((resolve) => {
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsText(files[0] ?? new Blob());
    });
    expect(text).toContain((await shownCodes()).join('\n'));
  });

  it('is not offered to viewers', async () => {
    const app = await openApp('/verificacion', { as: 'valentina' });
    await screen.findByText('Solo los administradores pueden usar la verificación en dos pasos.');
    await app.user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
    await screen.findByRole('menuitem', { name: 'Cambiar contraseña' });
    expect(screen.queryByRole('menuitem', { name: 'Verificación en dos pasos' })).toBeNull();
  });

  it('shows a failure of the server, and asks again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const app = await openApp('/verificacion', {
      as: 'ada',
      prepare: (server) => {
        for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(route);
      },
    });
    const title = 'No se pudo cargar la verificación en dos pasos.';
    await screen.findByRole('heading', { name: title });
    await press(app, 'Reintentar');
    await field('Tu contraseña');
  });
});

describe('turning the second factor off', () => {
  it('takes the password and a code', async () => {
    const app = await openOn();
    await screen.findByText(/Activada desde el 20 nov 2026. Te queda 1 código de recuperación\./);
    await app.user.type(await field('Tu contraseña'), fakePassword);
    await app.user.type(await field('Código de verificación o de recuperación'), '000000');
    await press(app, 'Desactivar');
    expect(await alertText()).toContain('El código no es correcto o ya se ha usado.');
    await app.user.clear(await field('Código de verificación o de recuperación'));
    await app.user.type(
      await field('Código de verificación o de recuperación'),
      'reco-very-code-fake-serv-0001',
    );
    await press(app, 'Desactivar');
    await screen.findByText('Verificación en dos pasos desactivada.');
    await screen.findByRole('button', { name: 'Empezar' });
    await waitFor(() => expect(isOn(app)).toBe(false));
  });
});
