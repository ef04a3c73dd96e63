import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAdminTab } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const openEditor = (query = '', prepare?: (server: FakeServer) => void) =>
  openAdminTab(`/admin?tab=add_vod${query}`, prepare);

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: UserEvent, name: string, text: string) => {
  const input = await field(name);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
};
const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const chapters = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^Título de T\d/ }).map(({ value }) => value);

describe('a new VOD', () => {
  it('is a film by default, and missing fields are named in the words of the rules', async () => {
    const { user, calls } = await openEditor();
    await press(user, 'Guardar');
    const [alert] = await screen.findAllByText('Título, URL y Tipo son obligatorios.');
    expect(alert).toBeDefined();
    expect(document.activeElement).toBe(await field('Título'));
    screen.getByText('Si no marcas ninguno, valen los de su sección.');
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('is saved with the typed genres and the chosen plans, and the editor returns to the list', async () => {
    const { user, server, path } = await openEditor();
    await write(user, 'Título', 'Cometa');
    await write(user, 'URL del video', 'https://cine.example/cometa.mp4');
    await write(user, 'Géneros', 'Drama, , Ciencia ficción ,Drama');
    await user.click(screen.getByRole('checkbox', { name: 'Premium' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sección' }), 'CINE 4K UHD');
    await press(user, 'Guardar');
    await screen.findByText('VOD «Cometa» creado.');
    await screen.findByRole('table', { name: 'VODs' });
    expect(path()).toBe('/admin?tab=manage_vod');
    expect(server.seen.find(({ call }) => call === 'POST /api/videos')?.body).toMatchObject({
      title: 'Cometa',
      tipo: 'pelicula',
      url: 'https://cine.example/cometa.mp4',
      genres: ['Drama', 'Ciencia ficción'],
      requiresPlan: ['premium'],
      mainSection: 'CINE_4K',
      releaseYear: new Date().getFullYear(),
    });
  });

  it('hides the address and shows seasons when the type is not film', async () => {
    const { user } = await openEditor();
    await field('URL del video');
    expect(screen.queryByRole('heading', { name: 'Temporadas' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo' }), 'Serie');
    await screen.findByRole('heading', { name: 'Temporadas' });
    expect(screen.queryByRole('textbox', { name: 'URL del video' })).toBeNull();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Subcategoría' }).value).toBe('Netflix');
  });

  it('names the faults of its seasons one after another', async () => {
    const { user, server } = await openEditor('&tipo=novela');
    await press(user, 'Guardar');
    await screen.findAllByText('Título y Tipo son obligatorios.');
    await write(user, 'Título', 'Larga');
    await press(user, 'Guardar');
    await screen.findByText('Debe agregar al menos una temporada para este tipo de contenido.');
    await press(user, 'Agregar temporada');
    expect((await field('Título de Temporada 1')).value).toBe('Temporada 1');
    await press(user, 'Guardar');
    await screen.findByText('La temporada 1 debe tener al menos un capítulo.');
    await press(user, 'Agregar capítulo a la Temporada 1');
    expect((await field('Título de T1 · C1')).value).toBe('Capítulo 1');
    await press(user, 'Guardar');
    await screen.findByText('Todos los capítulos en la Temporada 1 deben tener título y URL.');
    screen.getByText('Falta la URL.');
    await write(user, 'URL de T1 · C1', 'https://cine.example/1.mp4');
    await press(user, 'Guardar');
    await screen.findByText('VOD «Larga» creado.');
    expect(server.memory.videos.at(-1)?.seasons[0]?.chapters[0]?.title).toBe('Capítulo 1');
  });

  it('is saved with its languages, quality, edition and country', async () => {
    const { user, server } = await openEditor();
    await write(user, 'Título', 'Cometa');
    await write(user, 'URL del video', 'https://cine.example/cometa.mp4');
    const add = await screen.findByRole('combobox', { name: 'Agregar un idioma a la película' });
    await user.selectOptions(add, 'Latino');
    await user.selectOptions(add, 'Inglés');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Calidad' }), 'FHD');
    await write(user, 'Edición', 'Restaurada');
    await user.selectOptions(screen.getByRole('combobox', { name: 'País' }), 'España');
    await press(user, 'Guardar');
    await screen.findByText('VOD «Cometa» creado.');
    expect(server.seen.find(({ call }) => call === 'POST /api/videos')?.body).toMatchObject({
      languages: ['es-419', 'en'],
      quality: 'FHD',
      edition: 'Restaurada',
      country: 'es',
    });
  });

  it('is cleared by «Cancelar»', async () => {
    const { user } = await openEditor();
    await write(user, 'Título', 'Nada');
    await press(user, 'Cancelar');
    expect((await field('Título')).value).toBe('');
  });

  it.each([
    ['what the server says', 'Repetido', undefined, 'Ya existe un VOD o un capítulo con esa dirección.'],
    ['the panel’s own sentence', 'Cometa', 'drop', 'Error al guardar VOD.'],
  ])('stays as it was typed when saving fails, and shows %s', async (_what, title, fault, sentence) => {
    const { user, server } = await openEditor();
    await write(user, 'Título', title);
    await write(user, 'URL del video', 'https://cine.example/x.mp4');
    if (fault === 'drop') server.dropNext('POST /api/videos');
    await press(user, 'Guardar');
    await screen.findByText(sentence);
    expect((await field('Título')).value).toBe(title);
  });

  it('shows at the genres field which genre is too long', async () => {
    const { user, path } = await openEditor();
    await write(user, 'Título', 'Cometa');
    await write(user, 'URL del video', 'https://cine.example/x.mp4');
    await write(user, 'Géneros', `Drama, ${'x'.repeat(61)}`);
    await press(user, 'Guardar');
    const genres = await field('Géneros');
    await waitFor(() => expect(genres.getAttribute('aria-invalid')).toBe('true'));
    expect(path()).toBe('/admin?tab=add_vod');
  });

  it('shows a refusal of the server at the field it is about', async () => {
    const { user } = await openEditor();
    await write(user, 'Título', 'Cometa');
    await write(user, 'URL del video', 'ftp://cine.example/x.mp4');
    await press(user, 'Guardar');
    await waitFor(async () =>
      expect((await field('URL del video')).getAttribute('aria-invalid')).toBe('true'),
    );
  });
});

describe('editing a VOD', () => {
  const id = '&id=la-casa-de-los-relojes';

  it('shows placeholder rows, then all fields', async () => {
    let release = (): void => undefined;
    await openEditor(id, (server) => {
      ({ release } = server.holdNext('GET /api/videos/:id?view=admin'));
    });
    await screen.findByText('Cargando VOD...', { selector: 'output' });
    release();
    expect((await field('Título')).value).toBe('La casa de los relojes');
    expect(chapters()).toHaveLength(7);
  });

  it('says that the VOD does not exist, or could not be loaded', async () => {
    const { user, server } = await openEditor('&id=nadie');
    await screen.findByText('El contenido no existe o ya no está disponible.');
    server.memory.videos.push(makeFakeVideo({ title: 'Nadie' }));
    await press(user, 'Reintentar');
    expect((await field('Título')).value).toBe('Nadie');
  });

  it('moves a chapter with its buttons, across seasons too, and keeps the focus on it', async () => {
    const { user, server } = await openEditor('&id=marea-alta', ({ memory }) => {
      const video = memory.videos.find(({ _id }) => _id === 'marea-alta');
      const [season] = video?.seasons ?? [];
      if (video === undefined || season === undefined) throw new Error('no series');
      video.seasons = [
        season,
        {
          ...season,
          seasonNumber: 2,
          title: 'Temporada 2',
          chapters: [{ ...season.chapters[0]!, _id: 'otro', title: 'Otro' }],
        },
      ];
    });
    await field('Título');
    await press(user, 'Bajar Capítulo 2');
    expect(chapters()).toEqual(['Capítulo 1', 'Capítulo 3', 'Capítulo 2', 'Otro']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bajar Capítulo 2');
    await user.keyboard('{Enter}');
    expect(chapters()).toEqual(['Capítulo 1', 'Capítulo 3', 'Capítulo 2', 'Otro']);
    screen.getByRole('textbox', { name: 'Título de T2 · C1' });
    await press(user, 'Guardar');
    await screen.findByText('VOD «Marea alta» actualizado.');
    const saved = server.memory.videos.find(({ _id }) => _id === 'marea-alta');
    expect(saved?.seasons.map((season) => season.chapters.map(({ _id }) => _id))).toEqual([
      ['marea-alta-t1-c1', 'marea-alta-t1-c3'],
      ['marea-alta-t1-c2', 'otro'],
    ]);
  });

  it('asks for confirmation by name before a chapter or a season is removed', async () => {
    const { user } = await openEditor(id);
    await field('Título');
    await press(user, 'Eliminar Capítulo 4');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar el capítulo?' });
    within(dialog).getByText(/Se eliminará «Capítulo 4» cuando guardes/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(chapters()).toHaveLength(7);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press(user, 'Eliminar Temporada 2');
    const other = await screen.findByRole('alertdialog', { name: '¿Eliminar la temporada 2?' });
    within(other).getByText(/con sus 3 capítulos/);
    await user.click(within(other).getByRole('button', { name: 'Eliminar' }));
    expect(chapters()).toHaveLength(4);
  });

  it('sends changed fields, and leaves the others untouched', async () => {
    const { user, server } = await openEditor('&id=el-faro-del-sur');
    await write(user, 'Descripción', 'Otra.');
    await press(user, 'Guardar');
    await screen.findByText('VOD «El faro del Sur» actualizado.');
    expect(server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      revision: expect.any(String),
      title: 'El faro del Sur',
      tipo: 'pelicula',
      url: 'https://cine.example/el-faro-del-sur.mp4',
      description: 'Otra.',
    });
  });

  it('reloads the VOD when somebody else changed it meanwhile, instead of overwriting it', async () => {
    const { user, server } = await openEditor('&id=el-faro-del-sur');
    await write(user, 'Título', 'El mío');
    const video = server.memory.videos.find(({ _id }) => _id === 'el-faro-del-sur');
    if (video === undefined) throw new Error('no video');
    video.title = 'El de otra persona';
    await press(user, 'Guardar');
    await screen.findByText('Algo cambió mientras tanto. Recarga la página y vuelve a intentarlo.');
    expect((await field('Título')).value).toBe('El mío');
    await press(user, 'Cargar de nuevo');
    await waitFor(async () => expect((await field('Título')).value).toBe('El de otra persona'));
    await write(user, 'Título', 'Ahora sí');
    await press(user, 'Guardar');
    await screen.findByText('VOD «Ahora sí» actualizado.');
  });

  it('returns to the list from which it was opened', async () => {
    const { user, path } = await openApp('/admin?tab=manage_novelas&buscar=leche', { as: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Editar Café con leche' }));
    await field('Título');
    await press(user, 'Cancelar');
    await screen.findByRole('table', { name: 'VODs' });
    expect(path()).toBe('/admin?tab=manage_novelas&buscar=leche');
  });

  it('asks before unsaved changes are lost', async () => {
    const { user, path, go } = await openEditor('&id=el-faro-del-sur');
    await write(user, 'Título', 'Cambiado');
    await go('/admin?tab=manage_vod');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' });
    await user.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
    expect((await field('Título')).value).toBe('Cambiado');
    await go('/admin?tab=manage_vod');
    await press(user, 'Salir sin guardar');
    await screen.findByRole('table', { name: 'VODs' });
    expect(path()).toBe('/admin?tab=manage_vod');
  });

  it('warns that a film has no seasons', async () => {
    const { user } = await openEditor(id);
    await field('Título');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tipo' }), 'Película');
    await screen.findByText(
      'Al guardar como película se eliminarán sus 2 temporadas con todos sus capítulos.',
    );
  });

  it('appends all details from the server to a failure message', async () => {
    const { user } = await openEditor(id);
    await write(user, 'URL de T1 · C1', 'ftp://a.example/1');
    await write(user, 'URL de T1 · C4', 'ftp://a.example/2');
    await write(user, 'Título de T1 · C2', 'Segundo');
    await write(user, 'URL de T1 · C3', 'https://a.example/3');
    await press(user, 'Guardar');
    const alert = await screen.findByText(/^Temporada 1, «Capítulo 1»: Debe ser una dirección completa\./);
    expect(alert.getAttribute('role')).toBe('alert');
  });
});
