import { fakePassword, makeFakeBackup, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const route = 'GET /api/admin/backups' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';
const name = 'butaca-2026-11-20-030000.bak';

const openList = (prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab('/admin?tab=backups', prepare);

const table = () => screen.findByRole('table', { name: 'Copias de seguridad' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);

const questions = {
  Descargar: 'Descargar la copia de seguridad',
  Eliminar: '¿Eliminar la copia de seguridad?',
  Restaurar: '¿Restaurar esta copia de seguridad?',
} as const;

/** Opens the dialog with which the backup is downloaded, deleted or restored. */
async function open(user: OpenedPage['user'], act: keyof typeof questions): Promise<HTMLElement> {
  await user.click(within(await table()).getByRole('button', { name: `${act} ${name}` }));
  return screen.findByRole('dialog', { name: questions[act] });
}

/** Opens the dialog of an act on the backup, types the password and submits the dialog. */
async function askFor(user: OpenedPage['user'], act: keyof typeof questions, password: string) {
  const dialog = await open(user, act);
  await user.type(within(dialog).getByLabelText('Tu contraseña'), password);
  await user.click(within(dialog).getByRole('button', { name: `${act} copia` }));
  return dialog;
}

afterEach(() => vi.restoreAllMocks());

describe('«Copias de seguridad»', () => {
  it('shows placeholder rows while loading, then each backup with its date, contents and size', async () => {
    let release = (): void => undefined;
    await openList((server) => {
      ({ release } = server.holdNext(route));
    });
    await screen.findByText('Cargando copias de seguridad...', { selector: 'output' });
    release();
    const [row] = await rows();
    expect(row?.textContent).toContain(name);
    expect(row?.textContent).toContain('Creada a mano');
    expect(row?.textContent).toContain('20 nov 2026');
    expect(row?.textContent).toContain('3 usuarios · 10 canales · 38 VODs');
    expect(row?.textContent).toMatch(/2[,.]\d MB/);
  });

  it('says that there are no backups, and makes the first one', async () => {
    const { user } = await openList(({ memory }) => {
      memory.operations.backups = [];
    });
    await screen.findByRole('heading', { name: 'Todavía no hay copias de seguridad.' });
    await user.click(screen.getByRole('button', { name: 'Crear copia' }));
    await screen.findByText('Copia de seguridad creada.');
    expect(await rows()).toHaveLength(1);
  });

  it('shows that the list failed, and loads it again on retry', async () => {
    const { user } = await openList((server) => {
      for (let call = 0; call < 3; call += 1) server.failNext(route, 'server.unavailable');
    });
    await screen.findByRole('heading', { name: unavailable });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await rows()).toHaveLength(1);
  });

  it('asks for the own password before a second one within an hour is made or uploaded', async () => {
    const { user, server } = await openList();
    await table();
    await user.click(screen.getByRole('button', { name: 'Crear copia' }));
    await screen.findByText('Copia de seguridad creada.');
    const form = screen.getByRole('heading', { name: 'Subir una copia' }).closest('form') as HTMLElement;
    await user.type(await within(form).findByLabelText('Tu contraseña'), fakePassword);
    await user.click(screen.getByRole('button', { name: 'Crear copia' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Crear otra copia de seguridad?' });
    await user.type(within(dialog).getByLabelText('Tu contraseña'), 'otra clave');
    await user.click(within(dialog).getByRole('button', { name: 'Crear copia' }));
    await within(dialog).findByText('La contraseña actual no es correcta.');
    expect(server.memory.operations.backups).toHaveLength(2);
    await user.clear(within(dialog).getByLabelText('Tu contraseña'));
    await user.type(within(dialog).getByLabelText('Tu contraseña'), fakePassword);
    await user.click(within(dialog).getByRole('button', { name: 'Crear copia' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.memory.operations.backups).toHaveLength(3);
    await user.upload(within(form).getByLabelText('Copia de seguridad'), new File(['x'], 'una.bak'));
    await user.click(within(form).getByRole('button', { name: 'Subir copia' }));
    await screen.findByText('Copia subida como «subida-2026-11-21-173600.bak».');
  });

  it('says that there are ten already', async () => {
    const { user } = await openList(({ memory }) => {
      memory.operations.backups = Array.from({ length: 10 }, (_, nth) =>
        makeFakeBackup({ name: `butaca-2026-11-2${nth}-030000.bak` }),
      );
    });
    await table();
    await user.click(screen.getByRole('button', { name: 'Crear copia' }));
    await screen.findByText(/^Ya hay diez copias hechas a mano o subidas, que es lo máximo\./);
  });

  it('shows why a backup could not be made', async () => {
    const { user } = await openList((server) => server.failNext('POST /api/admin/backups', 'backup.running'));
    await table();
    await user.click(screen.getByRole('button', { name: 'Crear copia' }));
    await screen.findByText(/Ya hay una copia o una restauración en curso/);
  });

  it('offers no restore for a file that cannot be read', async () => {
    await openList(({ memory }) => {
      memory.operations.backups = [makeFakeBackup({ name: 'rara.bak', contents: null, origin: 'upload' })];
    });
    const [row] = await rows();
    expect(row?.textContent).toContain('No se puede leer');
    expect(within(row as HTMLElement).queryByRole('button', { name: /^Restaurar/ })).toBeNull();
    within(row as HTMLElement).getByRole('button', { name: 'Eliminar rara.bak' });
  });

  it('asks for confirmation with the backup’s name, then deletes it', async () => {
    const { user } = await openList();
    const dialog = await askFor(user, 'Eliminar', fakePassword);
    expect(dialog.textContent).toContain(`«${name}»`);
    expect(dialog.textContent).toContain('Esta operación no se puede deshacer.');
    await screen.findByText('Copia de seguridad eliminada.');
    await screen.findByRole('heading', { name: 'Todavía no hay copias de seguridad.' });
  });

  it('names what a restore will lose, restores, and leads to the login', async () => {
    const { user, path } = await openApp('/admin?tab=backups', { as: 'ada' });
    const dialog = await askFor(user, 'Restaurar', fakePassword);
    expect(dialog.textContent).toContain('(7 usuarios, 12 canales,');
    expect(dialog.textContent).toContain('(3 usuarios, 10 canales, 38 VODs)');
    expect(dialog.textContent).toContain('se cerrarán todas las sesiones, también la tuya');
    await screen.findByText('Copia restaurada. Todos deben volver a iniciar sesión.');
    await waitFor(() => expect(path()).toBe('/login?session_expired=true'));
  });

  it('restores nothing without confirmation, and shows why a restore is refused', async () => {
    const { user, calls } = await openList((server) =>
      server.failNext('POST /api/admin/backups/:name/restore', 'backup.damaged'),
    );
    await user.click(within(await open(user, 'Restaurar')).getByRole('button', { name: 'Cancelar' }));
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    await askFor(user, 'Restaurar', fakePassword);
    await screen.findByText('La copia de seguridad está dañada o incompleta. No se ha cambiado nada.');
  });

  it('downloads a backup under its own name', async () => {
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => 'blob:copia');
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} ${this.href}`);
    });
    const { user, calls } = await openList();
    await askFor(user, 'Descargar', fakePassword);
    await waitFor(() => expect(saved).toEqual([`${name} blob:copia`]));
    expect(calls()).toContain(`POST /api/admin/backups/${name}/download`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(['Descargar', 'Eliminar', 'Restaurar'] as const)(
    'refuses with a wrong password and lets the person try again: %s',
    async (act) => {
      const { user } = await openList();
      const dialog = await askFor(user, act, 'no es esta');
      await within(dialog).findByText('La contraseña actual no es correcta.');
      within(dialog).getByLabelText('Tu contraseña');
      await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
      expect(await rows()).toHaveLength(1);
    },
  );

  it('warns that a backup is from another installation, in the list and before restoring', async () => {
    const { user } = await openList(({ memory }) => {
      const backup = makeFakeBackup({ name: 'ajena.bak' });
      memory.operations.backups = [
        { ...backup, contents: backup.contents && { ...backup.contents, isOwn: false } },
      ];
    });
    const [row] = await rows();
    within(row as HTMLElement).getByText('De otra instalación');
    await user.click(within(row as HTMLElement).getByRole('button', { name: 'Restaurar ajena.bak' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Esta copia es de otra instalación');
  });

  it('shows why a download failed', async () => {
    const { user } = await openList((server) =>
      server.failNext('POST /api/admin/backups/:name/download', 'backup.not_found'),
    );
    await askFor(user, 'Descargar', fakePassword);
    await screen.findByText('La copia de seguridad no existe.');
  });
});

describe('an uploaded backup', () => {
  const choose = async ({ user }: OpenedPage, file: string) =>
    user.upload(await screen.findByLabelText('Copia de seguridad'), new File(['x'], file));

  it('is asked for, sent to the server and listed', async () => {
    const opened = await openList();
    await table();
    await opened.user.click(screen.getByRole('button', { name: 'Subir copia' }));
    await screen.findByText('Por favor, selecciona una copia de seguridad.');
    await choose(opened, 'buena.bak');
    await opened.user.click(screen.getByRole('button', { name: 'Subir copia' }));
    await screen.findByText('Copia subida como «subida-2026-11-21-173600.bak».');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
  });

  it.each([
    ['rota.bak', 'La copia de seguridad está dañada o incompleta. No se ha cambiado nada.'],
    ['ajena.bak', 'El archivo no es una copia de seguridad de Butaca. No se ha cambiado nada.'],
  ])('shows why it is refused: %s', async (file, sentence) => {
    const opened = await openList();
    await table();
    await choose(opened, file);
    await opened.user.click(screen.getByRole('button', { name: 'Subir copia' }));
    await screen.findByText(sentence);
    expect(await rows()).toHaveLength(1);
  });
});
