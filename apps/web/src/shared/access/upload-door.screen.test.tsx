import type { FakeServer } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';

function empty({ memory }: FakeServer): void {
  Object.assign(memory.operations.stats.totals, { channels: 0, videos: 0 });
  Object.assign(memory, { channels: [], videos: [], collections: [], progress: [], favourites: [] });
}

describe('an empty catalogue', () => {
  it.each([
    '/live-tv',
    '/series',
    '/animes',
    '/doramas',
    '/kids',
    '/peliculas?seccion=POR_GENERO',
    '/admin?tab=summary',
  ])('leads an administrator from %s to «Agregar lista»', async (path) => {
    const app = await openApp(path, { as: 'ada', prepare: empty });
    await app.user.click(await screen.findByRole('link', { name: 'Agregar tu lista' }));
    await waitFor(() => expect(app.path()).toBe('/admin?tab=add_list'));
  });

  it.each([
    ['/live-tv', 'Aparecerán en cuanto se añada el primer canal.'],
    ['/series', 'Aparecerán en cuanto se añada la primera.'],
    ['/kids', 'Aparecerá en cuanto se añada el primer título.'],
    ['/peliculas?seccion=POR_GENERO', 'Aparecerán en cuanto se añada la primera.'],
  ])('says on %s to a viewer what it waits for, without that link', async (path, sentence) => {
    await openApp(path, { as: 'valentina', prepare: empty });
    await screen.findByText(sentence);
    expect(screen.queryByRole('link', { name: 'Agregar tu lista' })).toBeNull();
  });

  it('is not what a search without results shows', async () => {
    const { user } = await openApp('/series', { as: 'ada', prepare: empty });
    await user.type(await screen.findByPlaceholderText('Buscar series...'), 'luna');
    await screen.findByText(/^No se encontraron series para «luna»/);
    expect(screen.queryByRole('link', { name: 'Agregar tu lista' })).toBeNull();
  });
});
