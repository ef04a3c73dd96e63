import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';

const list = 'GET /api/videos?view=admin' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

const openList = async (
  query = '?tab=manage_vod',
  prepare?: (server: FakeServer) => void,
): Promise<OpenedPage> => openAdminTab(`/admin${query}`, prepare);

const table = () => screen.findByRole('table', { name: 'VODs' });
const titles = async () =>
  within(await table())
    .getAllByRole('button', { name: /^Eliminar / })
    .map((button) => button.getAttribute('aria-label')?.slice('Eliminar '.length));

const films = (count: number) =>
  Array.from({ length: count }, (_, index) => makeFakeVideo({ title: `Cinta ${index + 1}` }));
const keep =
  (...videos: ReturnType<typeof makeFakeVideo>[]) =>
  ({ memory }: FakeServer) => {
    memory.videos = videos;
  };

describe('«Todos los VODs»', () => {
  it('shows placeholder rows while loading, then lists fifty per page, newest first', async () => {
    let release = (): void => undefined;
    const { calls } = await openList('?tab=manage_vod', (server) => {
      keep(...films(60))(server);
      ({ release } = server.holdNext(list));
    });
    await screen.findByText('Cargando VODs...', { selector: 'output' });
    release();
    const shown = await titles();
    expect([shown.length, shown[0]]).toEqual([50, 'Cinta 60']);
    screen.getByText('Mostrando 50 de 60 VODs totales');
    screen.getByText('Página 1 de 2');
    expect(calls()).toContain('GET /api/videos?view=admin&page=1&limit=50');
  });

  it('shows for each video its type, contents, plans and whether it is active', async () => {
    await openList(
      '?tab=manage_vod',
      keep(
        makeFakeVideo({
          title: 'Marea',
          tipo: 'serie',
          subcategoria: 'Retro',
          requiresPlan: ['estandar', 'cinefilo', 'premium'],
          active: false,
          isFeatured: true,
        }),
      ),
    );
    const [, row] = within(await table()).getAllByRole('row');
    for (const text of ['Serie', 'Estándar', '+1', 'Inactivo']) within(row as HTMLElement).getByText(text);
    expect(row?.textContent).toContain('Retro · 1 temporada, 3 capítulos · Destacado');
  });

  it('filters by type and searches by title, and keeps both in the address', async () => {
    const { user, path } = await openList();
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo' }), 'Novela');
    await waitFor(async () => expect(await titles()).toEqual(['Café con leche', 'Corazón de hacienda']));
    await user.type(screen.getByRole('searchbox', { name: 'Buscar VOD' }), 'cafe');
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: 'Buscar' }));
    await waitFor(async () => expect(await titles()).toEqual(['Café con leche']));
    expect(path()).toBe('/admin?tab=manage_vod&buscar=cafe&tipo=novela');
  });

  it('says that nothing was found', async () => {
    await openList('?tab=manage_vod&buscar=curling');
    await screen.findByRole('heading', { name: 'No se encontraron VODs con los criterios actuales.' });
    expect(screen.queryByRole('link', { name: 'Agregar lista' })).toBeNull();
  });

  it('leads to the upload of a list while there are no videos', async () => {
    const { user, path } = await openList('?tab=manage_vod', keep());
    await user.click(await screen.findByRole('link', { name: 'Agregar lista' }));
    await screen.findByRole('heading', { level: 1, name: 'Agregar lista' });
    expect(path()).toBe('/admin?tab=add_list');
  });

  it('shows the server’s sentence when the list fails, or its own, and loads again on retry', async () => {
    const { user } = await openList('?tab=manage_vod', (server) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByRole('heading', { name: 'Fallo al cargar VODs.' });
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await table();
  });

  it('shows no pagination when there is only one page', async () => {
    await openList('?tab=manage_vod', keep(...films(3)));
    await screen.findByText('Mostrando 3 de 3 VODs totales');
    expect(screen.queryByText(/^Página/)).toBeNull();
  });

  it('rounds a fractional page down', async () => {
    const { calls } = await openList('?tab=manage_vod&pagina=2.7', keep(...films(60)));
    await screen.findByText('Mostrando 10 de 60 VODs totales');
    expect(calls().filter((call) => /page=2\.7/.test(call))).toEqual([]);
  });

  it('opens the last page for a page beyond the end', async () => {
    const { path } = await openList('?tab=manage_vod&pagina=9', keep(...films(60)));
    await screen.findByText('Mostrando 10 de 60 VODs totales');
    expect(path()).toBe('/admin?tab=manage_vod&pagina=2');
  });
});

