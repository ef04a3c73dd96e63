import { fakePassword, makeFakeDevice, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const list = 'GET /api/devices/admin/:userId' as const;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function addDevices({ memory }: FakeServer): void {
  const of = { username: 'gerardo' };
  memory.devices = [
    makeFakeDevice({ ...of, deviceId: `k3Xw9${'0'.repeat(23)}Zt71`, type: 'mobile', ip: '190.210.44.18' }),
    makeFakeDevice({ ...of, deviceId: 'dos', browser: 'Firefox', lastSeen: minutesAgo(24) }),
    makeFakeDevice({
      ...of,
      deviceId: 'tres',
      type: 'tablet',
      browser: 'Safari',
      lastSeen: minutesAgo(185),
    }),
    makeFakeDevice({
      ...of,
      deviceId: 'cuatro',
      browser: 'Edge',
      isActive: false,
      lastSeen: minutesAgo(6 * 1_440 + 5),
    }),
    makeFakeDevice({
      ...of,
      deviceId: 'cinco',
      type: 'tv',
      browser: null,
      isActive: false,
      lastSeen: '2020-10-14T12:00:00.000Z',
    }),
  ];
}

const openPanel = async (prepare: (server: FakeServer) => void = addDevices): Promise<OpenedPage> =>
  openAdminTab('/admin?tab=manage_users&id=gerardo', prepare);
const panel = async () => within(await screen.findByRole('region', { name: 'Dispositivos de gerardo' }));
const cards = async () =>
  (await (await panel()).findAllByRole('listitem')).map(({ textContent }) => textContent);
const press = async ({ user }: OpenedPage, name: string | RegExp) =>
  user.click(await (await panel()).findByRole('button', { name }));

describe('the device panel', () => {
  it('opens below its user, keeps that in the address, and closes again', async () => {
    const { user, path } = await openApp('/admin', { as: 'ada', prepare: addDevices });
    const button = await screen.findByRole('button', {
      name: 'Dispositivos de gerardo: 3 activos de 5',
    });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    await (await panel()).findByRole('heading', { name: 'Dispositivos de gerardo' });
    expect([path(), button.getAttribute('aria-expanded')]).toEqual([
      '/admin?tab=manage_users&id=gerardo',
      'true',
    ]);
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Dispositivos de/ })).toBeNull());
  });

  it('lists active devices first, then all, with type, browser, time, key and address', async () => {
    const app = await openPanel();
    expect(await cards()).toEqual([
      expect.stringMatching(/^Teléfono · ChromeAhora mismoDesactivark3Xw9…Zt71 · 190\.210\.44\.18$/),
      expect.stringMatching(/^PC\/Web · FirefoxHace 24 min/),
      expect.stringMatching(/^Tablet · SafariHace 3h/),
    ]);
    (await panel()).getByText((_text, element) => element?.textContent === 'Activos 3 / Total 5');
    await press(app, 'Ver Todos');
    await waitFor(async () => expect(await cards()).toHaveLength(5));
    expect((await cards()).slice(3)).toEqual([
      expect.stringMatching(/^PC\/Web · EdgeHace 6 díasInactivo/),
      expect.stringMatching(/^Televisor14 oct 2020Inactivo/),
    ]);
    expect(app.calls()).toContain('GET /api/devices/admin/gerardo?includeInactive=true');
    await press(app, 'Solo Activos');
    await waitFor(async () => expect(await cards()).toHaveLength(3));
  });

  it('deactivates one device', async () => {
    const app = await openPanel();
    await press(app, /^Desactivar PC\/Web · Firefox/);
    await screen.findByText('Dispositivo desactivado correctamente.');
    await waitFor(async () => expect(await cards()).toHaveLength(2));
    expect(app.server.memory.devices.find(({ deviceId }) => deviceId === 'dos')?.isActive).toBe(false);
    await screen.findByRole('button', { name: 'Dispositivos de gerardo: 2 activos de 5' });
  });

  it('deactivates all devices once confirmed, and then no longer offers it', async () => {
    const app = await openPanel();
    await press(app, 'Desactivar Todos');
    const question = within(
      await screen.findByRole('alertdialog', { name: '¿Desactivar todos los dispositivos?' }),
    );
    question.getByText('Se cerrará la sesión de «gerardo» en sus 3 dispositivos activos.');
    expect(app.server.memory.devices.filter(({ isActive }) => isActive)).toHaveLength(3);
    await app.user.click(question.getByRole('button', { name: 'Desactivar todos' }));
    await screen.findByText('Todos los dispositivos han sido desactivados.');
    await (await panel()).findByText('Este usuario no tiene dispositivos activos.');
    expect((await panel()).queryByRole('button', { name: 'Desactivar Todos' })).toBeNull();
  });

  it('asks for the own password before an administrator is signed out', async () => {
    const app = await openPanel((server) => {
      addDevices(server);
      Object.assign(server.memory.accounts.get('gerardo') ?? {}, { role: 'admin' });
    });
    const active = () => app.server.memory.devices.filter(({ isActive }) => isActive).length;
    await press(app, /^Desactivar PC\/Web · Firefox/);
    const one = within(await screen.findByRole('dialog', { name: '¿Desactivar el dispositivo?' }));
    await app.user.type(one.getByLabelText('Tu contraseña'), 'otra clave');
    await app.user.click(one.getByRole('button', { name: 'Desactivar' }));
    await one.findByText('La contraseña actual no es correcta.');
    expect(active()).toBe(3);
    await app.user.clear(one.getByLabelText('Tu contraseña'));
    await app.user.type(one.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(one.getByRole('button', { name: 'Desactivar' }));
    await waitFor(() => expect(active()).toBe(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(app, 'Desactivar Todos');
    const all = within(await screen.findByRole('dialog', { name: '¿Desactivar todos los dispositivos?' }));
    await app.user.type(all.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(all.getByRole('button', { name: 'Desactivar todos' }));
    await screen.findByText('Todos los dispositivos han sido desactivados.');
    expect(active()).toBe(0);
  });

  it('deactivates none when the person cancels', async () => {
    const app = await openPanel();
    await press(app, 'Desactivar Todos');
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancelar' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(app.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('says that there are no devices', async () => {
    const app = await openPanel(({ memory }) => {
      memory.devices = [];
    });
    await (await panel()).findByText('Este usuario no tiene dispositivos registrados.');
    expect((await panel()).queryByRole('button', { name: 'Desactivar Todos' })).toBeNull();
    app.server.memory.devices = [makeFakeDevice({ username: 'gerardo', deviceId: 'nuevo' })];
    await press(app, 'Actualizar');
    expect(await cards()).toHaveLength(1);
  });

  it('shows no empty message while the devices are loading', async () => {
    const app = await openPanel(({ memory }) => {
      memory.devices = [makeFakeDevice({ username: 'gerardo', deviceId: 'uno', isActive: false })];
    });
    await (await panel()).findByText('Este usuario no tiene dispositivos activos.');
    const { release } = app.server.holdNext(list);
    await press(app, 'Ver Todos');
    await (await panel()).findByText('Cargando dispositivos...', { selector: 'output' });
    expect((await panel()).queryByText(/^Este usuario no tiene/)).toBeNull();
    release();
    await waitFor(async () => expect(await cards()).toHaveLength(1));
  });

  it('shows why loading failed, and loads again on retry', async () => {
    const app = await openPanel((server) => {
      addDevices(server);
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
    });
    await (await panel()).findByRole('heading', { name: 'Error al obtener dispositivos.' });
    await press(app, 'Reintentar');
    expect(await cards()).toHaveLength(3);
  });

  it('shows its own sentences when deactivating fails', async () => {
    const app = await openPanel();
    app.server.dropNext('DELETE /api/devices/admin/:userId/:deviceId');
    await press(app, /^Desactivar Tablet/);
    await screen.findByText('No se pudo desactivar el dispositivo.');
    app.server.dropNext('DELETE /api/devices/admin/:userId/devices');
    await press(app, 'Desactivar Todos');
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Desactivar todos' }),
    );
    await screen.findByText('No se pudieron desactivar los dispositivos.');
    expect(await cards()).toHaveLength(3);
  });
});
