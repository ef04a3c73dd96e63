import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';
import { lastSeenListKey, removeSession } from '../../../platform/session/session-storage.ts';
import { readCards } from '../../../shared/card/card.ts';
import { readLastSeen, type LastSeenList } from './last-seen.ts';

const list = 'GET /api/favourites' as const;
const put = 'PUT /api/favourites/:itemType/:id' as const;
const remove = 'DELETE /api/favourites/:itemType/:id' as const;

const link = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}, `) });
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('link', { name: new RegExp(`^${name}, `) })).toBeNull());
const heart = async (name: string, label: string) =>
  within((await link(name)).closest('li') ?? document.body).findByRole('button', { name: label });
const kept = ({ memory }: FakeServer, username = 'valentina') =>
  memory.favourites.filter((each) => each.username === username).map(({ itemId }) => itemId);

/** Keeps a list with one film in the browser, as it was seen last by this person. */
function keep(username: string): void {
  const videos = readCards([{ id: 'vieja', title: 'Cinta vieja', tipo: 'pelicula' }]);
  const seen: LastSeenList = { username, list: { videos, channels: [] }, seenAt: '2026-11-01T20:00:00Z' };
  localStorage.setItem(lastSeenListKey, JSON.stringify(seen));
}

describe('«Mi lista»', () => {
  it('shows the person’s favourite channels and videos, newest first', async () => {
    await openApp('/mi-lista', { as: 'valentina' });
    await screen.findByRole('heading', { level: 1, name: 'Mi lista' });
    const channels = within(await screen.findByRole('region', { name: 'Canales' }));
    expect(channels.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual([
      '#/watch/channel/cenit-24',
    ]);
    const videos = within(screen.getByRole('list', { name: 'Películas y series de Mi lista' }));
    expect((await videos.findAllByRole('link')).map((each) => each.getAttribute('href'))).toEqual([
      '#/watch/movie/el-faro-de-cristal',
      '#/watch/serie/marea-alta',
    ]);
    expect(document.title).toBe('Mi lista · Butaca');
  });

  it('is shown as it was last seen while the server cannot be reached, and forgotten with the session', async () => {
    const { user, calls } = await openApp('/mi-lista', {
      as: 'valentina',
      prepare: (server) => {
        keep('valentina');
        for (let attempt = 0; attempt < 6; attempt += 1) server.dropNext(list);
      },
    });
    await screen.findByText(/^No hay conexión. Así estaba tu lista el /);
    await link('Cinta vieja');
    // The heart of the card has asked for the list too, without success.
    await waitFor(() => expect(calls().filter((call) => call === list)).toHaveLength(6));
    await link('Cinta vieja');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await gone('Cinta vieja');
    await link('Marea alta');
    expect(screen.queryByText(/^No hay conexión/)).toBeNull();
    expect(readLastSeen()?.list.videos.map(({ title }) => title)).toEqual([
      'El faro de cristal',
      'Marea alta',
    ]);
    keep('otra persona');
    expect(readLastSeen()).toBeUndefined();
    keep('valentina');
    expect(readLastSeen()).toBeDefined();
    removeSession();
    expect(localStorage.getItem(lastSeenListKey)).toBeNull();
  });

  it('removes a video at once, and from the server', async () => {
    const { user, server } = await openApp('/mi-lista', { as: 'valentina' });
    const button = await heart('Marea alta', 'Quitar de Mi lista');
    const { release } = server.holdNext(remove);
    await user.click(button);
    await gone('Marea alta');
    release();
    await screen.findByText('«Marea alta» se quitó de «Mi lista»');
    expect(kept(server)).toEqual(['cenit-24', 'el-faro-de-cristal']);
  });

  it('removes a channel, and the channel row with the last one', async () => {
    const { user, server } = await openApp('/mi-lista', { as: 'valentina' });
    await user.click(await heart('Cénit 24', 'Quitar de Mi lista'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Canales' })).toBeNull());
    await link('Marea alta');
    await waitFor(() => expect(kept(server)).toEqual(['marea-alta', 'el-faro-de-cristal']));
  });

  it('restores an item in its position when the server fails to remove it, and says so', async () => {
    const { user, server } = await openApp('/mi-lista', { as: 'valentina' });
    const button = await heart('El faro de cristal', 'Quitar de Mi lista');
    server.dropNext(remove);
    server.holdNext(list);
    await user.click(button);
    await screen.findByText('No se pudo quitar «El faro de cristal» de «Mi lista».');
    const videos = within(screen.getByRole('list', { name: 'Películas y series de Mi lista' }));
    expect(videos.getAllByRole('link')[0]?.getAttribute('aria-label')).toMatch(/^El faro de cristal/);
    expect(kept(server)).toContain('el-faro-de-cristal');
  });

  it('moves the focus to the item that takes the place of a removed one', async () => {
    const { user } = await openApp('/mi-lista', { as: 'valentina' });
    await user.click(await heart('El faro de cristal', 'Quitar de Mi lista'));
    await gone('El faro de cristal');
    expect(document.activeElement).toBe(await link('Marea alta'));
    await user.click(await heart('Marea alta', 'Quitar de Mi lista'));
    await gone('Marea alta');
    expect(document.activeElement).toBe(await link('Cénit 24'));
    await user.click(await heart('Cénit 24', 'Quitar de Mi lista'));
    await screen.findByRole('heading', { name: 'Tu lista está vacía.' });
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('shows channels in a grid of their own when there are no videos', async () => {
    await openApp('/mi-lista', {
      as: 'valentina',
      prepare: ({ memory }) => {
        memory.favourites = memory.favourites.filter(({ itemType }) => itemType === 'channel');
      },
    });
    const channels = within(await screen.findByRole('list', { name: 'Canales de Mi lista' }));
    expect(await channels.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('heading', { name: 'Películas y series' })).toBeNull();
  });

  it('says that the list is empty and how to add items, with a link to the catalogue', async () => {
    const { user, path } = await openApp('/mi-lista', { as: 'gerardo' });
    await screen.findByRole('heading', { name: 'Tu lista está vacía.' });
    screen.getByText('Pulsa el corazón de un título o de un canal y lo encontrarás aquí.');
    await user.click(screen.getByRole('link', { name: 'Explorar películas' }));
    await screen.findByRole('heading', { level: 1, name: 'Películas' });
    expect(path()).toBe('/peliculas');
  });

  it('shows a loading state, then why the list failed to load, and loads again on retry', async () => {
    const { user } = await openApp('/mi-lista', {
      as: 'valentina',
      prepare: (server) => {
        for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
      },
    });
    await screen.findByText('Cargando tu lista...');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('No se pudo cargar tu lista.');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await link('Marea alta');
  });

  it('is linked from the person’s menu and the mobile menu', async () => {
    const { user, path } = await openApp('/kids', { as: 'valentina' });
    await user.click(await screen.findByRole('button', { name: 'Menú de valentina' }));
    await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Mi lista' }));
    await screen.findByRole('heading', { level: 1, name: 'Mi lista' });
    expect(path()).toBe('/mi-lista');
    await user.click(screen.getByRole('button', { name: 'Abrir menú' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
    expect(drawer.getByRole('link', { name: 'Mi lista' }).getAttribute('href')).toBe('#/mi-lista');
    expect(drawer.getByRole('link', { name: 'Mi lista' }).ariaCurrent).toBe('page');
  });
});

describe('the heart of an item', () => {
  it('adds a video to the list at once, and as its first item on «Mi lista»', async () => {
    const { user, server, go } = await openApp('/documentales', { as: 'valentina' });
    await user.click(await heart('Oficios', 'Añadir a Mi lista'));
    await heart('Oficios', 'Quitar de Mi lista');
    await screen.findByText('«Oficios» se añadió a «Mi lista»');
    expect(kept(server)).toContain('oficios');
    await go('/mi-lista');
    const videos = within(await screen.findByRole('list', { name: 'Películas y series de Mi lista' }));
    expect(videos.getAllByRole('link')[0]?.getAttribute('href')).toBe('#/watch/serie/oficios');
  });

  it('is empty again when the server refuses, and the reason is shown', async () => {
    const { user, server } = await openApp('/documentales', { as: 'valentina' });
    const button = await heart('Oficios', 'Añadir a Mi lista');
    server.failNext(put, 'video.not_found');
    const { release } = server.holdNext(list);
    await user.click(button);
    await screen.findByText('El contenido no existe o ya no está disponible.');
    await heart('Oficios', 'Añadir a Mi lista');
    expect(kept(server)).not.toContain('oficios');
    release();
  });

  it('sends the changes of one item in order, so that the last press wins', async () => {
    const { user, server, calls } = await openApp('/documentales', { as: 'valentina' });
    const { release } = server.holdNext(put);
    await user.click(await heart('Oficios', 'Añadir a Mi lista'));
    await user.click(await heart('Oficios', 'Quitar de Mi lista'));
    await heart('Oficios', 'Añadir a Mi lista');
    expect(calls()).not.toContain('DELETE /api/favourites/video/oficios');
    release();
    await screen.findByText('«Oficios» se quitó de «Mi lista»');
    expect(kept(server)).not.toContain('oficios');
  });

  it('leaves the change of another item when its own is reverted', async () => {
    const { user, server } = await openApp('/documentales', { as: 'valentina' });
    const river = await heart('El río que nos queda', 'Añadir a Mi lista');
    const crafts = await heart('Oficios', 'Añadir a Mi lista');
    server.dropNext(put);
    const { release } = server.holdNext(put);
    await user.click(river);
    await user.click(crafts);
    await screen.findByText('No se pudo añadir «El río que nos queda» a «Mi lista».');
    await heart('Oficios', 'Quitar de Mi lista');
    release();
    await screen.findByText('«Oficios» se añadió a «Mi lista»');
    await heart('El río que nos queda', 'Añadir a Mi lista');
    expect(kept(server)).toContain('oficios');
  });

  it('adds to the list even when the list failed to load', async () => {
    const { user, server } = await openApp('/documentales', {
      as: 'valentina',
      prepare: (fake) => fake.failNext(list, 'server.unexpected'),
    });
    await user.click(await heart('Oficios', 'Añadir a Mi lista'));
    await screen.findByText('«Oficios» se añadió a «Mi lista»');
    await heart('Oficios', 'Quitar de Mi lista');
    expect(kept(server)).toContain('oficios');
  });

  it('is on the tiles of «TV en Vivo», full on favourites', async () => {
    const { user, server } = await openApp('/live-tv', { as: 'valentina' });
    await heart('Cénit 24', 'Quitar de Mi lista');
    await user.click(await heart('Musa', 'Añadir a Mi lista'));
    await heart('Musa', 'Quitar de Mi lista');
    await waitFor(() => expect(kept(server)).toContain('musa'));
  });

  it('is on the billboard', async () => {
    const { user, server } = await openApp('/', { as: 'valentina' });
    const billboard = within(await screen.findByRole('region', { name: 'Destacado' }));
    await user.click(billboard.getByRole('button', { name: 'Añadir a Mi lista' }));
    await billboard.findByRole('button', { name: 'Quitar de Mi lista' });
    await waitFor(() => expect(kept(server)).toHaveLength(4));
  });

  it.each([
    ['/watch/serie/marea-alta', 'Quitar de Mi lista', 'Añadir a Mi lista'],
    ['/watch/movie/oceano-4k', 'Añadir a Mi lista', 'Quitar de Mi lista'],
    ['/watch/channel/musa', 'Añadir a Mi lista', 'Quitar de Mi lista'],
  ])('is shown on the watch page %s', async (path, before, after) => {
    const { user } = await openApp(path, { as: 'valentina' });
    await user.click(await screen.findByRole('button', { name: before }));
    await screen.findByRole('button', { name: after });
  });

  it('shares one call for the list with all other hearts', async () => {
    const { calls } = await openApp('/live-tv', { as: 'valentina' });
    await heart('Cénit 24', 'Quitar de Mi lista');
    expect(calls().filter((call) => call === list)).toHaveLength(1);
  });
});
