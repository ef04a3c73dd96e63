import { act, screen, waitFor, within } from '@testing-library/react';
import { makeFakeChannel, type FakeServer } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { addProgrammes } from '../../../../test/add-programmes.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const tile = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const category = (name: string) => screen.findByRole('button', { name });
const tiles = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar canal' });

function addChannels(server: FakeServer, section: string, count: number): void {
  for (let index = 1; index <= count; index += 1) {
    server.memory.channels.push(makeFakeChannel({ name: `Señal ${index}`, section }));
  }
}

describe('«TV en Vivo»', () => {
  it('shows the categories with «Todos» first and selected, and the channels of all of them', async () => {
    const { calls } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await tile('Onda 9');
    const strip = within(screen.getByRole('toolbar', { name: 'Categorías' }));
    const names = strip.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual(['Todos', 'Noticias', 'Deportes', 'Cine']);
    expect((await category('Todos')).ariaPressed).toBe('true');
    expect(calls()).toContain('GET /api/channels/list');
  });

  it('requests only the channels of the chosen category, keeps it in the address, and does not repeat it on tiles', async () => {
    const { user, calls, path } = await openApp('/live-tv', { as: 'valentina' });
    const sectionOf = (name: string) =>
      screen.queryByRole('link', { name: new RegExp(`^${name}`) })?.textContent;
    await tile('Área Chica');
    expect(sectionOf('Área Chica')).toContain('Deportes');
    await user.click(await category('Deportes'));
    await screen.findByRole('list', { name: 'Canales de Deportes' });
    await tile('Área Chica');
    expect(sectionOf('Área Chica')).not.toContain('Deportes');
    expect(screen.queryByRole('link', { name: /Cénit 24/ })).toBeNull();
    expect(calls()).toContain('GET /api/channels/list?section=Deportes');
    expect(path()).toBe('/live-tv?categoria=Deportes');
  });

  it('marks a channel that does not respond, whoever opened it', async () => {
    await openApp('/live-tv', {
      as: 'valentina',
      prepare: ({ memory }) => memory.unresponsiveIds.add('cenit-24'),
    });
    await screen.findByRole('link', { name: /^Cénit 24.*No responde$/ });
    screen.getByRole('link', { name: /^Onda 9.*En vivo$/ });
  });

  it('finds a channel by part of its name, ignoring case', async () => {
    const { user, path } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await user.type(search(), 'FARO');
    await waitFor(() => expect(tiles('Canales de Todos')).toHaveLength(1));
    await tile('Faro Noticias');
    expect(path()).toBe('/live-tv?buscar=FARO');
  });

  it('says that a higher plan is needed when the plan opens none of the channels', async () => {
    const denial = '🎬 Estimado cliente, debe tener un plan superior para acceder a esta sección.';
    const { user } = await openApp('/live-tv?categoria=Noticias', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        for (const channel of memory.channels) if (channel.section === 'Noticias') channel.requiresPlan = [];
      },
    });
    await screen.findByText(denial);
    await tile('Cénit 24');
    await user.click(await category('Deportes'));
    await tile('Área Chica');
    expect(screen.queryByText(denial)).toBeNull();
  });

  it('keeps every letter that is typed quickly in the middle of a search term', async () => {
    const { user } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await user.type(search(), 'fo');
    await user.type(search(), 'ar', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(search().value).toBe('faro');
  });

  it('clears the search when the category changes', async () => {
    const { user } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await user.type(search(), 'faro');
    await user.click(await category('Deportes'));
    await tile('Liga Sur');
    expect(search().value).toBe('');
  });

  it('opens with the category and the search of the address', async () => {
    await openApp('/live-tv?categoria=Noticias&buscar=faro', { as: 'valentina' });
    await tile('Faro Noticias');
    expect(search().value).toBe('faro');
    expect(screen.queryByRole('link', { name: /Cénit 24/ })).toBeNull();
  });

  it('names the search that found nothing, and its category', async () => {
    const { user } = await openApp('/live-tv?categoria=Deportes', { as: 'valentina' });
    await tile('Liga Sur');
    await user.type(search(), 'curling');
    await screen.findByRole('heading', {
      name: 'No se encontraron canales para "curling" en la categoría "Deportes".',
    });
  });

  it('says that a category has no channels', async () => {
    const prepare = (server: FakeServer) => {
      server.memory.channels.push(makeFakeChannel({ name: 'Apagado', section: 'Vacía' }));
    };
    await openApp('/live-tv?categoria=Vac%C3%ADa', { as: 'valentina', prepare });
    await screen.findByRole('heading', { name: 'No hay canales disponibles en la categoría "Vacía".' });
  });

  it('says that there are no channels at all', async () => {
    // The last channels disappear between the answer about the categories and that about the channels.
    let held = { release: (): void => undefined };
    const { server } = await openApp('/live-tv', {
      as: 'valentina',
      prepare: (prepared) => (held = prepared.holdNext('GET /api/channels/list')),
    });
    await screen.findByRole('button', { name: 'Noticias' });
    for (const channel of server.memory.channels) channel.active = false;
    held.release();
    await screen.findByRole('heading', { name: 'No hay canales disponibles.' });
  });

  it('says that there are no categories', async () => {
    await openApp('/live-tv', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay categorías de TV en vivo para mostrar.' });
  });

  it('names what it is loading: first the screen, then the channels of the category', async () => {
    await openApp('/live-tv?categoria=Cine', { as: 'valentina' });
    await screen.findByText('Cargando Interfaz...', { ignore: '[aria-hidden]' });
    await screen.findByText('Cargando canales para Cine...', { ignore: '[aria-hidden]' });
    await tile('Cine Plaza');
  });

  it('shows why the categories failed to load, and loads again on retry', async () => {
    const { user, calls } = await openApp('/live-tv', { as: 'sinsecciones' });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('El servicio no está disponible en este momento. Inténtalo en unos segundos.');
    const asked = calls().length;
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(calls().length).toBeGreaterThan(asked));
  });

  it('names the category whose channels failed to load when the server cannot be reached', async () => {
    const { user, server } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await server[Symbol.asyncDispose]();
    await user.click(await category('Cine'));
    await screen.findByText('Error al cargar canales de Cine.');
  });

  it('keeps the channels when later requests fail', async () => {
    const { server } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    await server[Symbol.asyncDispose]();
    await act(() => queryClient.refetchQueries({ type: 'active' }));
    expect(
      queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }),
    ).not.toHaveLength(0);
    await tile('Cénit 24');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the server’s sentence when it refuses the channels', async () => {
    await openApp('/live-tv', { as: 'sincanales' });
    await screen.findByText('El servicio no está disponible en este momento. Inténtalo en unos segundos.');
  });

  it('says that the channels failed to load when the server refuses them without a sentence', async () => {
    const { user, server } = await openApp('/live-tv', { as: 'valentina' });
    await tile('Cénit 24');
    server.muteNext('GET /api/channels/list');
    await user.click(await category('Cine'));
    await screen.findByText('Error al cargar canales.');
  });

  it('marks the channels that the plan locks', async () => {
    await openApp('/live-tv', { as: 'gerardo' });
    await screen.findByRole('link', { name: /Liga Sur.*Tu plan no lo incluye/ });
    expect((await tile('Musa')).getAttribute('aria-label')).not.toContain('Tu plan no lo incluye');
  });

  it('links each tile to its watch page', async () => {
    await openApp('/live-tv', { as: 'valentina' });
    expect((await tile('Cénit 24')).getAttribute('href')).toBe('#/watch/channel/cenit-24');
  });

  it('renders one screenful of twenty thousand channels, and announces that there are more', async () => {
    await openApp('/live-tv?categoria=Mundo', {
      as: 'valentina',
      prepare: (server) => addChannels(server, 'Mundo', 20_000),
    });
    await tile('Señal 1,');
    expect(tiles('Canales de Mundo').length).toBeLessThan(120);
    expect(tiles('Canales de Mundo')[0]?.getAttribute('aria-setsize')).toBe('20000');
  });

  it('restores the focus to the channel that was opened', async () => {
    const { user, path } = await openApp('/live-tv', { as: 'valentina' });
    await user.click(await tile('Musa'));
    await screen.findByRole('heading', { level: 1, name: 'Musa' });
    expect(path()).toBe('/watch/channel/musa');
    history.back();
    await tile('Musa');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Musa/));
  });

  it('says below tiles what is on and what comes next, by the clock of the server', async () => {
    await openApp('/live-tv', {
      as: 'valentina',
      prepare: (server) => {
        server.memory.clockAheadMs = 5 * 3_600_000;
        addProgrammes(server, 'musa', [
          ['Concierto de ayer', -400, -20],
          ['Recital', -20, 40],
          ['Ópera', 40, 160],
        ]);
      },
    });
    const musa = await tile('Musa');
    const described = (link: HTMLElement) =>
      document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent;
    await waitFor(() => expect(described(musa)).toMatch(/^Ahora: Recital\. Después: \d\d:\d\d Ópera$/));
    expect(musa.querySelector('.onair__bar > i')?.getAttribute('style')).toMatch(/^width: 3[34]\./);
    const other = await tile('Cénit 24');
    expect(described(other)).toBe('');
  });
});
