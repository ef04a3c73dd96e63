import { nothingFound, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const route = 'GET /api/admin/migration/stats' as const;
const execute = 'POST /api/admin/migration/execute' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

const openPanel = (prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab('/admin?tab=migration_panel', prepare);

const series = () => screen.findByRole('region', { name: 'Series detectadas' });

async function confirm({ user }: OpenedPage): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Ejecutar migración' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Ejecutar la migración?' });
  await user.click(within(dialog).getByRole('button', { name: 'Ejecutar migración' }));
}

/** Presses «Deshacer migración», which is disabled until the page knows the catalogue after the merge. */
async function askToUndo({ user }: OpenedPage): Promise<HTMLElement> {
  const undo = await screen.findByRole('button', { name: 'Deshacer migración' });
  await waitFor(() => expect(undo.hasAttribute('disabled')).toBe(false));
  await user.click(undo);
  return screen.findByRole('alertdialog', { name: '¿Deshacer la migración?' });
}

describe('«Migración»', () => {
  it('shows a loading state, then figures, series with chapters and seasons, and warnings', async () => {
    let release = (): void => undefined;
    await openApp('/admin?tab=migration_panel', {
      as: 'ada',
      prepare: (server) => {
        ({ release } = server.holdNext(route));
      },
    });
    await screen.findByText('Cargando estadísticas...', { selector: 'output' });
    release();
    const list = await series();
    for (const [label, value] of [
      ['Películas que parecen capítulos', '27'],
      ['Series detectadas', '2'],
      ['Temporadas en total', '3'],
    ] as const) {
      const [term] = screen.getAllByText(label, { selector: 'dt' });
      expect(term?.nextElementSibling?.textContent).toBe(value);
    }
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toContain('16 capítulos · 2 temporadas');
    expect(second?.textContent).toContain('8 capítulos · 1 temporada');
    expect(second?.textContent).toContain('Se añade a la serie que ya existe');
    expect(within(list).getByRole('textbox', { name: 'Nombre de la serie El faro' })).toHaveProperty(
      'value',
      'El faro',
    );
    screen.getByText(/Elimina las entradas individuales/);
    screen.getByText(/se guarda automáticamente una copia de seguridad/);
    screen.getByText(/Puede tardar varios minutos/);
    screen.getByText('Se puede deshacer mientras no cambies el catálogo.');
    screen.getByRole('heading', { name: 'Sin nombre de serie (2)' });
    screen.getByText(/1x11 La llegada · 1x12 El regreso/);
    screen.getByText('1 película seguirá como está: su capítulo ya existe.');
  });

  it('says that no film looks like a chapter, and disables «Ejecutar migración»', async () => {
    await openPanel(({ memory }) => {
      memory.operations.filmMerge = nothingFound;
    });
    await screen.findByRole('heading', { name: 'No hay películas que parezcan capítulos.' });
    expect(screen.getByRole('button', { name: 'Ejecutar migración' })).toHaveProperty('disabled', true);
  });

  it('shows the specification’s sentence when the statistics fail, and retries on request', async () => {
    const { user } = await openPanel((server) => {
      for (let call = 0; call < 3; call += 1) server.failNext(route, 'server.unavailable');
    });
    await screen.findByRole('heading', { name: `Error al cargar estadísticas: ${unavailable}` });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await series();
  });

  it('reloads the statistics on request', async () => {
    const { user, calls } = await openPanel();
    await series();
    await user.click(screen.getByRole('button', { name: 'Actualizar' }));
    await waitFor(() => expect(calls().filter((call) => call === route)).toHaveLength(2));
  });

  it('shows the chapters of a series on request', async () => {
    const { user, calls } = await openPanel();
    const list = await series();
    expect(calls().some((call) => call.includes('/chapters'))).toBe(false);
    await user.click(within(list).getByRole('button', { name: 'Ver capítulos de El faro' }));
    expect(await within(list).findAllByText(/^T1 · 1\. La llegada/)).toHaveLength(2);
    within(list).getByText(/repetida, sigue como película/);
  });

  it('executes after confirmation, sends the changed names, and shows a summary', async () => {
    const opened = await openPanel();
    const { user, server } = opened;
    const field = within(await series()).getByRole('textbox', { name: 'Nombre de la serie El faro' });
    await user.clear(field);
    await user.type(field, 'El faro del sur');
    await user.type(screen.getByRole('textbox', { name: /1x11 La llegada/ }), 'Suelta');
    await user.click(screen.getByRole('button', { name: 'Ejecutar migración' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Ejecutar la migración?' });
    expect(dialog.textContent).toContain('Se eliminarán 24 películas');
    expect(dialog.textContent).toContain('Esta operación no se puede deshacer.');
    await user.click(within(dialog).getByRole('button', { name: 'Ejecutar migración' }));

    const result = await screen.findByRole('region', { name: 'Resultado de la migración' });
    expect(server.seen.find(({ call }) => call === execute)?.body).toEqual({
      names: { 'name:el faro': 'El faro del sur', 'set:suelta': 'Suelta' },
    });
    for (const [label, value] of [
      ['Entradas procesadas', '26'],
      ['Series creadas', '2'],
      ['Series actualizadas', '1'],
      ['Películas eliminadas', '26'],
    ] as const) {
      expect(within(result).getByText(label).nextElementSibling?.textContent).toBe(value);
    }
    expect(
      within(result)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['El faro del sur', 'Marea alta', 'Suelta']);
    expect(result.textContent).toContain('antes-de-migrar-2026-11-21-173500.bak');
  });

  it('shows ten series of the result, and the number of the others', async () => {
    const opened = await openPanel(({ memory }) => {
      const [first] = memory.operations.filmMerge.seriesDetails;
      memory.operations.filmMerge.seriesDetails = Array.from({ length: 13 }, (_, index) => ({
        ...first!, // The copied series exists: the fake server's preview of the film merge has two.
        key: `name:${index}`,
        name: `Serie ${index}`,
      }));
    });
    await confirm(opened);
    const result = await screen.findByRole('region', { name: 'Resultado de la migración' });
    const items = within(result)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(items).toHaveLength(11);
    expect(items.at(-1)).toBe('... y 3 más');
  });

  it('shows its progress while it runs', async () => {
    let release = (): void => undefined;
    const opened = await openPanel((server) => {
      ({ release } = server.holdNext(execute));
    });
    await confirm(opened);
    await screen.findByText('Creando las series...');
    screen.getByText(/1\.?200 de 2\.?400 · 50 %/);
    release();
    await screen.findByRole('region', { name: 'Resultado de la migración' });
  });

  it('shows the specification’s sentence with the reason when a merge fails', async () => {
    const opened = await openPanel((server) => server.failNext(execute, 'migration.running'));
    await confirm(opened);
    await screen.findByText(
      'Error durante la migración: Ya hay una migración en curso. Espera a que termine y vuelve a intentarlo.',
    );
    await series();
  });

  it('says in the singular what becomes of a single film', async () => {
    const opened = await openPanel(({ memory: { operations } }) => {
      const [first] = operations.filmMerge.seriesDetails;
      const only = { ...first!, totalChapters: 1, totalSeasons: 1, seasons: [1] };
      operations.filmMerge = {
        ...nothingFound,
        totalMovieChapters: 1,
        totalSeries: 1,
        seriesDetails: [only],
      };
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Ejecutar migración' }));
    const merging = await screen.findByRole('alertdialog', { name: '¿Ejecutar la migración?' });
    expect(merging.textContent).toContain('Se eliminará 1 película y su capítulo quedará en 1 serie.');
    await opened.user.click(within(merging).getByRole('button', { name: 'Ejecutar migración' }));
    await screen.findByText(/^La última migración, .* convirtió 1 película en capítulos\.$/);
    const undoing = await askToUndo(opened);
    expect(undoing.textContent).toContain('Volverá 1 película, con el progreso de cada persona');
  });

  it('undoes the last merge after confirmation', async () => {
    const opened = await openPanel();
    await confirm(opened);
    const dialog = await askToUndo(opened);
    expect(dialog.textContent).toContain('Volverán 24 películas, con el progreso');
    await opened.user.click(within(dialog).getByRole('button', { name: 'Deshacer migración' }));
    await screen.findByText('Migración deshecha: 24 películas recuperadas.');
    await series();
    expect(screen.queryByRole('button', { name: 'Deshacer migración' })).toBeNull();
  });
});
