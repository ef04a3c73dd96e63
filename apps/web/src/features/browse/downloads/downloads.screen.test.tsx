import { makeFakeDownload, type FakeServer } from '@butaca/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const offer = ({ memory }: FakeServer): void => {
  memory.operations.downloads = [
    makeFakeDownload('Butaca 1.0 (arm64).apk'),
    makeFakeDownload('Butaca_1.0_x64.msi', { sha256: null }),
    makeFakeDownload('butaca_1.0_amd64.deb', { sizeBytes: 4_120_000 }),
  ];
};
const empty = 'No hay aplicaciones para descargar.';
/** The headings of the systems; the region of the messages has none. */
const systemsShown = () =>
  screen.getAllByRole('region').flatMap((region) =>
    within(region)
      .queryAllByRole('heading')
      .map(({ textContent }) => textContent),
  );

describe('the downloads', () => {
  it('show a visitor each file, those for the own system first', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:133.0)');
    await openApp('/descargas', { prepare: offer });
    const own = await screen.findByRole('region', { name: 'Linux' });
    expect(systemsShown()).toEqual(['Linux', 'Android', 'Windows']);
    within(own).getByText('Este dispositivo');
    expect(own.textContent).toContain('Paquete para Debian y Ubuntu · 4,1 MB · 20 nov 2026');
    within(own).getByText('ab'.repeat(32));
    const windows = screen.getByRole('region', { name: 'Windows' });
    expect(windows.textContent).not.toContain('SHA-256');
    expect(screen.getAllByText('Este dispositivo')).toHaveLength(1);
    expect(screen.queryByText(/DATA_DIR/)).toBeNull();
  });

  it('are plain links to their files, whose names are escaped', async () => {
    await openApp('/descargas', { prepare: offer });
    const link = await screen.findByRole('link', { name: 'Descargar Butaca 1.0 (arm64).apk' });
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
      '/api/downloads/Butaca%201.0%20(arm64).apk',
      'Butaca 1.0 (arm64).apk',
    ]);
  });

  it('keep the usual order on a system that is not known', async () => {
    await openApp('/descargas', { prepare: offer });
    await screen.findByRole('region', { name: 'Android' });
    expect(systemsShown()).toEqual(['Android', 'Windows', 'Linux']);
    expect(screen.queryByText('Este dispositivo')).toBeNull();
  });

  it('tell a viewer whom to ask when there are none', async () => {
    const { user, path } = await openApp('/descargas', { as: 'valentina' });
    await screen.findByRole('heading', { name: empty });
    screen.getByText(/pídela al administrador/);
    expect(screen.queryByText(/DATA_DIR/)).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Ir al inicio' }));
    expect(path()).toBe('/');
  });

  it('tell an administrator where to put files when there are none', async () => {
    await openApp('/descargas', { as: 'ada' });
    await screen.findByRole('heading', { name: empty });
    screen.getByText(/Pon los instaladores en la carpeta «descargas» de DATA_DIR/);
  });

  it('can be loaded again after a failure', async () => {
    const { user } = await openApp('/descargas', {
      prepare: (server) => {
        offer(server);
        server.failNext('GET /api/downloads', 'server.unexpected');
      },
    });
    await screen.findByRole('heading', { name: 'No se pudieron cargar las descargas.' });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('region', { name: 'Android' });
  });
});
