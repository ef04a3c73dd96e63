import { fakePassword, makeFakeDevice, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const list = 'GET /api/admin/users' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

const openUsers = async (query = '', prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab(`/admin?tab=manage_users${query}`, prepare);

const users = () => screen.findByRole('list', { name: 'Usuarios' });
const names = async () =>
  [...(await users()).children].map((item) => (item as HTMLElement).getAttribute('aria-label'));
const row = async (name: string) => within(await users()).findByRole('listitem', { name });
const button = async (of: string, name: string) => within(await row(of)).getByRole('button', { name });
const inMenu = async ({ user }: OpenedPage, of: string, entry: string): Promise<void> => {
  await user.click(await button(of, `Más acciones de ${of}`));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

function addUsers({ memory }: FakeServer, count: number): void {
  for (let index = 1; index <= count; index += 1) {
    const username = `persona-${String(index).padStart(3, '0')}`;
    memory.accounts.set(username, { username, password: 'x', role: 'user', plan: 'gplay', isActive: true });
  }
}

describe('«Gestionar Usuarios»', () => {
  it('is the tab that the panel opens with', async () => {
    await openApp('/admin', { as: 'ada' });
    await screen.findByRole('heading', { level: 1, name: 'Gestionar Usuarios' });
    expect(await names()).toContain('valentina');
  });

  it('shows placeholder rows while loading', async () => {
    let release = (): void => undefined;
    await openUsers('', (server) => {
      ({ release } = server.holdNext(list));
    });
    await screen.findByText('Cargando usuarios...', { selector: 'output' });
    release();
    expect(await names()).toHaveLength(7);
    screen.getByText('Mostrando 7 de 7 usuarios');
  });

  it('shows role, plan, state, expiry and devices of each user', async () => {
    await openUsers('', ({ memory }) => {
      const gerardo = memory.accounts.get('gerardo');
      if (gerardo !== undefined) gerardo.expiresAt = '2031-03-12T22:00:00.000Z';
      memory.devices = [
        makeFakeDevice({ username: 'gerardo', deviceId: 'uno' }),
        makeFakeDevice({ username: 'gerardo', deviceId: 'dos', isActive: false }),
      ];
    });
    const ada = within(await row('ada'));
    ada.getByText('admin');
    ada.getByText('Activo');
    ada.getByText('Sin caducidad');
    ada.getByRole('button', { name: 'Desactivar' });
    const gerardo = within(await row('gerardo'));
    gerardo.getByText('usuario');
    gerardo.getByText(/12 mar 2031/);
    gerardo.getByRole('button', { name: 'Dispositivos de gerardo: 1 activo de 2' });
    expect(gerardo.getByRole<HTMLSelectElement>('combobox', { name: 'Plan de gerardo' }).value).toBe('gplay');
    const inactive = within(await row('inactiva'));
    inactive.getByText('Inactivo');
    inactive.getByRole('button', { name: 'Activar' });
  });

  it('shows the server’s sentence when the list fails, or its own when there is none', async () => {
    const { user } = await openUsers('', (server) => {
      server.failNext(list, 'server.unexpected');
      server.failNext(list, 'server.unexpected');
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByRole('heading', { name: /^Algo falló en el servidor/ });
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    expect(await names()).toHaveLength(7);
  });

  it('shows the sentence of the call when the error answer has no message', async () => {
    await openUsers('', (server) => {
      for (let attempt = 0; attempt < 6; attempt += 1) server.muteNext(list);
    });
    await screen.findByRole('heading', { name: 'Admin: Error al cargar la lista de usuarios.' });
  });

  it('shows the sentence of the specification when no answer comes', async () => {
    await openUsers('', (server) => {
      for (let attempt = 0; attempt < 6; attempt += 1) server.dropNext(list);
    });
    await screen.findByRole('heading', { name: 'Fallo al cargar la lista de usuarios.' });
  });
});

describe('finding users', () => {
  it('searches while the term is typed, keeps it in the address, and lists all when cleared', async () => {
    const { user, path } = await openUsers();
    await users();
    const box = screen.getByRole('searchbox', { name: 'Buscar usuario' });
    await user.type(box, 'VALEN');
    await waitFor(async () => expect(await names()).toEqual(['valentina']));
    expect(path()).toBe('/admin?tab=manage_users&buscar=VALEN');
    await user.clear(box);
    await waitFor(async () => expect(await names()).toHaveLength(7));
    expect(path()).toBe('/admin?tab=manage_users');
  });

  it('says which search found nothing', async () => {
    await openUsers('&buscar=nadie');
    await screen.findByRole('heading', { name: 'No hay usuarios para mostrar.' });
    screen.getByText('Ninguno se llama «nadie».');
  });

  it('filters by state, role and plan together', async () => {
    const { user, path } = await openUsers();
    await users();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Activos');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rol' }), 'Usuarios');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filtrar por plan' }), 'GPlay');
    await waitFor(async () => expect(await names()).toEqual(['gerardo']));
    expect(path()).toBe('/admin?tab=manage_users&estado=activos&rol=usuario&plan=gplay');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Inactivos');
    await waitFor(async () => expect(await names()).toEqual(['inactiva']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rol' }), 'Administradores');
    await screen.findByText('Ninguno cumple estos filtros.');
  });

  it('changes pages, keeps the page in the address, and opens the last one for one beyond it', async () => {
    const { user, path, go } = await openUsers('', (server) => addUsers(server, 120));
    await screen.findByText('Página 1 de 3');
    screen.getByText('Mostrando 50 de 127 usuarios');
    await user.click(screen.getByRole('button', { name: 'Última' }));
    await screen.findByText('Mostrando 27 de 127 usuarios');
    expect(path()).toBe('/admin?tab=manage_users&pagina=3');
    await go('/admin?tab=manage_users&pagina=9');
    await waitFor(() => expect(path()).toBe('/admin?tab=manage_users&pagina=3'));
  });
});

/** Answers the question before an act on an administrator with the own password. */
async function confirmed({ user }: OpenedPage, name: string, label: string): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name }));
  await user.type(question.getByLabelText('Tu contraseña'), fakePassword);
  await user.click(question.getByRole('button', { name: label }));
}

