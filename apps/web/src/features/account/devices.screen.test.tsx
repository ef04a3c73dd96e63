import { makeFakeDevice, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp, testDevice, type OpenedApp } from '../../../test/open-app.tsx';

const list = 'GET /api/devices' as const;
const phone = 'a'.repeat(32);
const television = 'b'.repeat(32);
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function addDevices(server: FakeServer): void {
  const of = { username: 'valentina' };
  server.memory.devices = [
    makeFakeDevice({ ...of, deviceId: testDevice, name: 'Chrome en Linux', lastSeen: minutesAgo(0) }),
    makeFakeDevice({
      ...of,
      deviceId: phone,
      name: 'Safari en iPhone o iPad',
      type: 'mobile',
      lastSeen: minutesAgo(24),
    }),
    makeFakeDevice({
      ...of,
      deviceId: television,
      name: 'Tizen en televisor',
      type: 'tv',
      ip: '200.1.2.3',
      lastSeen: minutesAgo(185),
    }),
  ];
  server.signIn('valentina', television);
  server.signIn('valentina', phone);
  server.signIn('gerardo', 'c'.repeat(32));
}

const open = (prepare: (server: FakeServer) => void = addDevices): Promise<OpenedApp> =>
  openApp('/dispositivos', { as: 'valentina', prepare });
const devices = async () =>
  within(await screen.findByRole('list', { name: 'Dispositivos con la sesión abierta' }));
const cards = async () => (await (await devices()).findAllByRole('listitem')).map((card) => card.textContent);
const signedIn = ({ server }: OpenedApp, username = 'valentina') =>
  [...server.memory.sessions.values()]
    .filter((session) => session.username === username)
    .map(({ deviceId }) => deviceId)
    .toSorted();
