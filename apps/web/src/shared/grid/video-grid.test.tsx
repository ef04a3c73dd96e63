import { trialStorageKey } from '@butaca/contract';
import { startFakeServer, type FakeServer } from '@butaca/testing';
import { Toasts } from '@butaca/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, UNSAFE_createHashHistory as createHashHistory, useLocation } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDevice } from '../../../test/open-app.tsx';
import { api } from '../../platform/api/api.ts';
import { createPageRouter } from '../../platform/navigation/page-router.ts';
import { PageRouterProvider } from '../../platform/navigation/page-router-provider.tsx';
import { queryClient } from '../../platform/query-client.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { readCards, type Card } from '../card/card.ts';
import { VideoGrid } from './video-grid.tsx';

/** A fake watch page that shows as text the path and the navigation state with which it was opened. */
function Watch() {
  const { pathname, state } = useLocation();
  return <p data-testid="watch">{JSON.stringify({ pathname, state: state as unknown })}</p>;
}

/** The calls for the favourites and, of viewers, for whether they may add to collections. */
const callsOfEveryGrid = ['GET /api/favourites', 'GET /api/collections/additions'];

/** Renders a grid of the fake server's videos for the signed-in account `as`. */
async function openGrid(as: string, prepare?: (server: FakeServer) => void) {
  const server = await startFakeServer();
  jsdom.reconfigure({ url: `${server.origin}/#/peliculas` });
  localStorage.clear();
  queryClient.clear();
  const account = server.memory.accounts.get(as);
  if (account === undefined) throw new Error(`the fake server knows no ${as}`);
  const { username, role, plan } = account;
  localStorage.setItem('deviceId', testDevice);
  sessionStore.start({ token: server.signIn(as, testDevice), user: { username, role, plan } });
  prepare?.(server);
  const { videos } = await api('GET /api/videos', { query: { limit: '200' } });
  const cards = readCards(videos);
  const router = createPageRouter(createHashHistory());
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <PageRouterProvider router={router}>
        <Routes>
          <Route path="/peliculas" element={<Grid cards={cards} />} />
          <Route path="/watch/*" element={<Watch />} />
        </Routes>
      </PageRouterProvider>
      <Toasts />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    unmount();
    router.dispose();
    queryClient.clear();
    await server[Symbol.asyncDispose]();
  });
  // The calls that the fake server has received after the call for the list itself, without those that every grid makes
  // once. When the watch page's code is loaded, opening a card also describes the player in the
  // query of its call and prefetches the playback position, so the query and that call are left out.
  // The first bytes of the stream are requested too, once the code of the watch page has loaded.
  const asked = () =>
    server.seen
      .slice(1)
      .map(({ call }) => call.split('?')[0])
      .filter((call) => !callsOfEveryGrid.includes(call ?? '') && !call?.endsWith('/progress'))
      .filter((call) => !call?.startsWith('GET /api/stream/'));
  return { server, asked, user: userEvent.setup() };
}

/**
 * A grid of the five titles that the tests use: jsdom has no layout, so a virtual grid renders only as many cards as
 * fill one screen.
 */
function Grid({ cards }: { cards: readonly Card[] }) {
  const wanted = [
    'Océano 4K',
    'Solo para premium',
    'Película sin imagen',
    'Marea alta',
    'Cuentos de la luna',
  ];
  const shown = wanted.flatMap((title) => cards.find((card) => card.title === title) ?? []);
  return (
    <VideoGrid
      label="Películas"
      cards={shown}
      density={5}
      from="/peliculas"
      scrollPosition={{ offsetPx: 0 }}
    />
  );
}