describe('changing a user', () => {
  it('sets another plan and confirms it', async () => {
    const { user, server } = await openUsers();
    await user.selectOptions(
      within(await row('gerardo')).getByRole('combobox', { name: 'Plan de gerardo' }),
      'Cinéfilo',
    );
    await screen.findByText('Plan del usuario actualizado.');
    expect(server.memory.accounts.get('gerardo')?.plan).toBe('cinefilo');
  });

  it('restores the old plan when the change fails', async () => {
    const { user, server } = await openUsers();
    const select = within(await row('gerardo')).getByRole<HTMLSelectElement>('combobox');
    server.dropNext('PUT /api/admin/users/:id/plan');
    await user.selectOptions(select, 'Premium');
    await screen.findByText('Error al actualizar el plan del usuario.');
    await waitFor(() => expect(select.value).toBe('gplay'));
    server.failNext('PUT /api/admin/users/:id/plan', 'server.unavailable');
    await user.selectOptions(select, 'Premium');
    await screen.findByText(unavailable);
  });

  it('deactivates and activates the user', async () => {
    const { user, server } = await openUsers();
    await user.click(await button('gerardo', 'Desactivar'));
    await screen.findByText('Usuario desactivado.');
    expect(server.memory.accounts.get('gerardo')?.isActive).toBe(false);
    await user.click(await waitFor(() => button('gerardo', 'Activar')));
    await screen.findByText('Usuario activado.');
    expect(server.memory.accounts.get('gerardo')?.isActive).toBe(true);
  });

  it('takes a deactivation back with the button of its message', async () => {
    const { user, server } = await openUsers();
    await user.click(await button('gerardo', 'Desactivar'));
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await screen.findByText('Usuario activado.');
    expect(server.memory.accounts.get('gerardo')?.isActive).toBe(true);
    await waitFor(() => button('gerardo', 'Desactivar'));
  });

  it('shows the sentences of the calls when error answers have no message', async () => {
    const { user, server } = await openUsers();
    server.muteNext('PUT /api/admin/users/:id/status');
    await user.click(await button('gerardo', 'Desactivar'));
    await screen.findByText('Admin: Error al actualizar el estado del usuario.');
    server.muteNext('PUT /api/admin/users/:id/plan');
    await user.selectOptions(within(await row('gerardo')).getByRole('combobox'), 'Premium');
    await screen.findByText('Admin: Error al actualizar el plan del usuario.');
  });

  it('shows its own sentence when the change fails', async () => {
    const { user, server } = await openUsers();
    server.dropNext('PUT /api/admin/users/:id/status');
    await user.click(await button('gerardo', 'Desactivar'));
    await screen.findByText('Error al cambiar el estado del usuario.');
  });

  it('does not deactivate or demote the last administrator', async () => {
    const app = await openUsers();
    await app.user.click(await button('ada', 'Desactivar'));
    await confirmed(app, '¿Desactivar a este administrador?', 'Desactivar');
    await screen.findByText(/^Es el último administrador activo/);
    await app.user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await inMenu(app, 'ada', 'Quitar el rol de administrador');
    await confirmed(app, '¿Quitar el rol de administrador?', 'Quitar el rol');
    await screen.findByText(/^Es el último administrador activo/);
    expect(app.server.memory.accounts.get('ada')).toMatchObject({ role: 'admin', isActive: true });
  });

  it('makes a user an administrator, and a user again', async () => {
    const app = await openUsers();
    await inMenu(app, 'valentina', 'Hacer administrador');
    const question = within(
      await screen.findByRole('dialog', { name: '¿Hacer administrador a este usuario?' }),
    );
    await app.user.type(question.getByLabelText('Tu contraseña'), 'otra clave');
    await app.user.click(question.getByRole('button', { name: 'Hacer administrador' }));
    await question.findByText('La contraseña actual no es correcta.');
    expect(app.server.memory.accounts.get('valentina')?.role).toBe('user');
    await app.user.clear(question.getByLabelText('Tu contraseña'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(question.getByRole('button', { name: 'Hacer administrador' }));
    await screen.findByText('valentina ya es administrador.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await within(await row('valentina')).findByText('admin');
    await app.user.click(await button('valentina', 'Desactivar'));
    await confirmed(app, '¿Desactivar a este administrador?', 'Desactivar');
    await screen.findByText('Usuario desactivado.');
    expect(app.server.memory.accounts.get('valentina')?.isActive).toBe(false);
    await app.user.click(await waitFor(() => button('valentina', 'Activar')));
    await confirmed(app, '¿Activar a este administrador?', 'Activar');
    await screen.findByText('Usuario activado.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await inMenu(app, 'valentina', 'Quitar el rol de administrador');
    await confirmed(app, '¿Quitar el rol de administrador?', 'Quitar el rol');
    await screen.findByText('valentina ya no es administrador.');
    expect(app.server.memory.accounts.get('valentina')?.role).toBe('user');
  });
});

describe('registrations that await approval', () => {
  const wait = ({ memory }: FakeServer): void => {
    for (const username of ['paciente', 'dudosa']) {
      memory.accounts.set(username, {
        username,
        password: 'x',
        role: 'user',
        plan: 'gplay',
        isActive: false,
        awaitsApproval: true,
      });
    }
  };

  it('are counted, listed apart, approved and refused', async () => {
    const { user, server, path } = await openUsers('', wait);
    await user.click(await screen.findByRole('button', { name: 'Pendientes de aprobación 2' }));
    await waitFor(async () => expect(await names()).toEqual(['dudosa', 'paciente']));
    expect(path()).toBe('/admin?tab=manage_users&pendientes=si');
    within(await row('paciente')).getByText('Pendiente');
    within(await row('paciente')).getByText('Registro: 1 sept 2026');
    await user.click(await button('paciente', 'Aprobar'));
    await screen.findByText('Usuario activado.');
    await waitFor(async () => expect(await names()).toEqual(['dudosa']));
    await user.click(await button('dudosa', 'Rechazar'));
    await screen.findByText('Usuario desactivado.');
    await screen.findByText('Ningún registro espera tu aprobación.');
    expect(server.memory.accounts.get('paciente')).toMatchObject({ isActive: true, awaitsApproval: false });
    expect(server.memory.accounts.get('dudosa')).toMatchObject({ isActive: false, awaitsApproval: false });
  });

  it('have no link when no registration waits', async () => {
    await openUsers();
    await users();
    expect(screen.queryByRole('button', { name: /^Pendientes/ })).toBeNull();
  });
});
