import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const unavailable = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.';
const denial = '🎬 Estimado cliente, debe tener el plan Cinéfilo o Premium para acceder a esta sección.';

const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });

/**
 * Expects the watch page of the film «Noche de muertos», goes back in the browser, and expects the focus on that film's
 * card.
 */
async function expectFocusBack(path: () => string): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Noche de muertos' });
  expect(path()).toBe('/watch/movie/noche-de-muertos');
  history.back();
  await card('Noche de muertos');
  // The grid of films may be rendered again while its cards are loading, so only the final focus is checked.
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Noche de muertos/),
  );
}

const chip = (name: string) => screen.findByRole('button', { name });
const chips = () =>
  within(screen.getByRole('toolbar', { name: 'Géneros' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar películas' });
const grid = (section: string) => screen.findByRole('list', { name: `Películas de ${section}` });
const listCalls = (calls: string[]) => calls.filter((call) => call.startsWith('GET /api/videos?'));

/** The number of films in the grid of a section, read from the attribute `aria-setsize`. */
const sizeOf = (section: string) =>
  within(screen.getByRole('list', { name: `Películas de ${section}` }))
    .getAllByRole('listitem')[0]
    ?.getAttribute('aria-setsize');

function scrollToEnd(): void {
  window.scrollY = 1_000_000;
  fireEvent.scroll(window);
}
afterEach(() => {
  vi.restoreAllMocks();
  window.scrollY = 0;
});

/** Adds films to the section «Festividades» of the fake server; the last one added is the first in the grid. */
function addFestive(server: FakeServer, count: number, given: { genres?: string[] } = {}): void {
  for (let index = 1; index <= count; index += 1) {
    server.memory.videos.push(
      makeFakeVideo({ title: `Fiesta ${index}`, mainSection: 'ESPECIALES', ...given }),
    );
  }
}

describe('the cards of the sections of «Películas»', () => {
  it('name the section that they open in the title of the browser’s tab, and «Películas» again on the way back', async () => {
    const { user } = await openApp('/peliculas', { as: 'valentina' });
    await user.click(await card('Festividades'));
    await waitFor(() => expect(document.title).toBe('Festividades · Películas · Butaca'));
    history.back();
    await waitFor(() => expect(document.title).toBe('Películas · Butaca'));
  });

  it('are shown in the server’s order, with the plans that open them', async () => {
    await openApp('/peliculas', { as: 'valentina' });
    const sections = within(await screen.findByRole('list', { name: 'Secciones' }));
    expect(sections.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'POR GÉNEROS',
      'Festividades',
      'Estrenos, Cinéfilo o Premium',
      'CINE 4K UHD, Cinéfilo o Premium',
      'CINE 60FPS, Cinéfilo o Premium',
      'ZONA KIDS',
    ]);
  });

  it('link to the films of their section, and back', async () => {
    const { user, path } = await openApp('/peliculas', { as: 'valentina' });
    await user.click(await card('Festividades'));
    await screen.findByRole('heading', { level: 1, name: 'Festividades' });
    await card('Noche de muertos');
    expect(path()).toBe('/peliculas?seccion=ESPECIALES');
    await user.click(screen.getByRole('link', { name: 'Volver' }));
    await card('POR GÉNEROS');
    expect(path()).toBe('/peliculas');
  });

  it('pass the focus to the heading of the opened section, and get it back on its card', async () => {
    const { user, path } = await openApp('/peliculas', { as: 'valentina' });
    const allSections: unknown = history.state;
    (await card('Festividades')).focus();
    await user.keyboard('{Enter}');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Festividades' });
    expect(document.activeElement).toBe(heading);
    await user.click(await chip('Terror'));
    await user.click(screen.getByRole('link', { name: 'Volver' }));
    const left = await card('Festividades');
    await waitFor(() => expect(document.activeElement).toBe(left));
    expect(path()).toBe('/peliculas');
    // «Volver» went back to the previous history entry and did not add one, so that the browser's «back» does not
    // reopen the section.
    expect(history.state).toEqual(allSections);
  });

  it('appear on «Volver» from a section opened by its address, without a new history entry', async () => {
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await card('Noche de muertos');
    expect(document.activeElement).toBe(document.body);
    const entries = history.length;
    await user.click(screen.getByRole('link', { name: 'Volver' }));
    const left = await card('Festividades');
    await waitFor(() => expect(document.activeElement).toBe(left));
    expect(path()).toBe('/peliculas');
    expect(history.length).toBe(entries);
  });

  it('prefetch the films of the section that is about to be opened', async () => {
    const { user, calls } = await openApp('/peliculas', { as: 'valentina' });
    await user.hover(await card('Festividades'));
    await waitFor(() =>
      expect(calls()).toContain('GET /api/videos?tipo=pelicula&mainSection=ESPECIALES&page=1&limit=20'),
    );
  });

  it('show a loading state', async () => {
    await openApp('/peliculas', { as: 'valentina' });
    await screen.findByText('Cargando secciones...');
    await card('Festividades');
  });

  it('show why they failed to load, and load again on retry', async () => {
    const prepare = (server: FakeServer) =>
      server.failNext('GET /api/videos/main-sections', 'server.unexpected');
    const { user } = await openApp('/peliculas', { as: 'valentina', prepare });
    const alert = await screen.findByRole('alert');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card('Festividades');
  });

  it('show their own sentence when the server cannot be reached', async () => {
    const prepare = (server: FakeServer) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/videos/main-sections');
    };
    await openApp('/peliculas', { as: 'valentina', prepare });
    await screen.findByText('No se pudieron cargar las secciones.');
  });

  it('are shown only for sections with films, and to administrators all, with why', async () => {
    const prepare = ({ memory }: FakeServer): void => {
      memory.videos = [makeFakeVideo({ title: 'Océano', mainSection: 'CINE_4K' })];
    };
    const labels = async () =>
      within(await screen.findByRole('list', { name: 'Secciones' }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label'));
    await openApp('/peliculas', { as: 'valentina', prepare });
    expect(await labels()).toEqual(['CINE 4K UHD, Cinéfilo o Premium']);
    cleanup();
    await openApp('/peliculas', { as: 'ada', prepare });
    expect(await labels()).toHaveLength(6);
    expect(await labels()).toContain('Festividades, Sin películas: los usuarios no la ven');
  });

  it('are replaced by a message when there are no sections', async () => {
    await openApp('/peliculas', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay secciones de películas para mostrar.' });
  });
});

describe('the films of a section', () => {
  it('show the default reason when the server refuses them without a sentence', async () => {
    const prepare = (server: FakeServer) => server.muteNext('GET /api/videos');
    await openApp('/peliculas?seccion=POR_GENERO', { as: 'valentina', prepare });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('No se pudieron cargar las películas.');
    within(alert).getByText('Error al obtener películas.');
  });
});

describe('entering a section of films', () => {
  it('is denied on a plan that is too low, on every attempt', async () => {
    const { user, path } = await openApp('/peliculas', { as: 'gerardo' });
    await user.click(await card('CINE 60FPS'));
    const alert = await screen.findByRole('alert');
    within(alert).getByText(denial);
    expect(path()).toBe('/peliculas');
    await user.click(within(alert).getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByText(denial)).toBeNull();
    screen.getByRole('link', { name: 'Ver planes' });
    await user.click(await card('CINE 4K UHD'));
    const again = within(await screen.findByRole('alert'));
    again.getByText(denial);
    await user.click(again.getByRole('link', { name: 'Ver planes' }));
    await waitFor(() => expect(path()).toBe('/planes'));
  });

  it('is allowed on a plan that opens one of its films, by its card and through a typed address', async () => {
    const { user } = await openApp('/peliculas', { as: 'gerardo' });
    await user.click(await card('Estrenos'));
    await card('Estreno abierto');
    expect(screen.queryByText(denial)).toBeNull();
    cleanup();
    await openApp('/peliculas?seccion=CINE_2025', { as: 'gerardo' });
    await card('Estreno abierto');
    expect(screen.queryByText(denial)).toBeNull();
  });

  it('is denied through a typed address too, without loading the films', async () => {
    const { calls } = await openApp('/peliculas?seccion=CINE_60FPS', { as: 'gerardo' });
    await screen.findByText(denial);
    await card('CINE 60FPS');
    expect(listCalls(calls())).toEqual([]);
  });

  it('is allowed to everybody when the section has no rule', async () => {
    const { user } = await openApp('/peliculas', { as: 'gerardo' });
    await user.click(await card('Festividades'));
    await card('Noche de muertos');
    expect(screen.queryByText(denial)).toBeNull();
  });

  it('is allowed to administrators', async () => {
    await openApp('/peliculas?seccion=CINE_4K', { as: 'ada' });
    await card('Volcán');
  });
});

describe('the films of a section', () => {
  it('load in pages of twenty, each film once, until the last one', async () => {
    const { calls } = await openApp('/peliculas?seccion=ESPECIALES', {
      as: 'valentina',
      prepare: (server) => addFestive(server, 43),
    });
    await card('Fiesta 43');
    scrollToEnd();
    await waitFor(() => expect(sizeOf('Festividades')).toBe('45'));
    const pages = [1, 2, 3].map(
      (page) => `GET /api/videos?tipo=pelicula&mainSection=ESPECIALES&page=${page}&limit=20`,
    );
    expect(listCalls(calls())).toEqual(pages);
  });

  it('do not count as locked while a later page or the rest of a search has an open one', async () => {
    const notice = /no incluye nada de esta página/;
    const lock = (server: FakeServer) => {
      addFestive(server, 25);
      for (const video of server.memory.videos) {
        if (video.title.startsWith('Fiesta')) video.requiresPlan = ['premium'];
      }
    };
    await openApp('/peliculas?seccion=ESPECIALES', { as: 'gerardo', prepare: lock });
    await card('Fiesta 25');
    expect(screen.queryByText(notice)).toBeNull();
    cleanup();
    await openApp('/peliculas?seccion=POR_GENERO&buscar=solo para premium', { as: 'gerardo' });
    await card('Solo para premium');
    expect(screen.queryByText(notice)).toBeNull();
    cleanup();
    const lockAll = (server: FakeServer) => {
      lock(server);
      for (const video of server.memory.videos) video.requiresPlan = ['premium'];
      server.memory.planOffers.gplay.name = 'Plan de la casa';
    };
    await openApp('/peliculas?seccion=ESPECIALES', { as: 'gerardo', prepare: lockAll });
    await screen.findByText('Tu plan Plan de la casa no incluye nada de esta página.');
  });

  it('are searched half a second after the last letter, and the address keeps the term', async () => {
    const { calls, path } = await openApp('/peliculas?seccion=POR_GENERO', { as: 'valentina' });
    await grid('POR GÉNEROS');
    fireEvent.change(search(), { target: { value: 'far' } });
    fireEvent.change(search(), { target: { value: 'faro' } });
    expect(path()).toBe('/peliculas?seccion=POR_GENERO&buscar=faro');
    expect(calls().some((call) => call.includes('search='))).toBe(false);
    await waitFor(() => expect(calls().some((call) => call.includes('search=faro'))).toBe(true));
    expect(calls().filter((call) => call.includes('search='))).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('link', { name: /^La montaña/ })).toBeNull());
    await card('El faro de cristal');
  });

  it('are filtered by the chosen genre, which the address keeps', async () => {
    const { user, path, calls } = await openApp('/peliculas?seccion=POR_GENERO', { as: 'valentina' });
    await user.click(await chip('Terror'));
    await waitFor(() => expect(calls().some((call) => call.includes('genre=Terror'))).toBe(true));
    await waitFor(() => expect(path()).toBe('/peliculas?seccion=POR_GENERO&genero=Terror'));
    expect((await chip('Terror')).ariaPressed).toBe('true');
    await user.click(await chip('Todas'));
    await waitFor(() => expect(path()).toBe('/peliculas?seccion=POR_GENERO'));
  });

  it('have the chips «Todas» and the genres of the section, sorted by name', async () => {
    await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await chip('Terror');
    expect(chips()).toEqual(['Todas', 'Comedia', 'Navidad', 'Terror']);
  });

  it('have as chips the genres of the loaded films when the server names none', async () => {
    const prepare = (server: FakeServer) => {
      server.failNext('GET /api/videos/genres', 'server.unexpected');
      addFestive(server, 1, { genres: ['Circo'] });
    };
    await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina', prepare });
    await card('Fiesta 1');
    expect(chips()).toEqual(['Todas', 'Circo', 'Comedia', 'Navidad', 'Terror']);
  });

  it('are none for a genre that the section lacks, with a link to all of them', async () => {
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES&genero=XX', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'No hay películas disponibles en «Festividades, XX».' });
    await chip('Terror');
    expect(chips()).toEqual(['Todas', 'Comedia', 'Navidad', 'Terror']);
    await user.click(screen.getByRole('button', { name: 'Ver todas' }));
    await card('Noche de muertos');
    expect(path()).toBe('/peliculas?seccion=ESPECIALES');
    expect((await chip('Todas')).ariaPressed).toBe('true');
  });

  it('are searched for the term in the address, cut to the length that the server accepts', async () => {
    const { calls } = await openApp(`/peliculas?seccion=ESPECIALES&buscar=${'a'.repeat(200)}`, {
      as: 'valentina',
    });
    await screen.findByRole('heading', { name: /^No se encontraron películas para «a{100}» en/ });
    expect(search().value).toHaveLength(100);
    expect(listCalls(calls()).every((call) => call.includes(`search=${'a'.repeat(100)}&`))).toBe(true);
  });

  it('are shown without genre and search when another section is opened', async () => {
    const { user } = await openApp('/peliculas?seccion=ESPECIALES&genero=Terror&buscar=muertos', {
      as: 'valentina',
    });
    await card('Noche de muertos');
    expect(search().value).toBe('muertos');
    await user.click(screen.getByRole('link', { name: 'Volver' }));
    await user.click(await card('ZONA KIDS'));
    await card('El dragón pequeño');
    expect(search().value).toBe('');
    expect((await chip('Todas')).ariaPressed).toBe('true');
  });

  it('are shown in 5, 4, 3 or 1 columns, as the address says', async () => {
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await grid('Festividades');
    const columns: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await user.click(screen.getByRole('button', { name: /^Densidad/ }));
      columns.push(path().replace('/peliculas?seccion=ESPECIALES', ''));
    }
    expect(columns).toEqual(['&columnas=4', '&columnas=3', '&columnas=1', '']);
  });

  it('open for playback once the server has said that the plan allows it', async () => {
    const { user, path, calls } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await user.click(await card('Noche de muertos'));
    await waitFor(() => expect(path()).toBe('/watch/movie/noche-de-muertos'));
    expect(calls().map((call) => call.split('?')[0])).toContain('GET /api/videos/noche-de-muertos');
  });

  it('restore the focus to the opened film, in the grid from which it was opened', async () => {
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES&buscar=noche', { as: 'valentina' });
    await user.click(await card('Noche de muertos'));
    await expectFocusBack(path);
    expect(search().value).toBe('noche');
  });

  it('restore the focus to the film whose action was used, though the action is hidden again', async () => {
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    (await card('Noche de muertos')).focus();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Reproducir/);
    await user.keyboard('{Enter}');
    await expectFocusBack(path);
  });

  it('restore the focus to the film whose menu was used on a touch screen', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query === '(hover: none)' }) as unknown as MediaQueryList,
    );
    const { user, path } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await card('Noche de muertos');
    await user.click(screen.getByRole('button', { name: 'Opciones de Noche de muertos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reproducir' }));
    await expectFocusBack(path);
  });

  it('leave the focus alone when the person has moved it before they are shown again', async () => {
    const { user, server } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina' });
    await user.click(await card('Noche de muertos'));
    await screen.findByRole('heading', { level: 1, name: 'Noche de muertos' });
    queryClient.clear();
    const { release } = server.holdNext('GET /api/videos');
    history.back();
    const field = await screen.findByRole('searchbox', { name: 'Buscar películas' });
    field.focus();
    release();
    await card('Noche de muertos');
    // If the page restored the focus, it would do so in an animation frame, so two frames are awaited before the test
    // checks that the search field still has the focus.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(document.activeElement).toBe(field);
  });

  it('are replaced by a message with the search and the section when none matches', async () => {
    await openApp('/peliculas?seccion=ESPECIALES&buscar=curling', { as: 'valentina' });
    await screen.findByRole('heading', {
      name: 'No se encontraron películas para «curling» en «Festividades».',
    });
  });

  it('are replaced by a message when the section has none', async () => {
    await openApp('/peliculas?seccion=ESPECIALES', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay películas disponibles en «Festividades».' });
  });

  it('show why they failed to load, and load again on retry', async () => {
    const prepare = (server: FakeServer) => server.failNext('GET /api/videos', 'server.unexpected');
    const { user } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina', prepare });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await card('Noche de muertos');
  });

  it('stay when the next page fails, and that page loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      addFestive(server, 23);
      // The fake server delivers the first page of films and fails the second one.
      server.holdNext('GET /api/videos').release();
      server.failNext('GET /api/videos', 'server.unexpected');
    };
    const { user, calls } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina', prepare });
    await card('Fiesta 23');
    scrollToEnd();
    const again = await screen.findByRole('button', { name: 'Reintentar' });
    expect(sizeOf('Festividades')).toBe('20');
    expect(listCalls(calls())).toHaveLength(2);
    await user.click(again);
    await waitFor(() => expect(sizeOf('Festividades')).toBe('25'));
  });

  it('stay when the next page gets no answer, and that page alone is requested when there is a connection', async () => {
    const prepare = (server: FakeServer) => {
      addFestive(server, 23);
      server.holdNext('GET /api/videos').release();
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/videos');
    };
    const { calls } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina', prepare });
    await card('Fiesta 23');
    scrollToEnd();
    await screen.findByRole('button', { name: 'Reintentar' });
    const before = listCalls(calls()).length;
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(sizeOf('Festividades')).toBe('25'));
    expect(listCalls(calls()).slice(before)).toEqual([
      'GET /api/videos?tipo=pelicula&mainSection=ESPECIALES&page=2&limit=20',
    ]);
  });

  it('show a loading state while the next page is slow', async () => {
    const waits: { release: () => void }[] = [];
    // The grid of films detects with timers of 400 ms that films are late; the test runs these timers itself, so that a
    // slow machine does not matter.
    const late: (() => void)[] = [];
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...more: []) =>
      ms === 400 ? late.push(run) : setTimeout(run, ms, ...more)) as typeof globalThis.setTimeout);
    const prepare = (server: FakeServer) => {
      addFestive(server, 23);
      server.holdNext('GET /api/videos').release();
      waits.push(server.holdNext('GET /api/videos'));
    };
    const { calls } = await openApp('/peliculas?seccion=ESPECIALES', { as: 'valentina', prepare });
    await card('Fiesta 23');
    scrollToEnd();
    await waitFor(() => expect(listCalls(calls())).toHaveLength(2));
    await waitFor(() => expect(late).toHaveLength(1));
    expect(screen.queryByText('Cargando películas...')).toBeNull();
    act(() => late[0]?.());
    await screen.findByText('Cargando películas...');
    waits[0]?.release();
    await waitFor(() => expect(sizeOf('Festividades')).toBe('25'));
    expect(screen.queryByText('Cargando películas...')).toBeNull();
  });

  it('show the server’s sentence when a search fails', async () => {
    await openApp('/peliculas?seccion=ESPECIALES&buscar=averia', { as: 'valentina' });
    await screen.findByText(unavailable);
  });
});
