import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

type FakeImport = FakeServer['memory']['imports'][number];

const tab = '/admin?tab=imports';
const route = 'GET /api/admin/imports' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

function made(changes: Partial<FakeImport> = {}): FakeImport {
  return {
    _id: 'una',
    kind: 'videos',
    fileName: 'cine.m3u',
    options: { categoria: 'pelicula', subcategoria: 'CINE_4K', section: null, plans: null },
    status: 'done',
    phase: null,
    size: 2_048,
    done: 2_048,
    entries: 6,
    added: 3,
    updated: 1,
    duplicates: 1,
    skipped: 1,
    movies: 3,
    series: 0,
    channels: 0,
    otherSources: 0,
    otherVersions: 0,
    explanation: '6 entradas: 3 películas.',
    doubtful: 0,
    errorCode: null,
    error: null,
    username: 'ada',
    createdAt: '2026-10-01T18:00:00.000Z',
    finishedAt: '2026-10-01T18:00:01.000Z',
    hasReport: true,
    canUndo: true,
    message: 'Lista procesada: 3 elementos añadidos, 1 actualizado, 1 duplicado, 1 omitido.',
    errors: [],
    errorCount: 0,
    groups: [],
    access: null,
    rows: [
      {
        position: 1,
        line: 2,
        title: 'El faro',
        group: 'Cine',
        outcome: 'added',
        reason: null,
        target: { kind: 'video', _id: 'video-1', name: 'El faro (ficha)' },
        reading: null,
      },
      {
        position: 2,
        line: 4,
        title: 'Sin nada',
        group: 'Cine',
        outcome: 'skipped',
        reason: 'La entrada no tiene dirección.',
        target: null,
        reading: null,
      },
    ],
    ...changes,
  };
}

const openWith = (imports: FakeImport[], path = tab, prepare?: (server: FakeServer) => void) =>
  openApp(path, {
    as: 'ada',
    prepare(server) {
      server.memory.imports = imports;
      prepare?.(server);
    },
  });

const table = () => screen.findByRole('table', { name: 'Importaciones' });
const report = () => screen.findByRole('table', { name: 'Informe de la importación' });
const titlesOf = async () =>
  within(await report())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('b')?.textContent);

async function askToUndo({ user }: OpenedApp) {
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  return within(await screen.findByRole('alertdialog', { name: '¿Deshacer la importación?' }));
}

afterEach(() => vi.restoreAllMocks());

describe('«Importaciones»', () => {
  it('shows placeholder rows while loading, then who imported what, when, and the outcome', async () => {
    let release = (): void => undefined;
    await openWith([made()], tab, (server) => {
      ({ release } = server.holdNext(route));
    });
    await screen.findByText('Cargando importaciones...', { selector: 'output' });
    release();
    const [, row] = within(await table()).getAllByRole('row');
    for (const text of [
      'cine.m3u',
      'Película · CINE 4K UHD',
      'Terminada',
      '3 añadidos, 1 actualizado, 1 duplicado, 1 omitido',
      'ada',
    ])
      expect(row?.textContent).toContain(text);
    expect(row?.querySelector('time')?.dateTime).toBe('2026-10-01T18:00:00.000Z');
  });

  it.each([
    ['preview', 'Sin publicar'],
    ['failed', 'Fallida'],
    ['cancelled', 'Cancelada'],
    ['undone', 'Deshecha'],
  ] as const)('shows an import with the status %s as «%s»', async (status, label) => {
    await openWith([made({ status })]);
    within(await table()).getByText(label);
  });

  it('says that there are no imports', async () => {
    await openWith([]);
    await screen.findByRole('heading', { name: 'Todavía no hay importaciones.' });
  });

  it('shows that the list failed, and loads it again on retry', async () => {
    const { user } = await openWith([made()], tab, (server) => {
      for (let call = 0; call < 3; call += 1) server.failNext(route, 'server.unavailable');
    });
    await screen.findByRole('heading', { name: unavailable });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await table();
  });

  it('changes pages through the address', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      made({ _id: `n${index}`, fileName: `lista-${index}.m3u` }),
    );
    const app = await openWith(many);
    within(await table()).getByText('lista-24.m3u', { selector: 'a' });
    screen.getByText('Mostrando 25 de 30 importaciones');
    await app.user.click(screen.getByRole('button', { name: 'Siguiente' }));
    await screen.findByText('lista-29.m3u', { selector: 'a' });
    expect(app.path()).toBe(`${tab}&pagina=2`);
  });

  it('shows the progress of a running import, and cancels it on request', async () => {
    const running = made({ status: 'running', phase: 'reading', done: 1_024, entries: 10, canUndo: false });
    const { user } = await openWith([running]);
    const progress = within(await screen.findByRole('region', { name: 'Importación en curso: cine.m3u' }));
    progress.getByText('Leyendo la lista · 10 entradas · 50 %');
    running.entries = 20;
    await progress.findByText('Leyendo la lista · 20 entradas · 50 %');
    await user.click(progress.getByRole('button', { name: 'Cancelar la importación' }));
    await within(await table()).findByText('Cancelada');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Importación en curso/ })).toBeNull());
  });

  it('says that a running import could not be cancelled', async () => {
    const { user } = await openWith([made({ status: 'running', phase: 'publishing' })], tab, (server) =>
      server.failNext('POST /api/admin/imports/:id/cancel', 'import.finished'),
    );
    await user.click(await screen.findByRole('button', { name: 'Cancelar la importación' }));
    await screen.findByText('Esa importación ya ha terminado.');
  });
});

