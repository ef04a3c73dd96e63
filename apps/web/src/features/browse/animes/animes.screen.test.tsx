import { maxPageSize } from '@butaca/contract';
import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const unexpected = 'server.unexpected';
const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const names = async () => {
  const list = await screen.findByRole('list', { name: 'Animes' });
  const links = await within(list).findAllByRole('link');
  return links.map((link) => link.getAttribute('aria-label')?.split(',')[0]);
};

describe('«Animes»', () => {
  it('shows the titles of both lists, each once', async () => {
    const { calls } = await openApp('/animes', { as: 'valentina' });
    expect(await names()).toEqual([
      'Ramen a medianoche',
      'Mecánica celeste',
      'Espada de niebla',
      'Ciudad de papel',
    ]);
    expect(calls()).toContain(`GET /api/videos?tipo=anime&page=1&limit=${maxPageSize}`);
    expect(calls()).toContain(`GET /api/videos?subtipo=anime&page=1&limit=${maxPageSize}`);
  });

  it('links each title to the watch page of its type', async () => {
    const { user, path, go } = await openApp('/animes', { as: 'valentina' });
    await user.click(await card('Mecánica celeste'));
    await waitFor(() => expect(path()).toBe('/watch/anime/mecanica-celeste'));
    await go('/animes');
    await user.click(await card('Ciudad de papel'));
    await waitFor(() => expect(path()).toBe('/watch/movie/ciudad-de-papel'));
  });

  it('shows one list when the other fails', async () => {
    const prepare = (server: FakeServer) => server.failNext('GET /api/videos', unexpected);
    await openApp('/animes', { as: 'valentina', prepare });
    await card('Espada de niebla');
  });

  it('shows a loading state, then that both lists failed, and loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      // The fake server drops six calls, so that the page gives up: one for each of the two anime filters, at the first
      // attempt and at each of two retries.
      for (let call = 0; call < 6; call += 1) server.dropNext('GET /api/videos');
    };
    const { user } = await openApp('/animes', { as: 'valentina', prepare });
    await screen.findByText('Cargando animes...');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Error al cargar los animes');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card('Espada de niebla');
  });

  it('says that there are no animes', async () => {
    await openApp('/animes', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay animes disponibles.' });
  });

  it('has no search field, and lets the person choose the number of columns', async () => {
    const { user, path } = await openApp('/animes', { as: 'valentina' });
    await card('Espada de niebla');
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Densidad/ }));
    expect(path()).toBe('/animes?columnas=4');
  });
});
