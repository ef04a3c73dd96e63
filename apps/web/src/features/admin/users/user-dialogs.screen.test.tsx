import { fakePassword, makeFakeChannel, type FakeServer } from '@butaca/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';

const openUsers = async (prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab('/admin?tab=manage_users', prepare);
const row = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Usuarios' })).findByRole('listitem', { name });
async function choose({ user }: OpenedPage, of: string, entry: string): Promise<void> {
  await user.click(within(await row(of)).getByRole('button', { name: `Más acciones de ${of}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}
const dialog = (name: string, role = 'dialog') => screen.findByRole(role, { name });

describe('«Crear usuario»', () => {
  const open = async (app: OpenedPage) => {
    await row('ada');
    await app.user.click(screen.getByRole('button', { name: 'Crear usuario' }));
    return within(await dialog('Crear usuario'));
  };

  it('shows an invitation and a generated password once, and says what they are for', async () => {
    const app = await openUsers();
    const form = await open(app);
    await app.user.type(form.getByLabelText('Usuario'), 'nueva.clienta');
    await app.user.selectOptions(form.getByLabelText('Plan'), 'Sports');
    fireEvent.change(form.getByLabelText('Caduca (opcional)'), { target: { value: '2031-03-12' } });
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    const done = within(await dialog('Usuario creado'));
    const link = `${location.origin}/#/invitacion/invitacion-nueva.clienta-1`;
    done.getByText(link);
    done.getByRole('img', { name: 'Código QR de la invitación de nueva.clienta' });
    await app.user.click(done.getByRole('button', { name: 'Copiar enlace' }));
    await done.findByText('Enlace copiado.');
    expect(await navigator.clipboard.readText()).toBe(link);
    done.getByText('unica-nueva.clienta-1');
    expect(done.getAllByText(/^No volverá a mostrarse\./)).toHaveLength(2);
    await app.user.click(done.getByRole('button', { name: 'Copiar' }));
    await done.findByRole('button', { name: 'Copiada' });
    expect(await navigator.clipboard.readText()).toBe('unica-nueva.clienta-1');
    await app.user.click(done.getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByText('unica-nueva.clienta-1')).toBeNull());
    within(await row('nueva.clienta')).getByText(/12 mar 2031/);
    expect(app.server.memory.accounts.get('nueva.clienta')).toMatchObject({ role: 'user', plan: 'sports' });
  });

  it('says what the chosen plan opens of the catalogue, and warns where that is nothing', async () => {
    const app = await openUsers(({ memory }) => {
      memory.videos = [];
      memory.channels = [makeFakeChannel({ name: 'Uno' }), makeFakeChannel({ name: 'Dos' })];
    });
    const form = await open(app);
    within(await form.findByRole('alert')).getByText(
      'GPlay no abre nada del catálogo de ahora: todo se verá con candado. Con Sports o Premium sí hay algo que ver.',
    );
    await app.user.selectOptions(form.getByLabelText('Plan'), 'Sports');
    form.getByText('Sports abre todo el catálogo: TV en Vivo (2).');
    expect(form.queryByRole('alert')).toBeNull();
    await app.user.selectOptions(form.getByLabelText('Plan'), 'GPlay');
    await app.user.selectOptions(form.getByLabelText('Rol'), 'Administrador');
    expect(form.queryByRole('alert')).toBeNull();
  });

  it.each([
    [['https://tv.ejemplo.com'], 'configured' as const, undefined],
    [['http://192.168.1.20:3000'], 'network' as const, /se abre en los dispositivos de esa red\. Si le das/],
    [['http://localhost:3000'], 'machine' as const, /^Este enlace solo se abre en este equipo\..*PUBLIC_URL/],
  ])('has a link to %s, which is %s, and says where it opens', async (baseUrls, basis, sentence) => {
    const app = await openUsers(({ memory }) => {
      memory.linkBases = { baseUrls, basis };
    });
    const form = await open(app);
    await app.user.type(form.getByLabelText('Usuario'), 'nueva');
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    const done = within(await dialog('Usuario creado'));
    done.getByText(`${baseUrls[0]}/#/invitacion/invitacion-nueva-1`);
    expect(done.queryByText(/PUBLIC_URL/)?.textContent ?? '').toMatch(sentence ?? /^$/);
    expect(done.queryByLabelText('Dirección del enlace')).toBeNull();
  });

  it('lets the administrator choose between the addresses of the machine, also for the QR code', async () => {
    const app = await openUsers(({ memory }) => {
      memory.linkBases = { baseUrls: ['http://10.0.0.4:3000', 'http://172.17.0.1:3000'], basis: 'network' };
    });
    const form = await open(app);
    await app.user.type(form.getByLabelText('Usuario'), 'nueva');
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    const done = within(await dialog('Usuario creado'));
    done.getByText(/Si no se abre, elige otra dirección\./);
    const drawn = () => done.getByRole('img', { name: /^Código QR/ }).innerHTML;
    const first = drawn();
    await app.user.click(done.getByRole('button', { name: 'Copiar enlace' }));
    await done.findByRole('button', { name: 'Copiado' });
    await app.user.selectOptions(done.getByLabelText('Dirección del enlace'), 'http://172.17.0.1:3000');
    done.getByText('http://172.17.0.1:3000/#/invitacion/invitacion-nueva-1');
    expect(drawn()).not.toBe(first);
    await app.user.click(done.getByRole('button', { name: 'Copiar enlace' }));
    expect(await navigator.clipboard.readText()).toMatch(/^http:\/\/172\.17\.0\.1:3000\//);
  });

  it('accepts a password that the administrator chooses', async () => {
    const app = await openUsers();
    const form = await open(app);
    await app.user.type(form.getByLabelText('Usuario'), 'otra');
    await app.user.click(form.getByLabelText('Invitar con un enlace o una contraseña de un solo uso'));
    await app.user.type(form.getByLabelText('Contraseña'), 'clave que yo elijo');
    expect(form.queryByLabelText('Tu contraseña')).toBeNull();
    await app.user.selectOptions(form.getByLabelText('Rol'), 'Administrador');
    await app.user.type(form.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    await within(await dialog('Usuario creado')).findByText(/ya puede entrar/);
    expect(app.server.memory.accounts.get('otra')).toMatchObject({
      password: 'clave que yo elijo',
      role: 'admin',
    });
  });

  it('shows in the form what is wrong, and keeps the typed values', async () => {
    const app = await openUsers();
    const form = await open(app);
    await app.user.type(form.getByLabelText('Usuario'), 'valentina');
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    await form.findByText('Ese nombre de usuario ya está en uso.');
    expect(form.getByLabelText<HTMLInputElement>('Usuario').value).toBe('valentina');
    app.server.dropNext('POST /api/admin/users');
    await app.user.click(form.getByRole('button', { name: 'Crear usuario' }));
    await form.findByText('No se pudo crear el usuario.');
    await app.user.click(form.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.memory.accounts.size).toBe(7);
  });
});

describe('«Nueva invitación»', () => {
  it('asks for confirmation, shows the link once, and offers to revoke it', async () => {
    const app = await openUsers();
    await choose(app, 'gerardo', 'Nueva invitación');
    const question = within(await dialog('¿Crear una invitación?'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(question.getByRole('button', { name: 'Crear invitación' }));
    const done = within(await dialog('Invitación creada'));
    done.getByText(`${location.origin}/#/invitacion/invitacion-gerardo-1`);
    await app.user.click(done.getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose(app, 'gerardo', 'Anular invitación');
    await screen.findByText('Invitación anulada.');
    expect(app.server.memory.invitations.map(({ state }) => state)).toEqual(['revoked']);
  });

  it('says what the plan of the person opens, and warns where that is nothing', async () => {
    const app = await openUsers(({ memory }) => {
      memory.videos = [];
      memory.channels = [makeFakeChannel({ name: 'Uno' })];
    });
    await choose(app, 'gerardo', 'Nueva invitación');
    const question = within(await dialog('¿Crear una invitación?'));
    await question.findByText(/Atención: GPlay no abre nada del catálogo de ahora/);
  });

  it('of an administrator is revoked with the own password', async () => {
    const app = await openUsers(({ memory }) => {
      Object.assign(memory.accounts.get('gerardo') ?? {}, { role: 'admin' });
    });
    await choose(app, 'gerardo', 'Nueva invitación');
    const question = within(await dialog('¿Crear una invitación?'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(question.getByRole('button', { name: 'Crear invitación' }));
    const done = within(await dialog('Invitación creada'));
    await app.user.click(done.getByRole('button', { name: 'Listo' }));
    await choose(app, 'gerardo', 'Anular invitación');
    const revocation = within(await dialog('¿Anular la invitación?'));
    await app.user.type(revocation.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(revocation.getByRole('button', { name: 'Anular invitación' }));
    await screen.findByText('Invitación anulada.');
  });
});

describe('«Restablecer contraseña»', () => {
  it('asks for the own password, says when it is wrong, then shows the new password once', async () => {
    const app = await openUsers();
    await choose(app, 'gerardo', 'Restablecer contraseña');
    const question = within(await dialog('¿Restablecer la contraseña?'));
    question.getByText(/^La contraseña de «gerardo» dejará de servir y se cerrarán todas sus sesiones\./);
    const field = question.getByLabelText('Tu contraseña');
    const submit = question.getByRole('button', { name: 'Restablecer contraseña' });
    await app.user.type(field, 'otra clave');
    await app.user.click(submit);
    await question.findByText('La contraseña actual no es correcta.');
    await app.user.clear(field);
    await app.user.type(field, fakePassword);
    await app.user.click(submit);
    const done = within(await dialog('Contraseña restablecida'));
    done.getByText('unica-gerardo-1');
    await app.user.click(done.getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByText('unica-gerardo-1')).toBeNull());
  });

  it('resets nothing when the person cancels, and shows why a reset failed', async () => {
    const app = await openUsers();
    await choose(app, 'gerardo', 'Restablecer contraseña');
    await app.user.click(
      within(await dialog('¿Restablecer la contraseña?')).getByRole('button', { name: 'Cancelar' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    await choose(app, 'gerardo', 'Restablecer contraseña');
    app.server.dropNext('POST /api/admin/users/:id/password');
    const question = within(await dialog('¿Restablecer la contraseña?'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(question.getByRole('button', { name: 'Restablecer contraseña' }));
    await question.findByText('No se pudo restablecer la contraseña.');
  });
});

describe('the administrator’s own row', () => {
  it('offers no password reset', async () => {
    const { user } = await openUsers();
    await user.click(within(await row('ada')).getByRole('button', { name: 'Más acciones de ada' }));
    await screen.findByRole('menuitem', { name: 'Cambiar caducidad' });
    expect(screen.queryByRole('menuitem', { name: 'Restablecer contraseña' })).toBeNull();
  });
});

describe('the expiry of an account', () => {
  it('is set to a day and removed again', async () => {
    const app = await openUsers();
    await choose(app, 'gerardo', 'Cambiar caducidad');
    const form = within(await dialog('Caducidad de gerardo'));
    fireEvent.change(form.getByLabelText('Caduca'), { target: { value: '2031-03-12' } });
    await app.user.click(form.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Fecha de caducidad guardada.');
    await within(await row('gerardo')).findByText(/12 mar 2031/);
    const end = new Date(app.server.memory.accounts.get('gerardo')?.expiresAt ?? 0);
    expect([end.getHours(), end.getMinutes()]).toEqual([23, 59]);
    await choose(app, 'gerardo', 'Cambiar caducidad');
    const again = within(await dialog('Caducidad de gerardo'));
    expect(again.getByLabelText<HTMLInputElement>('Caduca').value).toBe('2031-03-12');
    await app.user.click(again.getByRole('button', { name: 'Quitar la fecha' }));
    await app.user.click(again.getByRole('button', { name: 'Guardar' }));
    await within(await row('gerardo')).findByText('Sin caducidad');
  });

  it('can be set for a user who was deactivated meanwhile, without activating them', async () => {
    const app = await openUsers();
    within(await row('gerardo')).getByText('Activo');
    const account = app.server.memory.accounts.get('gerardo');
    if (account !== undefined) account.isActive = false;
    await choose(app, 'gerardo', 'Cambiar caducidad');
    const form = within(await dialog('Caducidad de gerardo'));
    fireEvent.change(form.getByLabelText('Caduca'), { target: { value: '2031-03-12' } });
    await app.user.click(form.getByRole('button', { name: 'Guardar' }));
    await within(await row('gerardo')).findByText('Inactivo');
    expect(account).toMatchObject({ isActive: false, expiresAt: expect.stringContaining('2031-03-1') });
  });

  it('is asked for again when an expired account is activated', async () => {
    const app = await openUsers(({ memory }) => {
      const gerardo = memory.accounts.get('gerardo');
      if (gerardo !== undefined) gerardo.expiresAt = '2020-01-02T12:00:00.000Z';
    });
    const gerardo = within(await row('gerardo'));
    gerardo.getByText('Inactivo');
    gerardo.getByText(/Caducó/);
    await app.user.click(gerardo.getByRole('button', { name: 'Activar' }));
    const form = within(await dialog('Caducidad de gerardo'));
    form.getByText('La cuenta caducó el 2 ene 2020. Elige otra fecha o quítala.');
    await app.user.click(form.getByRole('button', { name: 'Activar' }));
    await screen.findByText('Usuario activado.');
    expect(app.server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      isActive: true,
      expiresAt: null,
    });
    expect(app.server.memory.accounts.get('gerardo')?.expiresAt).toBeNull();
  });

  it('of another administrator is set with the own password', async () => {
    const app = await openUsers(({ memory }) => {
      Object.assign(memory.accounts.get('gerardo') ?? {}, { role: 'admin' });
    });
    await choose(app, 'gerardo', 'Cambiar caducidad');
    const form = within(await dialog('Caducidad de gerardo'));
    fireEvent.change(form.getByLabelText('Caduca'), { target: { value: '2031-03-12' } });
    await app.user.type(form.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(form.getByRole('button', { name: 'Guardar' }));
    await within(await row('gerardo')).findByText(/12 mar 2031/);
  });

  it('cannot be set for the last administrator', async () => {
    const app = await openUsers();
    await choose(app, 'ada', 'Cambiar caducidad');
    const form = within(await dialog('Caducidad de ada'));
    fireEvent.change(form.getByLabelText('Caduca'), { target: { value: '2031-03-12' } });
    await app.user.type(form.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText(/^Es el último administrador activo/);
  });
});

describe('turning the second factor of another user off', () => {
  const turnOn = ({ memory }: FakeServer): void => {
    for (const name of ['ada', 'gerardo']) {
      const account = memory.accounts.get(name);
      if (account !== undefined)
        account.secondFactor = { since: '2026-11-20T10:00:00.000Z', recoveryCodes: [] };
    }
  };

  it('is asked for, and then the list no longer marks the user', async () => {
    const app = await openUsers(turnOn);
    within(await row('gerardo')).getByRole('img', { name: 'Con verificación en dos pasos' });
    await choose(app, 'gerardo', 'Desactivar verificación en dos pasos');
    const question = within(await dialog('¿Desactivar la verificación en dos pasos?'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    await app.user.click(question.getByRole('button', { name: 'Desactivar' }));
    await screen.findByText('Verificación en dos pasos de gerardo desactivada.');
    await waitFor(async () =>
      expect(
        within(await row('gerardo')).queryByRole('img', { name: 'Con verificación en dos pasos' }),
      ).toBeNull(),
    );
    expect(app.server.memory.accounts.get('gerardo')?.secondFactor).toBeUndefined();
  });

  it('shows the server’s sentence when it is off already', async () => {
    const app = await openUsers(turnOn);
    await choose(app, 'gerardo', 'Desactivar verificación en dos pasos');
    const question = within(await dialog('¿Desactivar la verificación en dos pasos?'));
    await app.user.type(question.getByLabelText('Tu contraseña'), fakePassword);
    delete app.server.memory.accounts.get('gerardo')?.secondFactor;
    await app.user.click(question.getByRole('button', { name: 'Desactivar' }));
    await question.findByText('La verificación en dos pasos no está activada.');
  });

  it('is not offered for oneself, nor for users without one', async () => {
    const app = await openUsers(turnOn);
    within(await row('ada')).getByRole('img', { name: 'Con verificación en dos pasos' });
    for (const name of ['ada', 'valentina']) {
      await app.user.click(within(await row(name)).getByRole('button', { name: `Más acciones de ${name}` }));
      await screen.findByRole('menuitem', { name: 'Cambiar caducidad' });
      expect(screen.queryByRole('menuitem', { name: 'Desactivar verificación en dos pasos' })).toBeNull();
      await app.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
  });
});
