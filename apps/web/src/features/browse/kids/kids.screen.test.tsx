import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const found = () => within(screen.getByRole('list', { name: 'Zona Kids' })).getAllByRole('listitem');
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar en Zona Kids' });

describe('«Zona Kids»', () => {
  it('shows all children’s titles: by type, by main section of films and by category of series', async () => {
    await openApp('/kids', { as: 'valentina' });
    await card('Cuentos de la luna');
    await card('El dragón pequeño');
    await card('El bosque de Lila');
    expect(found()).toHaveLength(4);
  });

  it.each([
    ['title', 'DRAGON', 'El dragón pequeño'],
    ['description', 'historia de cuentos', 'Cuentos de la luna'],
  ])('finds titles by %s, ignoring case and accents', async (_by, term, name) => {
    const { user, path } = await openApp('/kids', { as: 'valentina' });
    await card('Cuentos de la luna');
    await user.type(search(), term);
    await waitFor(() => expect(found()).toHaveLength(1));
    await card(name);
    expect(path()).toBe(`/kids?buscar=${term.replaceAll(' ', '+')}`);
  });

  it('does not search by genre, and says that nothing was found', async () => {
    const { user } = await openApp('/kids', { as: 'valentina' });
    await card('Cuentos de la luna');
    await user.type(search(), 'animación');
    await screen.findByRole('heading', { name: 'No se encontró contenido infantil para «animación».' });
  });

  it('links films and series to the watch pages of their types', async () => {
    const { user, path, go } = await openApp('/kids', { as: 'valentina' });
    await user.click(await card('El dragón pequeño'));
    await waitFor(() => expect(path()).toBe('/watch/movie/el-dragon-pequeno'));
    await go('/kids');
    await user.click(await card('Cuentos de la luna'));
    await waitFor(() => expect(path()).toBe('/watch/serie/cuentos-de-la-luna'));
    await go('/kids');
    await user.click(await card('La película del erizo'));
    await waitFor(() => expect(path()).toBe('/watch/movie/la-pelicula-del-erizo'));
  });

  it('says that there are no titles', async () => {
    await openApp('/kids', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay contenido infantil disponible.' });
  });

  it('shows a loading state, then that loading failed, and loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/videos');
    };
    const { user } = await openApp('/kids', { as: 'valentina', prepare });
    await screen.findByText('Cargando Zona Kids...');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('No se pudo cargar el contenido infantil.');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card('Cuentos de la luna');
  });
});
