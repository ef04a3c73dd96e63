import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../test/open-app.tsx';
import { restoreSession } from '../platform/session/session-storage.ts';

const linksOf = (area: HTMLElement) =>
  within(area)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const homeRow = () => screen.findByRole('region', { name: 'Canales en Vivo Destacados' });
const mainNavigation = () => screen.findByRole('navigation', { name: 'Principal' });
const openUserMenu = async ({ user }: Awaited<ReturnType<typeof openApp>>, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Menú de ${name}` }));
  return screen.findByRole('menu');
};
const openDrawer = async ({ user }: Awaited<ReturnType<typeof openApp>>) => {
  await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
  return screen.findByRole('dialog', { name: 'Menú' });
};
const storedItems = () => ['user', 'token', 'deviceId'].map((key) => localStorage.getItem(key));

afterEach(() => {
  vi.restoreAllMocks();
});

/** The labels and URLs of the links in the header's navigation and the mobile menu, in order. */
const screens = [
  ['Inicio', '#/'],
  ['TV en Vivo', '#/live-tv'],
  ['Películas', '#/peliculas'],
  ['Series', '#/series'],
  ['Animes', '#/animes'],
  ['Doramas', '#/doramas'],
  ['Novelas', '#/novelas'],
  ['Documentales', '#/documentales'],
  ['Zona Kids', '#/kids'],
  ['Colecciones', '#/colecciones'],
];

describe('the layout of a page', () => {
  it.each(['/', '/live-tv'])('shows header and footer on %s', async (path) => {
    await openApp(path, { as: 'valentina' });
    await mainNavigation();
    screen.getByRole('contentinfo');
  });

  it.each([
    ['/login', undefined],
    ['/register', undefined],
    ['/watch/channel/musa', 'valentina'],
    ['/', undefined],
  ])('hides header and footer on %s for the user %s', async (path, as) => {
    await openApp(path, as === undefined ? {} : { as });
    await screen.findByRole('main');
    expect(screen.queryByRole('navigation', { name: 'Principal' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('moves the focus past the header with «Saltar al contenido», without changing the address', async () => {
    const { user, path } = await openApp('/live-tv', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'TV en Vivo' });
    await user.click(screen.getByRole('link', { name: 'Saltar al contenido' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(path()).toBe('/live-tv');
  });
});

describe('the header', () => {
  it('has links to every screen, and marks the present one', async () => {
    await openApp('/live-tv', { as: 'valentina' });
    const navigation = await mainNavigation();
    expect(linksOf(navigation)).toEqual(screens);
    expect(within(navigation).getByRole('link', { current: 'page' }).textContent).toBe('TV en Vivo');
  });

  const withFilmsOnly = ({ memory }: FakeServer): void => {
    memory.channels = [];
    memory.collections = [];
    memory.videos = [makeFakeVideo({ title: 'Sola' })];
  };

  it('has links only to pages on which there is something, as the mobile menu and the footer', async () => {
    const app = await openApp('/peliculas', { as: 'valentina', prepare: withFilmsOnly });
    const kept = [
      ['Inicio', '#/'],
      ['Películas', '#/peliculas'],
    ];
    await waitFor(async () => expect(linksOf(await mainNavigation())).toEqual(kept));
    const drawer = within(await openDrawer(app));
    expect(linksOf(drawer.getByRole('navigation', { name: 'Menú' }))).toEqual(kept);
    const [explore] = within(screen.getByRole('contentinfo')).getAllByRole('list');
    expect(linksOf(explore!)).toEqual([
      ['Inicio', '#/'],
      ['VOD', '#/peliculas'],
    ]);
  });

  it('keeps its links after a reload, without a call', async () => {
    await openApp('/peliculas', { as: 'valentina', prepare: withFilmsOnly });
    await waitFor(async () => expect(linksOf(await mainNavigation())).toHaveLength(2));
    expect(restoreSession()?.user.emptyPages).toMatch(/^\/live-tv \/series .*\/colecciones$/);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toEqual({
      username: 'valentina',
      role: 'user',
      plan: 'premium',
    });
  });

  it('has all links for administrators, and says which lead to empty pages', async () => {
    const app = await openApp('/peliculas', { as: 'ada', prepare: withFilmsOnly });
    const navigation = within(await mainNavigation());
    await waitFor(() =>
      expect(navigation.getByRole('link', { name: 'Novelas' }).title).toBe('Vacía: los usuarios no la ven'),
    );
    expect(navigation.getAllByRole('link')).toHaveLength(screens.length);
    expect(navigation.getByRole('link', { name: 'Películas' }).title).toBe('');
    const drawer = within(await openDrawer(app));
    drawer.getByRole('link', { name: 'Zona Kids' });
    expect(drawer.getAllByText('Vacía')).toHaveLength(8);
  });

  it('has a link again once something is on its page', async () => {
    const { server, go } = await openApp('/peliculas', { as: 'valentina', prepare: withFilmsOnly });
    await waitFor(async () => expect(linksOf(await mainNavigation())).toHaveLength(2));
    server.memory.videos.push(makeFakeVideo({ title: 'Otra', tipo: 'novela', seasons: [] }));
    await go('/novelas');
    await within(await mainNavigation()).findByRole('link', { name: 'Novelas' });
  });

  it('shows the link «Admin» to an administrator', async () => {
    const { user, path } = await openApp('/', { as: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Admin' }));
    await screen.findByRole('navigation', { name: 'Panel de Administración' });
    expect(path()).toBe('/admin');
  });

  it('shows no link «Admin» to a viewer', async () => {
    const app = await openApp('/', { as: 'valentina' });
    await homeRow();
    await openDrawer(app);
    expect(screen.queryAllByRole('link', { name: 'Admin', hidden: true })).toEqual([]);
  });

  it('shows the first letter of the user name in upper case', async () => {
    await openApp('/', { as: 'valentina' });
    const avatar = await screen.findByRole('button', { name: 'Menú de valentina' });
    expect(avatar.textContent).toBe('V');
  });

  it('is transparent up to ten pixels of scroll, and dark beyond', async () => {
    await openApp('/', { as: 'valentina' });
    const header = await screen.findByRole('banner');
    const scrollTo = (offsetPx: number): void => {
      vi.spyOn(window, 'scrollY', 'get').mockReturnValue(offsetPx);
      fireEvent.scroll(window);
    };
    scrollTo(10);
    expect(header.classList).not.toContain('is-scrolled');
    scrollTo(11);
    expect(header.classList).toContain('is-scrolled');
    scrollTo(0);
    expect(header.classList).not.toContain('is-scrolled');
  });
});

describe('the user menu', () => {
  it('shows the user name and the plan', async () => {
    const app = await openApp('/', { as: 'gerardo' });
    await openUserMenu(app, 'gerardo');
    screen.getByText('gerardo');
    screen.getByText(/Plan GPlay/);
  });

  it('closes on a click outside and on Escape', async () => {
    const app = await openApp('/', { as: 'valentina' });
    await homeRow();
    await openUserMenu(app, 'valentina');
    await app.user.click(document.body);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await openUserMenu(app, 'valentina');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('ends the session here and on the server, forgets the device and opens the login', async () => {
    const app = await openApp('/live-tv', { as: 'valentina' });
    const menu = await openUserMenu(app, 'valentina');
    await app.user.click(within(menu).getByRole('menuitem', { name: 'Cerrar Sesión' }));
    await screen.findByRole('button', { name: 'Entrar' });
    expect(app.path()).toBe('/login');
    expect(storedItems()).toEqual([null, null, null]);
    // The page does not await the logout call, which may reach the server after the login page is shown.
    await waitFor(() => expect(app.server.memory.sessions.size).toBe(0));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['fails', 'drops the connection'])('signs out here when the server %s', async (how) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const app = await openApp('/live-tv', { as: 'valentina' });
    const menu = await openUserMenu(app, 'valentina');
    if (how === 'fails') app.server.failNext('POST /api/auth/logout', 'server.unavailable');
    else app.server.dropNext('POST /api/auth/logout');
    await app.user.click(within(menu).getByRole('menuitem', { name: 'Cerrar Sesión' }));
    await screen.findByRole('button', { name: 'Entrar' });
    expect(app.path()).toBe('/login');
    expect(storedItems()).toEqual([null, null, null]);
    // The page does not await the logout call, so the failure of that call may be logged after the login page is shown;
    // the test waits for that log entry.
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  });

  it('opens the login when the session has already expired on sign-out', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const app = await openApp('/live-tv', { as: 'valentina' });
    const menu = await openUserMenu(app, 'valentina');
    // Only the logout call fails: a failure of another call of the page would end the session before the click on
    // «Cerrar Sesión» does.
    app.server.failNext('POST /api/auth/logout', 'session.expired');
    await app.user.click(within(menu).getByRole('menuitem', { name: 'Cerrar Sesión' }));
    await screen.findByRole('button', { name: 'Entrar' });
    await waitFor(() => expect(storedItems()).toEqual([null, null, null]));
    expect(app.path()).toMatch(/^\/login/);
  });
});

describe('the mobile menu', () => {
  it('lists every screen, the user name and «Cerrar Sesión»', async () => {
    const app = await openApp('/', { as: 'ada' });
    const drawer = await openDrawer(app);
    expect(linksOf(within(drawer).getByRole('navigation'))).toEqual([...screens, ['Admin', '#/admin']]);
    within(drawer).getByText('ada');
    within(drawer).getByRole('button', { name: 'Cerrar Sesión' });
    expect(screen.getByRole('button', { name: 'Abrir menú' }).ariaExpanded).toBe('true');
  });

  it('leads to the downloads', async () => {
    const app = await openApp('/', { as: 'valentina' });
    await app.user.click(within(await openDrawer(app)).getByRole('link', { name: 'Aplicaciones' }));
    await screen.findByRole('heading', { level: 1, name: 'Aplicaciones' });
    expect(app.path()).toBe('/descargas');
  });

  it('alone leads to the test of the player', async () => {
    const app = await openApp('/', { as: 'valentina' });
    await homeRow();
    const named = { name: 'Prueba del reproductor', hidden: true };
    expect(screen.queryAllByRole('link', named)).toEqual([]);
    await app.user.click(within(await openDrawer(app)).getByRole('link', named));
    await screen.findByRole('heading', { level: 1, name: 'Prueba del reproductor' });
    expect(app.path()).toBe('/test-player');
  });

  it('closes when one of its links is followed', async () => {
    const app = await openApp('/', { as: 'valentina' });
    await app.user.click(within(await openDrawer(app)).getByRole('link', { name: 'TV en Vivo' }));
    await screen.findByRole('heading', { name: 'TV en Vivo' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.path()).toBe('/live-tv');
  });

  it('closes with its button and with a click outside its links', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const drawer = await openDrawer(app);
    await app.user.click(within(drawer).getByRole('button', { name: 'Cerrar menú' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await app.user.click(await openDrawer(app));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('signs out with «Cerrar Sesión», and opens the login', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const drawer = await openDrawer(app);
    await app.user.click(within(drawer).getByRole('button', { name: 'Cerrar Sesión' }));
    await screen.findByRole('button', { name: 'Entrar' });
    expect(app.path()).toBe('/login');
    expect(storedItems()).toEqual([null, null, null]);
  });
});

describe('the footer', () => {
  it('has its headings, its links and the present year', async () => {
    await openApp('/', { as: 'valentina' });
    const footer = within(await screen.findByRole('contentinfo'));
    await footer.findByRole('link', { name: 'Soporte' });
    expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Explorar',
      'Legal',
      'Contacto',
    ]);
    expect(footer.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Inicio',
      'TV en Vivo',
      'VOD',
      'Términos',
      'Privacidad',
      'Soporte',
    ]);
    footer.getByText(`© ${new Date().getFullYear()} Butaca`);
  });

  it('leads to the downloads', async () => {
    const { user, path } = await openApp('/', { as: 'valentina' });
    const footer = within(await screen.findByRole('contentinfo'));
    await user.click(footer.getByRole('link', { name: 'Aplicaciones' }));
    await screen.findByRole('heading', { level: 1, name: 'Aplicaciones' });
    expect([path(), document.title]).toEqual(['/descargas', 'Aplicaciones · Butaca']);
  });

  it('opens an address of the operator in another tab, and a text on a page of its own', async () => {
    const { user, path } = await openApp('/', { as: 'valentina' });
    const footer = within(await screen.findByRole('contentinfo'));
    const terms = await footer.findByRole<HTMLAnchorElement>('link', { name: 'Términos' });
    expect([terms.href, terms.target, terms.rel]).toEqual([
      'https://operador.example/terminos',
      '_blank',
      'noopener noreferrer',
    ]);
    await user.click(footer.getByRole('link', { name: 'Privacidad' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacidad' });
    expect(path()).toBe('/privacidad');
    await screen.findByText('Nada sale de este servidor.');
  });

  it('keeps «Legal» and «Contacto» where nothing is written, with links to pages that say so', async () => {
    const { user, path } = await openApp('/', {
      as: 'valentina',
      prepare: ({ memory }) => {
        for (const target of Object.values(memory.settings.footer))
          Object.assign(target, { address: '', text: '' });
      },
    });
    const footer = within(await screen.findByRole('contentinfo'));
    await footer.findByRole('heading', { name: 'Legal' });
    expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Explorar',
      'Legal',
      'Contacto',
    ]);
    expect(footer.getAllByRole('listitem')).toHaveLength(6);
    await user.click(footer.getByRole('link', { name: 'Términos' }));
    await screen.findByRole('heading', { name: 'Los términos de uso no están escritos todavía.' });
    expect(path()).toBe('/terminos');
  });
});
