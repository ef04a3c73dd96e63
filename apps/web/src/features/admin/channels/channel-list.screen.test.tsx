import { makeFakeChannel, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';

const list = 'GET /api/channels/admin/list' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

const openList = async (query = '', prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab(`/admin?tab=manage_channels${query}`, prepare);

const table = () => screen.findByRole('table', { name: 'Canales' });
const names = async () =>
  within(await table())
    .getAllByRole('button', { name: /^Eliminar / })
    .map((button) => button.getAttribute('aria-label')?.slice('Eliminar '.length));

function addChannels({ memory }: FakeServer, count: number): void {
  memory.channels = Array.from({ length: count }, (_, index) =>
    makeFakeChannel({ name: `Señal ${index + 1}` }),
  );
}

async function askToDelete({ user }: OpenedPage, name: string): Promise<HTMLElement> {
  await user.click(within(await table()).getByRole('button', { name: `Eliminar ${name}` }));
  return screen.findByRole('alertdialog', { name: '¿Eliminar el canal?' });
}

describe('«Todos los canales»', () => {
  it('shows placeholder rows while loading, then lists fifty channels per page', async () => {
    let release = (): void => undefined;
    const { calls } = await openList('', (server) => {
      ({ release } = server.holdNext(list));
    });
    await screen.findByText('Cargando canales...', { selector: 'output' });
    release();
    expect(await names()).toHaveLength(12);
    screen.getByText('Mostrando 12 de 12 canales');
    expect(calls()).toContain('GET /api/channels/admin/list?page=1&limit=50');
  });

  it('shows the host of each channel’s address, its section, its plans and its status', async () => {
    await openList('', ({ memory }) => {
      memory.channels = [
        makeFakeChannel({
          name: 'Liga Sur',
          section: 'Deportes',
          url: 'http://socio:clave@proveedor.example:8080/live/socio/clave/7.ts',
          requiresPlan: ['estandar', 'cinefilo', 'premium'],
          active: false,
          sourceCount: 3,
        }),
        makeFakeChannel({ name: 'Radio', url: 'rtmp://radio.example/uno', isPlayable: false }),
      ];
    });
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(first?.textContent).toContain('proveedor.example:8080 · 3 direcciones');
    expect(first?.textContent).not.toContain('clave');
    for (const text of ['Deportes', 'Estándar', 'Cinéfilo', '+1', 'Inactivo']) {
      within(first as HTMLElement).getByText(text);
    }
    expect(second?.textContent).toContain('radio.example · no se puede reproducir en el navegador');
    within(second as HTMLElement).getByText('Activo');
  });

  it('says that there are no channels', async () => {
    await openList('', ({ memory }) => {
      memory.channels = [];
    });
    await screen.findByRole('heading', { name: 'No hay canales para mostrar.' });
    screen.getByText('Agrega tu lista, o el primero a mano.');
    expect(screen.getByRole('link', { name: 'Agregar lista' }).getAttribute('href')).toContain(
      '?tab=add_list',
    );
  });

  it('searches by name without accents, and writes the search in the address', async () => {
    const { user, path } = await openList();
    await table();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar canal' }), 'brujula{Enter}');
    await waitFor(async () => expect(await names()).toEqual(['Brújula']));
    expect(path()).toBe('/admin?tab=manage_channels&buscar=brujula');
  });

  it('keeps its field, and what is typed on, after a search, and takes over another term of the address', async () => {
    const { user, path, go } = await openList();
    await table();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar canal' });
    await user.type(field, 'brujula{Enter}');
    await waitFor(() => expect(path()).toBe('/admin?tab=manage_channels&buscar=brujula'));
    await user.keyboard('s');
    expect([field.isConnected, field.value]).toEqual([true, 'brujulas']);
    await go('/admin?tab=manage_channels');
    await waitFor(() => expect(field.value).toBe(''));
    await go('/admin?tab=manage_channels&buscar=brujula');
    await waitFor(() => expect(field.value).toBe('brujula'));
  });

  it('names the search that found nothing, and shows all channels again once it is cleared', async () => {
    const { user, path } = await openList('&buscar=curling');
    await screen.findByRole('heading', { name: 'No hay canales para mostrar.' });
    screen.getByText('Ninguno se llama «curling».');
    await user.click(screen.getByRole('button', { name: 'Borrar búsqueda' }));
    expect(await names()).toHaveLength(12);
    expect(path()).toBe('/admin?tab=manage_channels');
  });

  it('shows the server’s sentence when the list fails, and loads again on retry', async () => {
    const app = await openList('&buscar=avería');
    const alert = await screen.findByRole('alert');
    within(alert).getByRole('heading', { name: unavailable });
    app.server.memory.channels = [makeFakeChannel({ name: 'Avería' })];
    const asked = app.calls().length;
    await app.user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(app.calls().length).toBeGreaterThan(asked));
  });

  it('shows its own sentence when the connection breaks, and the list after «Reintentar»', async () => {
    const { user } = await openList('', (server) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByRole('heading', { name: 'Fallo al cargar canales.' });
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    expect(await names()).toHaveLength(12);
  });

  it('changes pages, and keeps the page in the address', async () => {
    const { user, path } = await openList('', (server) => addChannels(server, 120));
    await screen.findByText('Página 1 de 3');
    screen.getByText('Mostrando 50 de 120 canales');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Anterior' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Siguiente' }));
    await screen.findByRole('button', { name: 'Eliminar Señal 51' });
    expect(path()).toBe('/admin?tab=manage_channels&pagina=2');
    await user.click(screen.getByRole('button', { name: 'Última' }));
    await screen.findByText('Mostrando 20 de 120 canales');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Siguiente' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Primera' }));
    await screen.findByRole('button', { name: 'Eliminar Señal 1' });
  });

  it('opens the last page for a page beyond the end, and rounds a fractional page down', async () => {
    const { go, path, calls } = await openList('&pagina=9', (server) => addChannels(server, 120));
    await screen.findByText('Página 3 de 3');
    expect(path()).toBe('/admin?tab=manage_channels&pagina=3');
    await go('/admin?tab=manage_channels&pagina=2.7');
    await screen.findByText('Página 2 de 3');
    expect(calls().filter((call) => /page=2\.7/.test(call))).toEqual([]);
  });

  it('returns to the first page on a new search', async () => {
    const { user, path } = await openList('&pagina=2', (server) => addChannels(server, 120));
    await screen.findByText('Página 2 de 3');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar canal' }), 'Señal 7{Enter}');
    await screen.findByText('Mostrando 11 de 11 canales');
    expect(path()).not.toContain('pagina');
  });

  it('shows no pagination when there is only one page', async () => {
    await openList();
    await table();
    expect(screen.queryByText(/^Página/)).toBeNull();
  });
});