const press = async ({ user }: OpenedApp, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const confirm = async ({ user }: OpenedApp, title: string, answer: string) => {
  const question = within(await screen.findByRole('alertdialog', { name: title }));
  await user.click(question.getByRole('button', { name: answer }));
};

describe('the screen of a person’s own devices', () => {
  it('opens from the user menu', async () => {
    const app = await openApp('/live-tv', { as: 'valentina', prepare: addDevices });
    await app.user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
    const menu = within(await screen.findByRole('menu'));
    await app.user.click(menu.getByRole('menuitem', { name: 'Dispositivos y sesiones' }));
    await screen.findByRole('heading', { level: 1, name: 'Dispositivos y sesiones' });
    expect([app.path(), document.title]).toEqual(['/dispositivos', 'Dispositivos y sesiones · Butaca']);
  });

  it('opens from the mobile menu, which closes', async () => {
    const app = await openApp('/live-tv', { as: 'valentina', prepare: addDevices });
    await press(app, 'Abrir menú');
    const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
    await app.user.click(drawer.getByRole('link', { name: 'Dispositivos y sesiones' }));
    await screen.findByRole('heading', { level: 1, name: 'Dispositivos y sesiones' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists this device first, then the others, with name, type, last use and address', async () => {
    await open();
    expect(await cards()).toEqual([
      expect.stringMatching(
        /^Chrome en LinuxEste dispositivoPC\/Web · Último uso: ahora mismo190\.210\.44\.18Cerrar sesión$/,
      ),
      expect.stringMatching(/^Safari en iPhone o iPadTeléfono · Último uso: hace 24 min/),
      expect.stringMatching(/^Tizen en televisorTelevisor · Último uso: hace 3h200\.1\.2\.3/),
    ]);
  });

  it('ends the session of one device, and moves the focus to the next', async () => {
    const app = await open();
    await press(app, 'Cerrar sesión en Safari en iPhone o iPad');
    await screen.findByText('Sesión cerrada en ese dispositivo.');
    await waitFor(async () => expect(await cards()).toHaveLength(2));
    expect(signedIn(app)).toEqual([testDevice, television].toSorted());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Cerrar sesión en Tizen en televisor');
  });

  it('can be used with the keyboard alone', async () => {
    const app = await open();
    (await screen.findByRole('button', { name: 'Cerrar sesión en Tizen en televisor' })).focus();
    await app.user.keyboard('{Enter}');
    await screen.findByText('Sesión cerrada en ese dispositivo.');
    expect(signedIn(app)).not.toContain(television);
  });

  it('signs out here when the session of this device is ended', async () => {
    const app = await open();
    await press(app, 'Cerrar sesión en este dispositivo');
    await screen.findByRole('button', { name: 'Entrar' });
    await waitFor(() => expect(signedIn(app)).toEqual([phone, television]));
    expect([app.path(), localStorage.getItem('token')]).toEqual(['/login', null]);
  });

  it('ends all other sessions once confirmed, and then no longer offers it', async () => {
    const app = await open();
    await press(app, 'Cerrar las demás sesiones');
    const title = '¿Cerrar las demás sesiones?';
    await screen.findByText(
      'Se cerrará tu sesión en los otros 2 dispositivos y se detendrá lo que estén reproduciendo. En este seguirá abierta.',
    );
    await confirm(app, title, 'Cancelar');
    expect(signedIn(app)).toHaveLength(3);
    await press(app, 'Cerrar las demás sesiones');
    await confirm(app, title, 'Cerrar sesiones');
    await screen.findByText('Sesión cerrada en los demás dispositivos.');
    await screen.findByText('No tienes la sesión abierta en ningún otro dispositivo.');
    expect(await cards()).toHaveLength(1);
    expect([signedIn(app), signedIn(app, 'gerardo')]).toEqual([[testDevice], ['c'.repeat(32)]]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Cerrar sesión en este dispositivo'),
    );
    expect(screen.queryByRole('button', { name: 'Cerrar las demás sesiones' })).toBeNull();
  });

  it('signs out of all devices once confirmed, and opens the login', async () => {
    const app = await open();
    await press(app, 'Cerrar sesión en todos los dispositivos');
    await confirm(app, '¿Cerrar sesión en todos los dispositivos?', 'Cerrar sesión');
    await screen.findByRole('button', { name: 'Entrar' });
    await waitFor(() => expect(signedIn(app)).toEqual([]));
    expect([app.path(), localStorage.getItem('token')]).toEqual(['/login', null]);
  });

  it('stays signed in and says so when the other devices cannot be signed out', async () => {
    const app = await open();
    app.server.dropNext('DELETE /api/devices/others');
    await press(app, 'Cerrar sesión en todos los dispositivos');
    await confirm(app, '¿Cerrar sesión en todos los dispositivos?', 'Cerrar sesión');
    await screen.findByText('No se pudieron cerrar las sesiones. Inténtalo de nuevo.');
    expect(signedIn(app)).toHaveLength(3);
    expect(app.path()).toBe('/dispositivos');
  });

  it('takes a session that has ended meanwhile as ended', async () => {
    const app = await open();
    await cards();
    for (const [token, { deviceId }] of app.server.memory.sessions) {
      if (deviceId === phone) app.server.memory.sessions.delete(token);
    }
    await press(app, 'Cerrar sesión en Safari en iPhone o iPad');
    await screen.findByText('La sesión de ese dispositivo ya estaba cerrada.');
    await waitFor(async () => expect(await cards()).toHaveLength(2));
  });

  it('says why a session could not be ended, and keeps it in the list', async () => {
    const app = await open();
    app.server.dropNext('DELETE /api/devices/:deviceId');
    await press(app, 'Cerrar sesión en Tizen en televisor');
    await screen.findByText('No se pudo cerrar la sesión. Inténtalo de nuevo.');
    expect(await cards()).toHaveLength(3);
  });

  it('says that it is loading, and that there is no other session', async () => {
    let release = (): void => {};
    await open((server) => {
      ({ release } = server.holdNext(list));
    });
    await screen.findByText('Cargando dispositivos...', { selector: 'output' });
    release();
    await screen.findByText('No tienes la sesión abierta en ningún otro dispositivo.');
    expect(await cards()).toHaveLength(1);
  });

  it('shows that loading failed, and loads again on retry', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const app = await open((server) => {
      addDevices(server);
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
    });
    await screen.findByRole('heading', { name: 'Error al obtener dispositivos.' });
    await press(app, 'Reintentar');
    expect(await cards()).toHaveLength(3);
  });
});