describe('the lists of one type', () => {
  it.each([
    ['manage_movies', 'Películas', 'pelicula'],
    ['manage_animes', 'Animes', 'anime'],
    ['manage_doramas', 'Doramas', 'dorama'],
    ['manage_novelas', 'Novelas', 'novela'],
    ['manage_documentales', 'Documentales', 'documental'],
  ])('%s shows «%s» alone', async (tab, heading, tipo) => {
    const { server } = await openList(`?tab=${tab}`);
    await screen.findByRole('heading', { level: 1, name: heading });
    const own = server.memory.videos.filter((video) => video.tipo === tipo).map(({ title }) => title);
    expect(new Set(await titles())).toEqual(new Set(own.slice(-50)));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('filters series by their subcategory', async () => {
    const { user, path } = await openList('?tab=manage_series');
    await table();
    const filter = screen.getByRole('combobox', { name: 'Subcategoría' });
    expect(within(filter).getAllByRole('option')[0]?.textContent).toBe('Todas las Series');
    await user.selectOptions(filter, 'Disney');
    await waitFor(async () => expect(await titles()).toEqual(['Los Andes']));
    expect(path()).toBe('/admin?tab=manage_series&subcategoria=Disney');
  });
});

describe('deleting videos', () => {
  const ask = async ({ user }: OpenedPage, title: string) => {
    await user.click(within(await table()).getByRole('button', { name: `Eliminar ${title}` }));
    return screen.findByRole('alertdialog', { name: '¿Eliminar el VOD?' });
  };

  it('names one video with its chapters, and deletes it once confirmed', async () => {
    const app = await openList('?tab=manage_novelas');
    const dialog = await ask(app, 'Café con leche');
    within(dialog).getByText(
      'Se eliminará «Café con leche» con sus 3 capítulos, con lo que cada persona haya visto. Esta operación no se puede deshacer.',
    );
    await app.user.click(within(dialog).getByRole('button', { name: 'Eliminar VOD' }));
    await screen.findByText('VOD «Café con leche» eliminado.');
    await waitFor(async () => expect(await titles()).toEqual(['Corazón de hacienda']));
  });

  it('shows the server’s sentence, its default, or the panel’s own sentence when it fails', async () => {
    const app = await openList('?tab=manage_novelas');
    app.server.failNext('DELETE /api/videos/:id', 'server.unavailable');
    await app.user.click(
      within(await ask(app, 'Café con leche')).getByRole('button', { name: 'Eliminar VOD' }),
    );
    await screen.findByText(unavailable);
    app.server.dropNext('DELETE /api/videos/:id');
    await app.user.click(
      within(await ask(app, 'Café con leche')).getByRole('button', { name: 'Eliminar VOD' }),
    );
    await screen.findByText('Error al eliminar VOD.');
    expect(await titles()).toContain('Café con leche');
  });

  it('selects some or all of a page, shows how many, names them, and deletes them', async () => {
    const app = await openList('?tab=manage_vod', keep(...films(8)));
    const { user, server } = app;
    await table();
    expect(screen.queryByRole('button', { name: /^Eliminar seleccionados/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Cinta 2' }));
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Cinta 5' }));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar todos en esta página' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await user.click(screen.getByRole('button', { name: 'Eliminar seleccionados (2)' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar 2 VODs?' });
    within(dialog).getByText(/Se eliminarán «Cinta 5» y «Cinta 2», con lo que cada persona haya visto/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.memory.videos).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Quitar selección' }));
    expect([all.checked, all.indeterminate]).toEqual([false, false]);
    expect(screen.queryByRole('button', { name: /^Eliminar seleccionados/ })).toBeNull();
    await user.click(all);
    await user.click(screen.getByRole('button', { name: 'Eliminar seleccionados (8)' }));
    const second = await screen.findByRole('alertdialog', { name: '¿Eliminar 8 VODs?' });
    expect(second.textContent).toContain('y 3 más');
    await user.click(within(second).getByRole('button', { name: 'Eliminar 8 VODs' }));
    await screen.findByText('8 VODs eliminados.');
    await screen.findByRole('heading', { name: 'No se encontraron VODs con los criterios actuales.' });
    expect(server.seen.find(({ call }) => call === 'DELETE /api/videos/batch')?.body).toMatchObject({
      videoIds: expect.arrayContaining(['cinta-1', 'cinta-8']) as string[],
    });
  });

  it('shows its own sentence for several videos when the connection breaks', async () => {
    const { user, server } = await openList('?tab=manage_vod', keep(...films(2)));
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar todos en esta página' }));
    server.dropNext('DELETE /api/videos/batch');
    await user.click(screen.getByRole('button', { name: 'Eliminar seleccionados (2)' }));
    await user.click(await screen.findByRole('button', { name: 'Eliminar 2 VODs' }));
    await screen.findByText('Error al eliminar VODs.');
  });
});