describe('deleting a channel', () => {
  it('names what will be lost, and deletes it once confirmed', async () => {
    const app = await openList();
    const dialog = await askToDelete(app, 'Musa');
    within(dialog).getByText(
      'Se eliminará «Musa» con todas sus direcciones. Esta operación no se puede deshacer.',
    );
    expect(app.server.memory.channels).toHaveLength(12);
    await app.user.click(within(dialog).getByRole('button', { name: 'Eliminar canal' }));
    await screen.findByText('Canal «Musa» eliminado.');
    await waitFor(async () => expect(await names()).not.toContain('Musa'));
    expect(app.server.memory.channels).toHaveLength(11);
  });

  it('deletes nothing on «Cancelar» or Escape', async () => {
    const app = await openList();
    await app.user.click(within(await askToDelete(app, 'Musa')).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await askToDelete(app, 'Musa');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await names()).toContain('Musa');
    expect(app.calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('shows the server’s sentence when it fails, and keeps the channel', async () => {
    const app = await openList();
    app.server.failNext('DELETE /api/channels/admin/:id', 'server.unavailable');
    const dialog = await askToDelete(app, 'Musa');
    await app.user.click(within(dialog).getByRole('button', { name: 'Eliminar canal' }));
    await screen.findByText(unavailable);
    expect(await names()).toContain('Musa');
  });

  it('shows its own sentence when the connection breaks', async () => {
    const app = await openList();
    app.server.dropNext('DELETE /api/channels/admin/:id');
    const dialog = await askToDelete(app, 'Musa');
    await app.user.click(within(dialog).getByRole('button', { name: 'Eliminar canal' }));
    await screen.findByText('Error al eliminar canal.');
  });

  it('says that the channel was already deleted, and refreshes the list', async () => {
    const app = await openList();
    const dialog = await askToDelete(app, 'Musa');
    app.server.memory.channels = app.server.memory.channels.filter(({ name }) => name !== 'Musa');
    await app.user.click(within(dialog).getByRole('button', { name: 'Eliminar canal' }));
    await screen.findByText('El canal no existe o ya no está disponible.');
    await waitFor(async () => expect(await names()).not.toContain('Musa'));
  });
});