const link = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title}, `) });
const cell = (title: string) => within(link(title).closest('li') ?? document.body);
const act = (title: string, action: string) => cell(title).getByRole('button', { name: action });
const watched = async () =>
  JSON.parse((await screen.findByTestId('watch')).textContent ?? '') as { pathname: string; state: object };

describe('a card of the video grid', () => {
  it('is named by its title, kind, year and lock, and links to its watch page', async () => {
    await openGrid('gerardo', ({ memory }) => {
      for (const video of memory.videos) video.releaseYear = 2011;
    });
    expect(link('Océano 4K').getAttribute('aria-label')).toMatch(
      /^Océano 4K, Película, 2011, 4K ULTRAHD, Tu plan no lo incluye$/,
    );
    expect(link('Marea alta').getAttribute('href')).toBe('#/watch/serie/marea-alta');
    expect(link('Cuentos de la luna').getAttribute('aria-label')).toBe('Cuentos de la luna, Zona Kids, 2011');
  });

  it('offers «Quitar de Mi lista» in its touch menu when its title is on the list', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), { matches: query === '(hover: none)' } as MediaQueryList),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    const { user, server } = await openGrid('valentina');
    // The test waits for the favourites before a card's menu opens; otherwise the menu could show the wrong label until
    // the answer arrives.
    await waitFor(() => expect(server.seen.map(({ call }) => call)).toContain('GET /api/favourites'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.click(cell('Marea alta').getByRole('button', { name: 'Opciones de Marea alta' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toContain(
      'Quitar de Mi lista',
    );
  });

  it('leaves a click with Ctrl to the browser, without a request', async () => {
    const { asked } = await openGrid('valentina');
    const press = createEvent.click(link('Océano 4K'), { ctrlKey: true });
    fireEvent(link('Océano 4K'), press);
    expect(press.defaultPrevented).toBe(false);
    expect(asked()).toEqual([]);
  });

  it('has the button «Ver tráiler» only when there is a trailer', async () => {
    await openGrid('valentina', ({ memory }) => {
      for (const video of memory.videos) {
        video.trailerUrl = video.title === 'Marea alta' ? 'https://youtu.be/aqz-KE-bpKQ' : null;
      }
    });
    expect(cell('Océano 4K').queryByRole('button', { name: 'Ver tráiler' })).toBeNull();
    act('Marea alta', 'Ver tráiler');
  });
});

describe('opening a card of the video grid', () => {
  it('requests the title from the server, and goes to its watch page', async () => {
    const { user, asked } = await openGrid('valentina');
    await user.click(link('Océano 4K'));
    expect(await watched()).toEqual({
      pathname: '/watch/movie/oceano-4k',
      state: {
        from: '/peliculas',
        title: 'Océano 4K',
        backdrop: '/api/images/backdrop/oceano-4k/1280',
        poster: '/api/images/video/oceano-4k/320',
      },
    });
    expect(asked()).toEqual(['GET /api/videos/oceano-4k']);
  });

  it('shows an error and stays when the server sends no kind', async () => {
    const { user, asked } = await openGrid('ada', ({ memory }) => {
      for (const video of memory.videos) Reflect.set(video, 'tipo', '');
    });
    const [film] = screen.getAllByRole('link');
    expect(film?.getAttribute('href')).toBe('#/watch');
    await user.click(film!);
    await screen.findByText('Error: Cannot determine the content to play.');
    expect(screen.queryByTestId('watch')).toBeNull();
    expect(asked()).toEqual([]);
  });

  it('makes one request when it is clicked again before the answer', async () => {
    const { user, asked, server } = await openGrid('valentina');
    const { release } = server.holdNext('GET /api/videos/:id');
    await user.click(link('Océano 4K'));
    await user.click(act('Océano 4K', 'Reproducir'));
    await screen.findByText('Abriendo Océano 4K...');
    // A second request would not be held. When the first one is answered, the page may ask for another address of the stream.
    expect(screen.queryByTestId('watch')).toBeNull();
    expect(asked()).toEqual(['GET /api/videos/oceano-4k']);
    release();
    await watched();
  });

  it('goes to another card when that one is clicked before the answer', async () => {
    const { user, server } = await openGrid('valentina');
    const { release } = server.holdNext('GET /api/videos/:id');
    await user.click(link('Océano 4K'));
    await user.click(link('Marea alta'));
    expect((await watched()).pathname).toBe('/watch/serie/marea-alta');
    release();
  });

  it('shows the premium dialog and stays when the plan does not open the title', async () => {
    const { user } = await openGrid('gerardo');
    await user.click(link('Solo para premium'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Contenido Premium' }));
    dialog.getByText('Tu plan actual no permite ver Solo para premium.');
    await user.click(dialog.getByRole('button', { name: 'Entendido' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.hash).toBe('#/peliculas');
    expect(localStorage.getItem(trialStorageKey('solo-para-premium'))).toBeNull();
  });

  it('goes to the watch page with the trial, and stores that the title uses it', async () => {
    const { user } = await openGrid('gerardo');
    await user.click(link('Solo para premium'));
    await user.click(await screen.findByRole('button', { name: 'Usar Prueba Gratuita' }));
    expect(await watched()).toEqual({
      pathname: '/watch/movie/solo-para-premium',
      state: {
        from: '/peliculas',
        title: 'Solo para premium',
        backdrop: '/api/images/backdrop/solo-para-premium/1280',
        poster: '/api/images/video/solo-para-premium/320',
        useTrial: true,
      },
    });
    expect(localStorage.getItem(trialStorageKey('solo-para-premium'))).toBe('true');
  });

  it('goes to the watch page on any other failure', async () => {
    const { user, server } = await openGrid('valentina');
    server.failNext('GET /api/videos/:id', 'server.unexpected');
    await user.click(link('Océano 4K'));
    expect((await watched()).pathname).toBe('/watch/movie/oceano-4k');
  });

  it('makes no request for an administrator', async () => {
    const { user, asked } = await openGrid('ada');
    await user.click(link('Solo para premium'));
    await watched();
    expect(asked()).toEqual([]);
  });
});

describe('the trailer of a card', () => {
  const withTrailer = (trailerUrl: string) => (server: FakeServer) => {
    for (const video of server.memory.videos) video.trailerUrl = trailerUrl;
  };

  it('of YouTube plays in a frame with only the origin as referrer, and closes with Escape', async () => {
    const { user } = await openGrid(
      'valentina',
      withTrailer('https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3'),
    );
    await user.click(act('Océano 4K', 'Ver tráiler'));
    const frame = await screen.findByTitle<HTMLIFrameElement>('Tráiler de Océano 4K');
    expect(frame.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?autoplay=1&/);
    expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(link('Océano 4K'));
  });

  it('that is not on YouTube is requested from the server, and plays in a video element', async () => {
    const { user, asked } = await openGrid('valentina', withTrailer('/api/videos/oceano-4k/trailer'));
    await user.click(act('Océano 4K', 'Ver tráiler'));
    await waitFor(() => expect(document.querySelector('video')).not.toBeNull());
    expect(document.querySelector('video')?.getAttribute('src')).toBe(
      '/api/stream/trailer-oceano-4k/video.mp4',
    );
    expect(asked()).toEqual(['GET /api/videos/oceano-4k/trailer']);
  });

  it('shows the server’s failure, and is requested again with «Reintentar»', async () => {
    const { user, server } = await openGrid('valentina', withTrailer('/api/videos/oceano-4k/trailer'));
    server.failNext('GET /api/videos/:id/trailer', 'video.not_found');
    await user.click(act('Océano 4K', 'Ver tráiler'));
    await screen.findByText('El contenido no existe o ya no está disponible.');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(document.querySelector('video')).not.toBeNull());
  });

  it('shows a failure to play, and is loaded again with «Reintentar»', async () => {
    const { user } = await openGrid('valentina', withTrailer('https://media.example.com/luna.mp4'));
    await user.click(act('Océano 4K', 'Ver tráiler'));
    await waitFor(() => expect(document.querySelector('video')).not.toBeNull());
    document.querySelector('video')?.dispatchEvent(new Event('error'));
    await screen.findByText('No se pudo reproducir el tráiler.');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(document.querySelector('video')?.getAttribute('src')).toBe('https://media.example.com/luna.mp4');
  });
});

describe('the dialog «Agregar a colección»', () => {
  const itemsOf = (server: FakeServer, name: string) =>
    server.memory.collections.find((collection) => collection.name === name);
  const openDialog = async (as: string, title = 'Océano 4K', prepare?: (server: FakeServer) => void) => {
    const opened = await openGrid(as, prepare);
    await opened.user.click(act(title, 'Agregar a colección'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar a colección' }));
    return { ...opened, dialog };
  };
  const choose = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Colección existente' });
  const newName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nueva colección' });

  it('adds the title to the chosen collection, and confirms it', async () => {
    const { user, dialog, server } = await openDialog('ada');
    await user.selectOptions(await choose(), 'Aún sin títulos');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Océano 4K fue agregado a la colección Aún sin títulos');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(itemsOf(server, 'Aún sin títulos')?.itemIds).toEqual(['oceano-4k']);
  });

  it('asks for a choice when nothing is chosen', async () => {
    const { user, dialog, asked } = await openDialog('ada');
    await choose();
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    dialog.getByText('Por favor, selecciona una colección o crea una nueva.');
    expect(asked()).toEqual(['GET /api/collections']);
  });

  it('adds a viewer’s title to an existing collection, and offers no new one', async () => {
    const { user, server } = await openGrid('valentina');
    await waitFor(() => act('Océano 4K', 'Agregar a colección'));
    await user.click(act('Océano 4K', 'Agregar a colección'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar a colección' }));
    await choose();
    expect(screen.queryByRole('textbox', { name: 'Nueva colección' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    dialog.getByText('Por favor, selecciona una colección.');
    await user.selectOptions(await choose(), 'Aún sin títulos');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Océano 4K fue agregado a la colección Aún sin títulos');
    expect(itemsOf(server, 'Aún sin títulos')?.itemIds).toEqual(['oceano-4k']);
  });

  it('says to a viewer that there are no collections', async () => {
    const { user } = await openGrid('valentina', ({ memory }) => {
      memory.collections = [];
    });
    await waitFor(() => act('Océano 4K', 'Agregar a colección'));
    await user.click(act('Océano 4K', 'Agregar a colección'));
    await screen.findByText(
      'No hay colecciones. Podrás agregar títulos cuando un administrador cree la primera.',
    );
  });

  it('is not offered to viewers when the settings leave it to administrators', async () => {
    const { server } = await openGrid('valentina', ({ memory }) => {
      memory.settings.viewersAddToCollections = false;
    });
    await waitFor(() =>
      expect(server.seen.map(({ call }) => call)).toContain('GET /api/collections/additions'),
    );
    expect(screen.queryByRole('button', { name: 'Agregar a colección' })).toBeNull();
  });

  it('clears the choice when a name is typed, and the name when a collection is chosen', async () => {
    const { user } = await openDialog('ada');
    await user.selectOptions(await choose(), 'Noches de invierno');
    await user.type(newName(), 'Mar');
    expect((await choose()).value).toBe('');
    await user.selectOptions(await choose(), 'Noches de invierno');
    expect(newName().value).toBe('');
  });

  it.each([
    ['Océano 4K', 'Video'],
    ['Marea alta', 'Serie'],
  ])('creates a collection with «%s» of kind %s', async (title, itemsModel) => {
    const { user, dialog, server } = await openDialog('ada', title);
    const { release } = server.holdNext('POST /api/collections');
    await choose();
    await user.type(newName(), '  Mar adentro ');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await dialog.findByRole('button', { name: 'Creando...' });
    release();
    await screen.findByText(`${title} fue agregado a la colección Mar adentro`);
    expect(itemsOf(server, 'Mar adentro')).toMatchObject({ itemsModel, itemIds: [expect.any(String)] });
  });

  it('says why a collection was not created, and keeps the typed name', async () => {
    const { user, dialog } = await openDialog('ada');
    await choose();
    await user.type(newName(), 'Noches de invierno');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await dialog.findByText('Error al crear la colección: Ya existe una colección con ese nombre.');
    expect(newName().value).toBe('Noches de invierno');
  });

  it('says that the chosen collection no longer exists', async () => {
    const { user, dialog, server } = await openDialog('ada');
    await user.selectOptions(await choose(), 'Noches de invierno');
    server.memory.collections = [];
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await dialog.findByText('No se pudo encontrar la colección "Noches de invierno"');
  });

  it('says why the title was not added', async () => {
    const { user, dialog, server } = await openDialog('ada');
    await user.selectOptions(await choose(), 'Noches de invierno');
    server.failNext('PUT /api/collections/:id/items', 'video.not_found');
    await user.click(dialog.getByRole('button', { name: 'Agregar' }));
    await dialog.findByText(
      'Error al agregar a la colección: El contenido no existe o ya no está disponible.',
    );
  });

  it('offers «Reintentar» when the collections do not load, and loads them with it', async () => {
    const { user, dialog } = await openDialog('ada', 'Océano 4K', (server) => {
      server.failNext('GET /api/collections', 'server.unexpected');
    });
    await user.click(await dialog.findByRole('button', { name: 'Reintentar' }));
    await choose();
  });
});

describe('the end of the video grid', () => {
  it('is reported when the last rows are near the window', async () => {
    const { server } = await openGrid('valentina');
    const cards = readCards(server.memory.videos.slice(0, 10));
    const onEndReached = vi.fn();
    const router = createPageRouter(createHashHistory());
    onTestFinished(() => router.dispose());
    render(
      <QueryClientProvider client={queryClient}>
        <PageRouterProvider router={router}>
          <VideoGrid
            label="Otras"
            cards={cards}
            density={5}
            from="/"
            scrollPosition={{ offsetPx: 0 }}
            onEndReached={onEndReached}
          />
        </PageRouterProvider>
      </QueryClientProvider>,
    );
    await waitFor(() => expect(onEndReached).toHaveBeenCalled());
  });
});