describe('the page of one import', () => {
  it('opens from the list with the report, filtered by the outcome of the entries', async () => {
    const app = await openWith([made()]);
    await app.user.click(within(await table()).getByRole('link', { name: 'Detalles cine.m3u' }));
    await screen.findByText('Lista procesada: 3 elementos añadidos, 1 actualizado, 1 duplicado, 1 omitido.');
    screen.getByText(/^Película · CINE 4K UHD · 2\S* \S+ · ada · /);
    expect(await titlesOf()).toEqual(['El faro', 'Sin nada']);
    const link = screen.getByRole('link', { name: 'El faro (ficha)' });
    expect(link.getAttribute('href')).toContain('?tab=add_vod&id=video-1');
    await app.user.click(screen.getByRole('button', { name: 'Omitidos' }));
    await waitFor(async () => expect(await titlesOf()).toEqual(['Sin nada']));
    screen.getByText('La entrada no tiene dirección.');
    expect(app.path()).toBe(`${tab}&id=una&resultado=skipped`);
    await app.user.click(screen.getByRole('button', { name: 'Actualizados' }));
    await screen.findByRole('heading', { name: 'Ninguna entrada tiene ese resultado.' });
    await app.user.click(screen.getByRole('link', { name: 'Todas las importaciones' }));
    await table();
  });

  it('pages through the report', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      position: index + 1,
      line: index,
      title: `Título ${index}`,
      group: 'Cine',
      outcome: 'added' as const,
      reason: null,
      target: null,
      reading: null,
    }));
    const app = await openWith([made({ rows })], `${tab}&id=una`);
    await report();
    screen.getByText('Mostrando 50 de 60 entradas');
    await app.user.click(screen.getByRole('button', { name: 'Siguiente' }));
    await waitFor(async () => expect(await titlesOf()).toHaveLength(10));
    expect(app.path()).toBe(`${tab}&id=una&fila=2`);
  });

  it('downloads the report as a table, with the session’s authorisation', async () => {
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => 'blob:informe');
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user, server } = await openWith([made()], `${tab}&id=una`);
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV' }));
    await waitFor(() => expect(saved).toEqual(['importacion-una.csv']));
    const sent = server.seen.find(({ call }) => call.endsWith('/report.csv'));
    expect(sent?.headers.authorization).toBe(`Bearer ${localStorage.getItem('token')}`);
  });

  it('says that the report could not be downloaded', async () => {
    const { user } = await openWith([made()], `${tab}&id=una`, (server) =>
      server.failNext('GET /api/admin/imports/:id/report.csv', 'server.unavailable'),
    );
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV' }));
    await screen.findByText(unavailable);
  });

  it('names what an undo removes, then says what was removed and what was kept', async () => {
    const app = await openWith([made()], `${tab}&id=una`);
    const dialog = await askToUndo(app);
    dialog.getByText(
      'Se eliminarán los 3 elementos que añadió «cine.m3u». El elemento actualizado recuperará su dirección anterior. Lo que alguien haya editado o actualizado después se conserva.',
    );
    await app.user.click(dialog.getByRole('button', { name: 'Deshacer importación' }));
    await screen.findByText('Importación deshecha: 3 elementos eliminados.');
    await screen.findByText('Deshecha');
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });

  it('undoes nothing without confirmation, and shows why an undo is refused', async () => {
    const app = await openWith([made()], `${tab}&id=una`, (server) =>
      server.failNext('POST /api/admin/imports/:id/undo', 'import.running'),
    );
    const first = await askToUndo(app);
    await app.user.click(first.getByRole('button', { name: 'Cancelar' }));
    expect(app.calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    const second = await askToUndo(app);
    await app.user.click(second.getByRole('button', { name: 'Deshacer importación' }));
    await screen.findByText('Ya hay una importación en curso. Espera a que termine y vuelve a intentarlo.');
  });

  it('shows why a failed import stopped', async () => {
    const error = 'Se interrumpió: el servidor se detuvo antes de terminar. No se ha cambiado nada.';
    await openWith([made({ status: 'failed', error, hasReport: false, canUndo: false })], `${tab}&id=una`);
    await screen.findByText(error);
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Descargar CSV' })).toBeNull();
  });

  it('offers to publish or discard an import that waits as a preview', async () => {
    const { user } = await openWith(
      [made({ status: 'preview', canUndo: false, finishedAt: null })],
      `${tab}&id=una`,
    );
    await user.click(await screen.findByRole('button', { name: 'Publicar' }));
    await screen.findByText('Terminada');
  });

  it('says that an unknown import does not exist', async () => {
    await openWith([], `${tab}&id=ninguna`);
    await screen.findByRole('heading', { name: 'La importación no existe.' });
  });
});
