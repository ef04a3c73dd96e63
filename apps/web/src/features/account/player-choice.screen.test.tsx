import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeBridge, createFakeExternal, enterShell } from '../../../test/fake-bridge.ts';
import { openApp } from '../../../test/open-app.tsx';
import { isExternalChosen } from '../../shared/output/output.ts';

const label = 'Reproductor en este dispositivo';

async function openDevices(state: 'ready' | 'missing' | 'too_old' = 'ready', change = async () => {}) {
  const app = await openApp('/', { as: 'valentina' });
  const externalPlayer = { ...createFakeExternal(), look: async () => state };
  await enterShell(createFakeBridge({ externalPlayer, server: { change } }));
  await app.go('/dispositivos');
  return app;
}

it('a browser offers no choice of a player', async () => {
  await openApp('/dispositivos', { as: 'valentina' });
  await screen.findByRole('heading', { level: 1, name: 'Dispositivos y sesiones' });
  expect(screen.queryByLabelText(label)).toBeNull();
});

it('the desktop shell offers its own player and mpv, and keeps the choice on the device', async () => {
  const { user } = await openDevices();
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: label });
  expect([...choice.options].map(({ text }) => text)).toEqual(['Reproductor integrado', 'mpv']);
  await user.selectOptions(choice, 'mpv');
  expect([isExternalChosen(), choice.value]).toEqual([true, 'mpv']);
  await user.selectOptions(choice, 'Reproductor integrado');
  expect([isExternalChosen(), choice.value]).toEqual([false, 'integrated']);
});

it.each([
  ['missing', /^mpv no está instalado\. Para instalar mpv en Linux/],
  ['too_old', /^mpv es demasiado antiguo: hace falta la versión 0\.35 o una más nueva\. Para instalar/],
] as const)('an mpv that is %s is said, and how to install one', async (state, sentence) => {
  const { user } = await openDevices(state);
  await user.selectOptions(await screen.findByRole('combobox', { name: label }), 'mpv');
  await screen.findByText(sentence);
  await user.selectOptions(screen.getByRole('combobox', { name: label }), 'Reproductor integrado');
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

it('«Cambiar de servidor» is in the menus of a shell', async () => {
  const change = vi.fn(async () => {});
  const { user } = await openDevices('ready', change);
  await user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
  const menu = within(await screen.findByRole('menu'));
  await user.click(menu.getByRole('menuitem', { name: 'Cambiar de servidor' }));
  await user.click(screen.getByRole('button', { name: 'Abrir menú' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
  await user.click(drawer.getByRole('button', { name: 'Cambiar de servidor' }));
  expect(change).toHaveBeenCalledTimes(2);
});

it.each(['/', '/login', '/register'])(
  '«Cambiar de servidor» is below the form of %s, before anybody has signed in',
  async (path) => {
    const change = vi.fn(async () => {});
    await enterShell(createFakeBridge({ server: { change } }, new Map()));
    const { user } = await openApp(path);
    await user.click(await screen.findByRole('button', { name: 'Cambiar de servidor' }));
    expect(change).toHaveBeenCalledOnce();
  },
);

it('a browser without a shell has no «Cambiar de servidor» below its form', async () => {
  await openApp('/login');
  await screen.findByLabelText('Usuario');
  expect(screen.queryByRole('button', { name: 'Cambiar de servidor' })).toBeNull();
});
