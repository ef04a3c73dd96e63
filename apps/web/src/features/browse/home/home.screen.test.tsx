import { makeFakeChannel } from '@butaca/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addProgrammes } from '../../../../test/add-programmes.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const list = 'GET /api/home' as const;
/**
 * Finds a row of the home page, whose rows are rendered one after another. The function waits for the row's text first,
 * because a role query that fails (and prints the page) after each rendered row takes longer than rendering the rows.
 */
const rowOf = async (name: string) => {
  await waitFor(() => expect(document.body.textContent?.includes(name)).toBe(true));
  return screen.getByRole('region', { name });
};
const row = () => rowOf('Canales en Vivo Destacados');
const names = async () =>
  within(await row())
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));

describe('the home page', () => {
  it('shows a spinner while its rows are loading', async () => {
    let release = (): void => undefined;
    await openApp('/', {
      as: 'valentina',
      prepare: (server) => {
        ({ release } = server.holdNext(list));
      },
    });
    await screen.findByText('Cargando contenido destacado...');
    expect(within(screen.getByRole('main')).queryByRole('region')).toBeNull();
    release();
    await row();
    expect(screen.queryByText('Cargando contenido destacado...')).toBeNull();
  });

  it('shows the rows in the server’s order, and only those with content', async () => {
    await openApp('/', { as: 'valentina' });
    await rowOf('Títulos parecidos a El faro de cristal');
    const main = within(screen.getByRole('main'));
    const rows = main.getAllByRole('region').map((region) => {
      const labelledBy = region.getAttribute('aria-labelledby');
      return labelledBy === null
        ? region.getAttribute('aria-label')
        : document.getElementById(labelledBy)?.textContent;
    });
    const order = [
      'Destacado',
      'Recien Agregados',
      'Continuar Viendo',
      'Canales en Vivo Destacados',
      'Películas Destacadas',
      'Series Populares',
      'Animes Destacados',
      'Doramas Populares',
      'Novelas Destacadas',
      'Documentales Imperdibles',
      'Porque viste El jardín del Sur',
      'Títulos parecidos a El faro de cristal',
    ];
    expect(rows).toEqual(order.filter((heading) => rows.includes(heading)));
    expect(rows).toEqual(expect.arrayContaining(order.slice(1, 6)));
  });

  it('shows a row of titles alike to those the person has watched, and opens one of them', async () => {
    const { user, path } = await openApp('/', { as: 'valentina' });
    const row = within(await rowOf('Porque viste El jardín del Sur'));
    const [link] = row.getAllByRole('link');
    expect(link!.getAttribute('href')).not.toContain('el-jardin-del-sur');
    await user.click(link!);
    await waitFor(() => expect(path()).toBe(link!.getAttribute('href')!.replace(/^.*#/, '')));
  });

  it('shows a row of titles alike to the newest favourite, and opens one of them', async () => {
    const { user, path } = await openApp('/', { as: 'valentina' });
    const row = within(await rowOf('Títulos parecidos a El faro de cristal'));
    const [link] = row.getAllByRole('link');
    expect(link!.getAttribute('href')).not.toContain('el-faro-de-cristal');
    await user.click(link!);
    await waitFor(() => expect(path()).toBe(link!.getAttribute('href')!.replace(/^.*#/, '')));
  });

  it('shows the row for a title that was made a favourite just now, when the person returns', async () => {
    const { user, server, go } = await openApp('/', { as: 'valentina' });
    const shelf = within(await rowOf('Películas Destacadas'));
    const [heart] = shelf.getAllByRole('button', { name: 'Añadir a Mi lista' });
    await user.click(heart!);
    await waitFor(() => expect(server.memory.favourites).toHaveLength(4));
    const kept = server.memory.videos.find(({ _id }) => _id === server.memory.favourites.at(-1)!.itemId);
    await go('/live-tv');
    await screen.findByRole('heading', { name: 'TV en Vivo' });
    await go('/');
    await rowOf(`Títulos parecidos a ${kept!.title}`);
  });

  it('takes a title off «Continuar Viendo» at once, and restores it when the server fails', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const continuing = await rowOf('Continuar Viendo');
    const before = within(continuing).getAllByRole('link').length;
    const [first] = within(continuing).getAllByRole('button', { name: /^Quitar / });
    app.server.failNext('DELETE /api/videos/user/continue-watching/:id', 'server.unexpected');
    await app.user.click(first!);
    await screen.findByText(
      'Algo falló en el servidor. Inténtalo de nuevo; si continúa, avisa al administrador.',
    );
    expect(within(continuing).getAllByRole('link')).toHaveLength(before);
    const [again] = within(continuing).getAllByRole('button', { name: /^Quitar / });
    await app.user.click(again!);
    await waitFor(() => expect(within(continuing).queryAllByRole('link')).toHaveLength(before - 1));
  });

  it('moves the focus to the ticket that takes the place of a removed one', async () => {
    const { user } = await openApp('/', { as: 'valentina' });
    const continuing = within(await rowOf('Continuar Viendo'));
    const [first, second] = continuing.getAllByRole('link');
    const [remove] = continuing.getAllByRole('button', { name: /^Quitar / });
    remove!.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(first!.isConnected).toBe(false));
    expect(document.activeElement).toBe(second);
  });

  it('keeps a removed title off the row while an older answer arrives, and reloads the rows', async () => {
    const { user, server, calls } = await openApp('/', { as: 'valentina' });
    const continuing = await rowOf('Continuar Viendo');
    const before = within(continuing).getAllByRole('link').length;
    const { release } = server.holdNext(list);
    void queryClient.refetchQueries({ queryKey: ['home'] });
    await waitFor(() => expect(calls().filter((call) => call === list)).toHaveLength(2));
    await user.click(within(continuing).getAllByRole('button', { name: /^Quitar / })[0]!);
    await waitFor(() => expect(within(continuing).queryAllByRole('link')).toHaveLength(before - 1));
    release();
    await waitFor(() => expect(calls().filter((call) => call === list)).toHaveLength(3));
    expect(within(continuing).queryAllByRole('link')).toHaveLength(before - 1);
  });

  it('restores the focus on return from a page, even when it was lost on the way', async () => {
    const { user, server, path } = await openApp('/', { as: 'valentina' });
    const shelf = within(await rowOf('Películas Destacadas'));
    const link = shelf.getAllByRole('link')[0]!;
    const label = link.getAttribute('aria-label')!;
    const { release } = server.holdNext('GET /api/videos/:id');
    link.focus();
    await user.keyboard('{Enter}');
    await screen.findByText(/^Abriendo /);
    link.blur();
    fireEvent(window, new Event('scrollend'));
    release();
    await waitFor(() => expect(path()).toMatch(/^\/watch\//));
    // The address changes before the watch page replaces the home page.
    await screen.findByRole('region', { name: 'Reproductor' });
    act(() => history.back());
    await waitFor(() => {
      const again = screen.getByRole('region', { name: 'Películas Destacadas' });
      expect(document.activeElement).toBe(within(again).getByRole('link', { name: label }));
    });
  });

  it('shows the featured channels, and links each to its watch page', async () => {
    const { calls } = await openApp('/', { as: 'valentina' });
    expect(await names()).toHaveLength(8);
    expect(screen.queryByRole('link', { name: /^Onda 9/ })).toBeNull();
    const link = within(await row()).getByRole('link', { name: 'Cénit 24, Noticias, En vivo' });
    expect(link.getAttribute('href')).toBe('#/watch/channel/cenit-24');
    const ofFooter = 'GET /api/footer-links';
    expect(calls().filter((call) => call !== ofFooter)).toEqual([
      'GET /api/home',
      'GET /api/favourites',
      'GET /api/collections/additions',
    ]);
  });

  it('shows the rows that the server composes where nothing is featured, and a billboard above them', async () => {
    await openApp('/', {
      as: 'valentina',
      prepare: ({ memory }) => {
        for (const item of [...memory.videos, ...memory.channels]) item.isFeatured = false;
      },
    });
    const live = within(await rowOf('En vivo: Noticias'));
    // The heading names the section, so that the cards do not.
    expect(live.getAllByRole('link')[0]!.getAttribute('aria-label')).toMatch(/^[^,]+, En vivo/);
    expect(within(await rowOf('Para descubrir hoy')).getAllByRole('link').length).toBeGreaterThan(3);
    screen.getByRole('region', { name: 'Destacado' });
    expect(screen.queryByRole('region', { name: 'Películas Destacadas' })).toBeNull();
  });

  it('does not say that the plan includes nothing where it opens the composed rows', async () => {
    await openApp('/', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.videos = [];
        memory.channels = Array.from({ length: 6 }, (_, index) =>
          makeFakeChannel({ name: `Aviso ${index + 1}`, section: 'Noticias', requiresPlan: ['gplay'] }),
        );
      },
    });
    const [first] = within(await rowOf('En vivo: Noticias')).getAllByRole('link');
    expect(first?.getAttribute('aria-label')).toMatch(/^Aviso 1, En vivo/);
    expect(screen.queryByText(/no incluye nada de esta página/)).toBeNull();
  });

  it('has a channel on the billboard where there are no films and series, which leads to it', async () => {
    const { user, path } = await openApp('/', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.videos = [];
        memory.still = 'data:image/jpeg;base64,AA==';
        memory.channels = Array.from({ length: 6 }, (_, index) =>
          makeFakeChannel({ name: `Aviso ${index + 1}`, section: 'Noticias', requiresPlan: ['gplay'] }),
        );
      },
    });
    const billboard = await screen.findByRole('region', { name: 'Destacado en vivo' });
    within(billboard).getByRole('heading', { name: 'Aviso 1' });
    const still = () => billboard.querySelector('img[src^="data:image/jpeg"]');
    fireEvent.error(still()!);
    // A still that cannot be shown is replaced by a drawing.
    expect(still()).toBeNull();
    expect(billboard.querySelector('.drawn')).not.toBeNull();
    await user.click(within(billboard).getByRole('link', { name: 'Ver en vivo' }));
    await waitFor(() => expect(path()).toMatch(/^\/watch\/channel\/aviso-1/));
  });

  it('has no billboard where the plan opens no channel', async () => {
    const { calls } = await openApp('/', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.videos = [];
        memory.channels = Array.from({ length: 6 }, (_, index) =>
          makeFakeChannel({ name: `Aviso ${index + 1}`, section: 'Noticias', requiresPlan: ['premium'] }),
        );
      },
    });
    await rowOf('En vivo: Noticias');
    expect(screen.queryByRole('region', { name: 'Destacado en vivo' })).toBeNull();
    expect(calls()).not.toContain('GET /api/home/live');
  });

  it('shows fifteen channels at most', async () => {
    await openApp('/', {
      as: 'valentina',
      prepare: ({ memory }) => {
        memory.channels = Array.from({ length: 20 }, (_, index) =>
          makeFakeChannel({ name: `Señal ${index + 1}`, isFeatured: true }),
        );
      },
    });
    // A row of the home page renders more of its cards when the focus gets near the last rendered card.
    const links = within(await row()).getAllByRole('link');
    act(() => links.at(-1)!.focus());
    const shown = await names();
    expect(shown).toHaveLength(15);
    expect(shown[14]).toMatch(/^Señal 15,/);
  });

  it('marks the channels that the plan locks', async () => {
    await openApp('/', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.channels = [
          makeFakeChannel({ name: 'Abierto', isFeatured: true, requiresPlan: ['gplay'] }),
          makeFakeChannel({ name: 'Cerrado', isFeatured: true, requiresPlan: ['premium'] }),
        ];
      },
    });
    expect(await names()).toEqual([
      'Abierto, General, En vivo',
      'Cerrado, General, En vivo, Tu plan no lo incluye',
    ]);
  });

  it('says that no channel is featured, and links to the channels', async () => {
    const { user, path } = await openApp('/', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay contenido destacado en este momento.' });
    expect(screen.queryByRole('heading', { level: 2, name: 'Recien Agregados' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Ver TV en Vivo' }));
    await screen.findByRole('heading', { name: 'TV en Vivo' });
    expect(path()).toBe('/live-tv');
  });

  it('leads an administrator of an empty catalogue to the assistant for lists', async () => {
    const { user, path } = await openApp('/', {
      as: 'ada',
      prepare: ({ memory }) => {
        memory.videos = [];
        memory.channels = [];
      },
    });
    await screen.findByText('El catálogo está vacío. Sube tus listas M3U para llenarlo.');
    await user.click(screen.getByRole('link', { name: 'Agregar tu lista' }));
    await screen.findByRole('heading', { level: 1, name: 'Agregar lista' });
    expect(path()).toBe('/admin?tab=add_list');
  });

  it('shows the server’s sentence when it fails, and its rows after «Reintentar»', async () => {
    const { user } = await openApp('/', {
      as: 'valentina',
      prepare: (server) => server.failNext(list, 'server.unexpected'),
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByText(
      'Algo falló en el servidor. Inténtalo de nuevo; si continúa, avisa al administrador.',
    );
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await row();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its rows when a later request fails', async () => {
    const { server } = await openApp('/', { as: 'valentina' });
    await row();
    server.failNext(list, 'server.unexpected');
    await act(() => queryClient.refetchQueries({ queryKey: ['home'] }));
    expect(queryClient.getQueryCache().find({ queryKey: ['home'], exact: false })?.state.status).toBe(
      'error',
    );
    await row();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows its own sentence when the connection breaks repeatedly', async () => {
    await openApp('/', {
      as: 'valentina',
      prepare: (server) => {
        for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext(list);
      },
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('No se pudo cargar el contenido destacado.');
  });

  it('scrolls a row by four fifths of its width', async () => {
    await openApp('/', { as: 'valentina' });
    const track = within(await row()).getByRole('list');
    Object.defineProperty(track, 'clientWidth', { value: 1_000 });
    const scrollBy = vi.spyOn(track, 'scrollBy');
    const [back, on] = [...(await row()).querySelectorAll<HTMLElement>('.row__arrow')];
    on?.click();
    back?.click();
    expect(scrollBy.mock.calls).toEqual([[{ left: 800 }], [{ left: -800 }]]);
  });

  it('moves between the cards of a row with the arrow keys', async () => {
    const { user } = await openApp('/', { as: 'valentina' });
    const links = within(await row()).getAllByRole('link');
    for (const [index, link] of links.entries()) {
      const box = new DOMRect(index * 110, 0, 100, 60);
      Object.assign(link, { getBoundingClientRect: () => box, getClientRects: () => [box] });
    }
    links[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(links[1]);
  });

  it('has a row with what is on now, of the channels with a guide', async () => {
    const { calls } = await openApp('/', {
      as: 'valentina',
      prepare(server) {
        addProgrammes(server, 'cenit-24', [['Informativo', -5, 50]]);
        addProgrammes(server, 'area-chica', [['Liga', -5, 50]]);
        addProgrammes(server, 'cine-plaza', [['El faro', 5, 50]]);
      },
    });
    const onNow = within(await rowOf('Ahora en la tele'));
    expect(onNow.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Cénit 24/),
      expect.stringMatching(/^Área Chica/),
    ]);
    await onNow.findByText('Informativo', { exact: false });
    await onNow.findByText('Liga', { exact: false });
    // All of its tiles are filled by one request, also those of different sections.
    expect(calls().filter((call) => call.startsWith('GET /api/guide'))).toEqual([
      expect.stringMatching(/^GET \/api\/guide\/now\?channels=/),
    ]);
  });
});
