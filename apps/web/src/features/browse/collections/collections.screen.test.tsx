import type { FakeServer } from '@butaca/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const list = 'GET /api/collections' as const;
const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}, `) });
const found = (name: string) =>
  within(screen.getByRole('list', { name: `Títulos de ${name}` })).getAllByRole('listitem');
const names = async () => within(await screen.findByRole('navigation', { name: 'Colecciones' }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name: `Colecciones: ${name}` });
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar en la colección' });

describe('«Colecciones»', () => {
  it('lists every collection at the side, first with all selected, and shows each title once', async () => {
    await openApp('/colecciones', {
      as: 'valentina',
      prepare: ({ memory }) => memory.collections[1]?.itemIds.push('el-faro-del-sur'),
    });
    await title('TODAS');
    await card('La noche sin final');
    const links = (await names()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'TODAS',
      'Aún sin títulos',
      'Maratón de series',
      'Noches de invierno',
    ]);
    expect((await names()).getByRole('link', { current: true }).textContent).toBe('TODAS');
    expect(found('TODAS')).toHaveLength(7);
    expect(document.title).toBe('Colecciones · Butaca');
  });

  it('shows only the titles of the chosen collection, and keeps it in the address', async () => {
    const { user, path } = await openApp('/colecciones', { as: 'valentina' });
    await user.click(await (await names()).findByRole('link', { name: 'Maratón de series' }));
    await title('Maratón de series');
    await card('Marea alta');
    expect(found('Maratón de series')).toHaveLength(3);
    expect(path()).toBe('/colecciones?coleccion=Marat%C3%B3n%20de%20series');
    expect((await names()).getByRole('link', { current: true }).textContent).toBe('Maratón de series');
  });

  it('searches within the collection, and keeps the search in the address', async () => {
    const { user, path } = await openApp('/colecciones?coleccion=Noches+de+invierno', { as: 'valentina' });
    await card('La noche sin final');
    await user.type(search(), 'FARO');
    await waitFor(() => expect(found('Noches de invierno')).toHaveLength(1));
    await card('El faro del Sur');
    expect(path()).toBe('/colecciones?coleccion=Noches+de+invierno&buscar=FARO');
    await user.clear(search());
    await user.type(search(), 'marea');
    await screen.findByRole('heading', {
      name: 'No se encontraron títulos para «marea» en la colección «Noches de invierno».',
    });
  });

  it('opens with the search in the address, and clears it when the collection changes', async () => {
    const { user } = await openApp('/colecciones?coleccion=noches+de+invierno&buscar=faro', {
      as: 'valentina',
    });
    await title('Noches de invierno');
    await card('El faro del Sur');
    expect(search().value).toBe('faro');
    await user.click((await names()).getByRole('link', { name: 'Maratón de series' }));
    await card('Marea alta');
    expect(search().value).toBe('');
  });

  it('reloads the collections when the window regains focus', async () => {
    const { server } = await openApp('/colecciones?coleccion=Aún sin títulos', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'No hay títulos en la colección «Aún sin títulos».' });
    server.memory.collections[2]?.itemIds.push('marea-alta');
    fireEvent.focus(window);
    await card('Marea alta');
  });

  it('omits entries without an id, and logs that to the console', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    await openApp('/colecciones?coleccion=Maratón de series', {
      as: 'valentina',
      prepare: ({ memory }) => {
        for (const video of memory.videos) {
          if (video._id === 'marea-alta') video._id = '';
        }
        memory.collections[1]?.itemIds.push('');
      },
    });
    await card('Espada de niebla');
    expect(found('Maratón de series')).toHaveLength(2);
    expect(logged).toHaveBeenCalledWith('an item without an id was left out', expect.anything());
    logged.mockRestore();
  });

  it('lets an administrator add a card to another collection, which then shows it', async () => {
    const { user } = await openApp('/colecciones?coleccion=Maratón de series', { as: 'ada' });
    const cell = within((await card('Marea alta')).closest('li') ?? document.body);
    await user.click(cell.getByRole('button', { name: 'Agregar a colección' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar a colección' }));
    await user.selectOptions(dialog.getByLabelText('Colección existente'), 'Aún sin títulos');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Marea alta fue agregado a la colección Aún sin títulos');
    await user.click((await names()).getByRole('link', { name: 'Aún sin títulos' }));
    await title('Aún sin títulos');
    await card('Marea alta');
  });

  it('shows why the plan does not open a title, and stays on the page', async () => {
    const { user, path } = await openApp('/colecciones', { as: 'gerardo' });
    await user.click(await card('Solo para premium'));
    await screen.findByRole('dialog', { name: 'Contenido Premium' });
    expect(path()).toBe('/colecciones');
  });

  it('says that a collection does not exist, and links to all of them', async () => {
    const { user } = await openApp('/colecciones?coleccion=Verano', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'No se pudo encontrar la colección "Verano"' });
    await user.click(screen.getByRole('link', { name: 'Ver todas las colecciones' }));
    await title('TODAS');
    await card('Marea alta');
  });

  it('says that there are no collections yet', async () => {
    await openApp('/colecciones', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay colecciones disponibles.' });
    screen.getByText('Aparecerán en cuanto un administrador cree la primera.');
  });

  it('shows a loading state, then why the collections failed to load, and loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
    };
    const { user } = await openApp('/colecciones', { as: 'valentina', prepare });
    await screen.findByText('Cargando colecciones...');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Error al cargar colecciones.');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card('Marea alta');
  });
});

describe('editing a collection', () => {
  const path = '/colecciones?coleccion=Maratón de series';
  const actionsOf = async (name: string) => within((await card(name)).closest('li') ?? document.body);

  it('is offered to administrators only', async () => {
    await openApp(path, { as: 'valentina' });
    const actions = await actionsOf('Marea alta');
    for (const label of ['Agregar a colección', 'Quitar de la colección'])
      expect(actions.queryByRole('button', { name: label })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Eliminar colección' })).toBeNull();
  });

  it('takes a title out of it', async () => {
    const { user } = await openApp(path, { as: 'ada' });
    await user.click((await actionsOf('Marea alta')).getByRole('button', { name: 'Quitar de la colección' }));
    await screen.findByText('El título ya no está en la colección.');
    await waitFor(() => expect(found('Maratón de series')).toHaveLength(2));
    expect(screen.queryByRole('link', { name: /^Marea alta, / })).toBeNull();
  });

  it('says why a title was not taken out, and keeps it', async () => {
    const { user, server } = await openApp(path, { as: 'ada' });
    const actions = await actionsOf('Marea alta');
    server.failNext('DELETE /api/collections/:id/items/:itemId', 'server.unavailable');
    await user.click(actions.getByRole('button', { name: 'Quitar de la colección' }));
    await screen.findByText(/^El servicio no está disponible/);
    await card('Marea alta');
  });

  it('deletes it after confirmation, and shows all collections', async () => {
    const { user, path: shown, server } = await openApp(path, { as: 'ada' });
    await card('Marea alta');
    await user.click(screen.getByRole('button', { name: 'Eliminar colección' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: '¿Eliminar la colección «Maratón de series»?' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Eliminar' }));
    await screen.findByText('Colección «Maratón de series» eliminada.');
    await title('TODAS');
    expect(shown()).toBe('/colecciones');
    expect(server.memory.collections.map(({ name }) => name)).not.toContain('Maratón de series');
  });
});

describe('creating a collection', () => {
  const openDialog = async (prepare?: (server: FakeServer) => void) => {
    const app = await openApp('/colecciones', { as: 'ada', ...(prepare && { prepare }) });
    await app.user.click(await screen.findByRole('button', { name: 'Crear colección' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Crear colección' }));
    const fill = async (name: string, type: string) => {
      if (name !== '') await app.user.type(dialog.getByLabelText('Nombre'), name);
      if (type !== '') await app.user.type(dialog.getByLabelText('Tipo'), type);
      await app.user.click(dialog.getByRole('button', { name: 'Crear' }));
    };
    const creations = () => app.calls().filter((call) => call === 'POST /api/collections');
    return { ...app, dialog, fill, creations };
  };

  it('is offered to administrators only', async () => {
    await openApp('/colecciones', { as: 'valentina' });
    await card('Marea alta');
    expect(screen.queryByRole('button', { name: 'Crear colección' })).toBeNull();
  });

  it.each([
    ['Película', 'Video'],
    [' PELICULA ', 'Video'],
    ['serie', 'Serie'],
  ])('accepts the type %s, and opens the new collection', async (type, itemsModel) => {
    const { fill, server, path } = await openDialog();
    await fill(' Verano ', type);
    await title('Verano');
    await screen.findByText('Colección «Verano» creada');
    expect(path()).toBe('/colecciones?coleccion=Verano');
    expect(server.memory.collections.at(-1)).toMatchObject({ name: 'Verano', itemsModel });
    await screen.findByRole('heading', { name: 'No hay títulos en la colección «Verano».' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('requires a name and a valid type', async () => {
    const { fill, dialog, creations, user } = await openDialog();
    await fill('   ', 'Novela');
    dialog.getByText('Escribe un nombre para la colección.');
    dialog.getByText("Tipo inválido. Por favor, introduce 'Película' o 'Serie'.");
    expect(creations()).toEqual([]);
    await user.clear(dialog.getByLabelText('Tipo'));
    await fill('Verano', 'Serie');
    await title('Verano');
    expect(creations()).toHaveLength(1);
  });

  it('shows «Creando...» while the call runs, and creates the collection once', async () => {
    const { fill, dialog, server, creations, user } = await openDialog();
    const { release } = server.holdNext('POST /api/collections');
    await fill('Verano', 'Serie');
    await user.click(await dialog.findByRole('button', { name: 'Creando...' }));
    release();
    await title('Verano');
    expect(creations()).toHaveLength(1);
  });

  it('shows why it failed, until something else is typed', async () => {
    const { fill, dialog, user } = await openDialog();
    await fill('NOCHES DE INVIERNO', 'Película');
    const sentence = 'Error al crear la colección: Ya existe una colección con ese nombre.';
    await dialog.findByText(sentence);
    await user.type(dialog.getByLabelText('Nombre'), ' 2');
    expect(dialog.queryByText(sentence)).toBeNull();
  });

  it('is cancelled by «Cancelar»', async () => {
    const { dialog, user, creations } = await openDialog();
    await user.type(dialog.getByLabelText('Nombre'), 'Verano');
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(creations()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Crear colección' }));
  });

  it('is offered when there are no collections yet', async () => {
    const { fill } = await openDialog(({ memory }) => {
      memory.collections = [];
    });
    screen.getByRole('heading', { name: 'No hay colecciones disponibles.', hidden: true });
    await fill('La primera', 'Película');
    await title('La primera');
  });
});
