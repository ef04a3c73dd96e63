import type { FakeServer } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAdminTab, type OpenedPage } from '../../../../test/open-admin-tab.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const route = 'GET /api/admin/stats' as const;
const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';

const openStats = (query = '', prepare?: (server: FakeServer) => void): Promise<OpenedPage> =>
  openAdminTab(`/admin?tab=summary${query}`, prepare);

const watching = () => screen.findByRole('region', { name: /^Viendo ahora/ });

afterEach(() => vi.restoreAllMocks());

describe('«Resumen»', () => {
  it('shows a loading state, then totals, who is watching, what was watched and what fails', async () => {
    let release = (): void => undefined;
    await openStats('', (server) => {
      ({ release } = server.holdNext(route));
    });
    await screen.findByText('Cargando resumen...', { selector: 'output' });
    release();
    const now = await watching();
    within(now).getByRole('heading', { name: 'Viendo ahora (1)' });
    const [, row] = within(now).getAllByRole('row');
    for (const text of ['valentina', 'Chrome en Windows', 'Marea alta'])
      expect(row?.textContent).toContain(text);
    for (const [label, value] of [
      ['Usuarios', '76 activos · 1 por aprobar'],
      ['Canales', '12'],
      ['VODs', '409 con temporadas'],
      ['Pruebas gratuitas hoy', '217 minutos'],
    ] as const) {
      const card = screen.getAllByText(label).find((found) => found.closest('dt') !== null);
      expect(card?.closest('div')?.textContent).toBe(`${label}${value}`);
    }
    screen.getByRole('img', {
      name: 'Horas vistas por día. 4,8 h vistas. El mejor día: 20 nov, con 3,5 h.',
    });
    expect(screen.getByRole('table', { name: 'Por plan' }).textContent).toContain('Premium');
    expect(screen.getByRole('table', { name: 'Lo más visto' }).textContent).toContain('Marea alta');
    expect(screen.getByRole('table', { name: 'Canales con fallos' }).textContent).toContain('Onda 9');
  });

  it.each([
    [
      {},
      /^Conversión: ffmpeg 5\.1\.9, aislado de la red y de los archivos del servidor\. Lista desde 21 nov 2026, /,
    ],
    [{ confinement: 'user' as const }, /^Conversión: ffmpeg 5\.1\.9, con un usuario sin permisos\. /],
    [
      { state: 'unknown' as const, version: '', confinement: null },
      /^Conversión: ffmpeg todavía no responde \(desde 21 nov 2026, .*\)\. El servidor lo sigue comprobando/,
    ],
    [
      { state: 'missing' as const, version: '', confinement: null },
      /^Conversión: sin ffmpeg \(desde 21 nov 2026, .*\)\. .*FFMPEG_PATH/,
    ],
  ])('says whether the server can convert, and since when: %o', async (converter, sentence) => {
    await openStats('', ({ memory }) => {
      Object.assign(memory.operations.stats.converter, converter);
    });
    await screen.findByText(sentence);
  });

  it('says which hardware encoders were found, which have failed, and how to mend that others are missing', async () => {
    const since = '2026-11-21T08:00:00.000Z';
    await openStats('', ({ memory }) => {
      memory.operations.stats.converter.encoders = [
        { kind: 'vaapi', state: 'found', fault: null, since },
        { kind: 'qsv', state: 'failed', fault: null, since },
        { kind: 'nvenc', state: 'missing', fault: 'no_device', since },
        { kind: 'v4l2m2m', state: 'unknown', fault: null, since },
      ];
    });
    await screen.findByText(/^Codificador VAAPI \(Intel, AMD\): encontrado desde 21 nov 2026, /);
    screen.getByText(/^Codificador Quick Sync \(Intel\): falla desde .*codifica el procesador/);
    screen.getByText(/^Codificador V4L2 .*: todavía no responde/);
    screen.getByText('Codificadores por hardware que no se han encontrado: 1');
    screen.getByText(/^NVENC \(NVIDIA\): No hay ningún dispositivo \/dev\/nvidia\*\. En Docker, usa/);
  });

  it('says that another server of the same database counts apart', async () => {
    await openStats('', ({ memory }) => {
      memory.operations.stats.isStoreDivided = true;
    });
    await screen.findByText(/^Otro servidor usa esta base de datos con otro Redis.* Pon la misma REDIS_URL/);
  });

  it('shows an empty message in each part without data', async () => {
    await openStats('', ({ memory }) => {
      memory.operations.stats = {
        ...memory.operations.stats,
        watching: [],
        byDay: [{ day: '2026-11-21', viewers: 0, plays: 0, hours: 0 }],
        byPlan: [],
        byTitle: [],
        failingChannels: [],
      };
    });
    await screen.findByText('Nadie está viendo nada en este momento.');
    screen.getByText('Sin horas vistas en este periodo.');
    expect(screen.getAllByText('Todavía no hay reproducciones.')).toHaveLength(2);
    screen.getByText('Ningún canal ha fallado en este periodo.');
  });

  it('shows that loading failed, and loads again on retry', async () => {
    const { user } = await openStats('', (server) => {
      for (let call = 0; call < 3; call += 1) server.failNext(route, 'server.unavailable');
    });
    await screen.findByRole('heading', { name: unavailable });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await watching();
  });

  it('keeps its figures when a later request fails', async () => {
    const { server } = await openStats();
    await watching();
    server.failNext(route, 'server.unexpected');
    await act(() => queryClient.refetchQueries({ type: 'active' }));
    expect(
      queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }),
    ).toHaveLength(1);
    await watching();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reads its period from the address, and writes it there', async () => {
    const { user, calls, path } = await openStats('&dias=7');
    await watching();
    expect(calls()).toContain('GET /api/admin/stats?days=7');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Periodo' }), 'Últimos 90 días');
    await waitFor(() => expect(calls()).toContain('GET /api/admin/stats?days=90'));
    expect(path()).toBe('/admin?tab=summary&dias=90');
  });

  it('stops a device’s playback after a confirmation that names it', async () => {
    const { user } = await openStats();
    await user.click(within(await watching()).getByRole('button', { name: 'Detener a valentina' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Detener la reproducción?' });
    expect(dialog.textContent).toContain(
      'Se cortará «Marea alta» en el dispositivo «Chrome en Windows» de valentina.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Detener' }));
    await screen.findByText('Reproducción detenida.');
    await screen.findByText('Nadie está viendo nada en este momento.');
  });

  it('says that playback had already stopped by itself', async () => {
    const { user } = await openStats('', (server) =>
      server.failNext('DELETE /api/admin/streams/:accountId/:deviceId', 'device.not_playing'),
    );
    await user.click(within(await watching()).getByRole('button', { name: 'Detener a valentina' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Detener la reproducción?' });
    await user.click(within(dialog).getByRole('button', { name: 'Detener' }));
    await screen.findByText('Ese dispositivo ya no está reproduciendo nada.');
  });

  it('downloads its figures as CSV, with formulas escaped', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = vi.fn((file: Blob) => {
      files.push(file);
      return 'blob:resumen';
    });
    URL.revokeObjectURL = vi.fn();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = await openStats('', ({ memory }) => {
      memory.operations.stats.byTitle = [
        { itemKey: 'video:x', title: '=HYPERLINK("http://a.tv")', kind: 'video', plays: 1, hours: 1 },
      ];
    });
    await watching();
    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    expect(saved).toEqual(['resumen-2026-11-21.csv']);
    // The CSV file that the page created at the click on «Exportar CSV».
    const text = await files[0]?.text();
    expect(text).toContain('Día;2026-11-20;2;5;3,5');
    expect(text).toContain(`Título;"'=HYPERLINK(""http://a.tv"")";;1;1`);
  });
});
