import { makeFakeReading, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';

const open = (prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab('/admin?tab=imports&leer=1', prepare);

async function confirm({ user }: OpenedPage, button: string, title: string, answer: string): Promise<string> {
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = await screen.findByRole('alertdialog', { name: title });
  const { textContent } = dialog;
  await user.click(within(dialog).getByRole('button', { name: answer }));
  return textContent;
}

describe('«Leer de nuevo»', () => {
  it('reads on request, shows what would change, applies it and takes it back', async () => {
    const opened = await open();
    await opened.user.click(await screen.findByRole('button', { name: 'Ver qué cambiaría' }));
    await screen.findByText('Todavía no se ha cambiado nada');
    const films = screen.getByRole('region', { name: 'Películas con otros datos' });
    within(films).getByText('ES: Roma - 2012 Latino 1080p');
    within(films).getByText('Roma (2012)');
    expect(within(films).getAllByRole('listitem')).toHaveLength(5);
    await opened.user.click(within(films).getByRole('button', { name: /^Ver 2 más/ }));
    expect(within(films).getAllByRole('listitem')).toHaveLength(7);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Películas con otros datos 7',
      'Películas que pasan a ser capítulos 2',
      'Series con otros datos 1',
      'Series que se unen a otra 2',
      'Versiones de otro título 1',
      'Capítulos con otros datos 1204',
    ]);

    const question = await confirm(
      opened,
      'Aplicar los cambios',
      '¿Aplicar los cambios?',
      'Aplicar los cambios',
    );
    expect(question).toContain('Cambiarán 1217 títulos: o todos, o ninguno.');
    await screen.findByText('Los cambios están aplicados');
    expect(screen.queryByRole('button', { name: 'Aplicar los cambios' })).toBeNull();

    await confirm(opened, 'Deshacer', '¿Deshacer los cambios?', 'Deshacer los cambios');
    await screen.findByText(/Los cambios se deshicieron/);
    expect(screen.queryByRole('region', { name: 'Películas con otros datos' })).toBeNull();
    expect(opened.calls().filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/admin/reading/preview',
      'POST /api/admin/reading/apply',
      'POST /api/admin/reading/undo',
    ]);
  });

  it('shows how far a reading is that goes on, and its end', async () => {
    const { server } = await open(({ memory }) => {
      memory.operations.reading = {
        isOffered: true,
        undoable: null,
        run: makeFakeReading({ status: 'reading', done: 12_000, counts: null, examples: [] }),
      };
    });
    const going = await screen.findByRole('region', { name: 'Lectura en curso' });
    expect(going.textContent).toContain('Leyendo los títulos...');
    expect(going.textContent).toContain('12.000 títulos leídos');
    expect(screen.queryByRole('button', { name: /Leer|Aplicar/ })).toBeNull();
    server.memory.operations.reading = { isOffered: false, undoable: null, run: makeFakeReading() };
    await screen.findByText('Todavía no se ha cambiado nada', {}, { timeout: 5_000 });
  });

  it('says that nothing would change', async () => {
    await open(({ memory }) => {
      const counts = { films: 0, movedFilms: 0, series: 0, mergedSeries: 0, versions: 0, chapters: 0 };
      memory.operations.reading = {
        isOffered: false,
        undoable: null,
        run: makeFakeReading({ counts, examples: [] }),
      };
    });
    await screen.findByText(/^No cambiaría nada/);
    expect(screen.queryByRole('button', { name: 'Aplicar los cambios' })).toBeNull();
    screen.getByRole('button', { name: 'Leer otra vez' });
  });

  it('says why a reading failed, and offers another one', async () => {
    const { user } = await open(({ memory }) => {
      memory.operations.reading = {
        isOffered: true,
        undoable: null,
        run: makeFakeReading({
          status: 'failed',
          counts: null,
          examples: [],
          error: 'Algo salió mal en el servidor. Inténtalo de nuevo.',
        }),
      };
    });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Algo salió mal en el servidor. Inténtalo de nuevo.',
    );
    await user.click(screen.getByRole('button', { name: 'Leer otra vez' }));
    await screen.findByText('Todavía no se ha cambiado nada');
  });

  it('says that another administrator has begun a reading meanwhile', async () => {
    const { user, server } = await open();
    const start = await screen.findByRole('button', { name: 'Ver qué cambiaría' });
    server.memory.operations.reading = {
      isOffered: false,
      undoable: null,
      run: makeFakeReading({ status: 'reading', counts: null, examples: [] }),
    };
    await user.click(start);
    await screen.findByText(/^Ya se están leyendo los títulos\./);
    await screen.findByRole('region', { name: 'Lectura en curso' });
  });

  it('says that the last reading cannot be loaded, and retries', async () => {
    const { user } = await open((server) => {
      for (let call = 0; call < 3; call += 1) server.failNext('GET /api/admin/reading', 'server.unavailable');
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('button', { name: 'Ver qué cambiaría' });
  });
});

describe('the offer of «Leer de nuevo»', () => {
  const offered = ({ memory }: FakeServer): void => {
    memory.operations.reading = { isOffered: true, undoable: null, run: null };
  };

  it.each(['imports', 'add_list'])('is shown in the tab %s after an update, and leads there', async (tab) => {
    const { user, path } = await openAdminTab(`/admin?tab=${tab}`, offered);
    const hint = (await screen.findByText('Esta versión lee mejor los nombres de las listas')).closest(
      '[role="status"]',
    );
    if (!(hint instanceof HTMLElement)) throw new Error('the offer is no status message');
    await user.click(within(hint).getByRole('link', { name: 'Leer de nuevo' }));
    await waitFor(() => expect(path()).toBe('/admin?tab=imports&leer=1'));
    await screen.findByRole('button', { name: 'Ver qué cambiaría' });
  });

  it('is not shown where nothing would be gained', async () => {
    const { calls } = await openAdminTab('/admin?tab=imports');
    await waitFor(() => expect(calls()).toContain('GET /api/admin/reading'));
    await screen.findByRole('link', { name: 'Leer de nuevo' });
    expect(screen.queryByText('Esta versión lee mejor los nombres de las listas')).toBeNull();
  });
});
