import { makeFakeGuideSource, type FakeServer } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const read = {
  channels: 900,
  programmes: 12_400,
  linkedChannels: 412,
  refreshedAt: '2026-11-29T10:00:00.000Z',
  lastAt: '2026-12-10T00:00:00.000Z',
};

const openGuides = (
  given: readonly Partial<Parameters<typeof makeFakeGuideSource>[0]>[] = [],
  prepare?: (server: FakeServer) => void,
): Promise<OpenedApp> =>
  openApp('/admin?tab=guides', {
    as: 'ada',
    prepare(server) {
      server.memory.guide.sources = given.map((each, index) =>
        makeFakeGuideSource({
          _id: `g${index + 1}`,
          name: `Guía ${index + 1}`,
          place: index + 1,
          ...read,
          ...each,
        }),
      );
      prepare?.(server);
    },
  });
const table = () => screen.findByRole('table', { name: 'Guías' });
const rowOf = async (name: string) =>
  within(await table())
    .getAllByRole('row')
    .find(({ textContent }) => textContent.includes(name)) as HTMLElement;
const press = async (user: OpenedApp['user'], name: string) =>
  user.click(await within(await table()).findByRole('button', { name }));

describe('«Guías»', () => {
  it('says what a guide is while there are none, and uses the one that a provider offers', async () => {
    const { user, server } = await openGuides([], ({ memory }) => {
      memory.guide.offers = [
        {
          _id: 'lista1-mio',
          kind: 'address',
          providerId: 'mio',
          providerName: 'Mi proveedor',
          address: 'http://tv.example/guia.xml',
        },
      ];
    });
    await screen.findByRole('heading', { name: 'Todavía no hay guías.' });
    await user.click(screen.getByRole('button', { name: 'Usar esta guía de Mi proveedor' }));
    await screen.findByText('Se está descargando la guía de «Mi proveedor».');
    expect((await rowOf('Mi proveedor')).textContent).toContain('En cola');
    expect(screen.queryByRole('heading', { name: 'Guías que ofrecen tus proveedores' })).toBeNull();
    expect(server.memory.guide.sources).toMatchObject([{ state: 'refreshing' }]);
  });

  it('adds one by its address, and shows what is wrong with an address beside its field', async () => {
    const { user, server } = await openGuides();
    await user.click(await screen.findByRole('button', { name: 'Agregar guía' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar guía' }));
    await user.type(dialog.getByLabelText('Dirección de la guía'), 'mi guía');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await dialog.findByText(/Debe ser una dirección completa/);
    await user.clear(dialog.getByLabelText('Dirección de la guía'));
    await user.type(dialog.getByLabelText('Dirección de la guía'), 'guia.example/es.xml.gz');
    await user.selectOptions(dialog.getByLabelText('Actualizar'), 'Cada día');
    const further = dialog.getByText('Más opciones');
    await user.click(further);
    await user.type(dialog.getByLabelText('Zona horaria'), 'Marte');
    await user.click(further);
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    // The fault is in a field that was hidden.
    await waitFor(() => expect(dialog.getByLabelText('Zona horaria').ariaInvalid).toBe('true'));
    expect(further.closest('details')?.open).toBe(true);
    await user.clear(dialog.getByLabelText('Zona horaria'));
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Guía agregada. Se está descargando.');
    expect(server.memory.guide.sources).toMatchObject([
      { name: 'guia.example', address: 'http://guia.example/es.xml.gz', refreshHours: 24 },
    ]);
  });

  it('adds one by a file, and takes another file for it', async () => {
    const { user, server } = await openGuides();
    await user.click(await screen.findByRole('button', { name: 'Subir archivo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Subir una guía' }));
    await user.click(dialog.getByRole('button', { name: 'Subir' }));
    await dialog.findByText('Elige el archivo de la guía.');
    await user.upload(dialog.getByLabelText('Archivo de la guía'), new File(['<tv/>'], 'mia.xml'));
    await user.click(dialog.getByRole('button', { name: 'Subir' }));
    await screen.findByText('Archivo subido. Se está leyendo la guía.');
    const [source] = server.memory.guide.sources;
    expect(source).toMatchObject({ kind: 'file', name: 'mia.xml' });
    Object.assign(source ?? {}, { state: 'idle' });
    await press(user, 'Cambiar archivo mia.xml');
    const other = within(await screen.findByRole('dialog', { name: 'Cambiar el archivo de mia.xml' }));
    await user.upload(other.getByLabelText('Archivo de la guía'), new File(['<tv/>'], 'otra.xml'));
    await user.click(other.getByRole('button', { name: 'Subir' }));
    await waitFor(() => expect(source).toMatchObject({ state: 'refreshing' }));
    expect(server.memory.guide.sources).toHaveLength(1);
  });

  it('shows how each stands: its progress, its failure, what it holds and when it comes next', async () => {
    await openGuides([
      {
        state: 'refreshing',
        progress: { phase: 'receiving', receivedBytes: 12_300_000, expectedBytes: 49_200_000, programmes: 0 },
      },
      { state: 'failed', error: 'El servidor no responde.', triedAt: '2026-11-30T10:00:00.000Z' },
      { kind: 'file', address: '', broken: 3 },
    ]);
    const bar = within(await rowOf('Guía 1')).getByRole('progressbar', { name: 'Descargando' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    expect(bar.getAttribute('aria-valuetext')).toBe('12,3 MB de 49,2 MB');
    expect((await rowOf('Guía 2')).textContent).toContain('FallóEl servidor no responde.');
    const file = await rowOf('Guía 3');
    expect(file.textContent).toContain('Archivo subido');
    expect(file.textContent).toContain('412 canales la usan12.400 programasTiene 900 canales');
    expect(file.textContent).toContain('3 partes ilegibles');
  });

  it('moves one with the buttons beside its place, which keep the focus', async () => {
    const { user, server } = await openGuides([{}, {}, {}]);
    const names = () => server.memory.guide.sources.map(({ name }) => name);
    const up = await screen.findByRole('button', { name: 'Subir Guía 3' });
    up.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Guía 1', 'Guía 3', 'Guía 2']));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Subir Guía 3'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-disabled')).toBe('false'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Guía 3', 'Guía 1', 'Guía 2']));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Bajar Guía 3'));
  });

  it('pauses, refreshes and changes one', async () => {
    const { user, server } = await openGuides([{}]);
    await press(user, 'Pausar Guía 1');
    await screen.findByText('Actualizaciones en pausa.');
    await press(user, 'Editar Guía 1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar Guía 1' }));
    await user.clear(dialog.getByLabelText('Nombre'));
    await user.type(dialog.getByLabelText('Nombre'), 'España');
    await user.selectOptions(dialog.getByLabelText('Actualizar'), 'Solo a mano');
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await press(user, 'Actualizar ahora España');
    await screen.findByText('Actualizando la guía...');
    expect(server.memory.guide.sources).toMatchObject([
      {
        name: 'España',
        isPaused: true,
        refreshHours: null,
        state: 'refreshing',
        address: 'http://guia.example/guia.xml.gz',
      },
    ]);
  });

  it('asks before one is deleted, and names what is lost', async () => {
    const { user, server } = await openGuides([{}]);
    await press(user, 'Eliminar Guía 1');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar la guía?' });
    expect(dialog.textContent).toContain('12.400 programas');
    expect(dialog.textContent).toContain('412 canales la usan y tomarán la de otra guía');
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar guía' }));
    await screen.findByText('Guía «Guía 1» eliminada.');
    await screen.findByRole('heading', { name: 'Todavía no hay guías.' });
    expect(server.memory.guide.sources).toEqual([]);
  });

  it('shows why an act failed, and offers to load the guides again when that failed', async () => {
    const { user, server } = await openGuides([{}], (prepared) => {
      for (let call = 0; call < 3; call += 1)
        prepared.failNext('GET /api/admin/guide/sources', 'server.unavailable');
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await table();
    server.failNext('POST /api/admin/guide/sources/:id/refresh', 'guide.refreshing');
    await press(user, 'Actualizar ahora Guía 1');
    await screen.findByText(/ya se está actualizando|se está actualizando/);
    await act(() => queryClient.invalidateQueries());
  });
});
