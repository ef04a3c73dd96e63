import type { FakeServer } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { driveMedia } from '../../../../test/driven-media.ts';
import { addProgrammes } from '../../../../test/add-programmes.ts';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

const magnifier = () => screen.findByRole('link', { name: 'Buscar' });
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Buscar en Butaca' });
const results = () => screen.findByRole('listbox', { name: 'Resultados' });
const option = (name: RegExp | string) => screen.findByRole('option', { name });
const searches = ({ calls }: OpenedApp) => calls().filter((call) => call.startsWith('GET /api/search?'));
const groupsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('group')
    .map((group) => [
      document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
      ...within(group)
        .getAllByRole('option')
        .map((each) => each.getAttribute('aria-label')),
    ]);
const active = async () => {
  const id = (await field()).getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.getAttribute('aria-label');
};
const recent = () =>
  screen
    .queryAllByRole('button', { name: /^Quitar «.*» de las búsquedas recientes$/ })
    .map((button) => /«(.*)»/.exec(button.ariaLabel ?? '')?.[1]);

/**
 * Opens the search; the field gets the focus.
 *
 * @param given.from - the screen from which the magnifier opens it; without it the search is the first screen
 */
async function openSearch(
  given: { as?: string; from?: string; prepare?: (server: FakeServer) => void } = {},
): Promise<OpenedApp> {
  const { as = 'valentina', from, prepare } = given;
  const app = await openApp(from ?? '/buscar', { as, ...(prepare !== undefined && { prepare }) });
  if (from !== undefined) await app.user.click(await magnifier());
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  return app;
}

const clocksId = 'la-casa-de-los-relojes';

/**
 * Gives the last chapter of a fake series with two seasons a title, and makes it a file, which jsdom can open. The person
 * watched the first season last.
 */
function nameLastChapter({ videos }: FakeServer['memory'], title: string): { _id: string } {
  const chapter = videos
    .find(({ _id }) => _id === clocksId)
    ?.seasons.at(-1)
    ?.chapters.at(-1);
  if (chapter === undefined) throw new Error('the fake server has no such series');
  return Object.assign(chapter, { title, streamKind: 'file' as const });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('opening the search', () => {
  it('works with the magnifier, and Escape returns to the screen before', async () => {
    const { user, path } = await openSearch({ from: '/live-tv?categoria=Cine' });
    expect(path()).toBe('/buscar');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(path()).toBe('/live-tv?categoria=Cine'));
  });

  it.each(['/', '{Control>}k{/Control}', '{Meta>}K{/Meta}'])('works with %s from any page', async (keys) => {
    const { user, path } = await openApp('/live-tv', { as: 'valentina' });
    const link = await screen.findByRole('link', { name: /^Musa/ });
    link.focus();
    await user.keyboard(keys);
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    expect((await field()).value).toBe('');
    expect(path()).toBe('/buscar');
  });

  it('does not work with / inside a text field, but does with Ctrl+K', async () => {
    const { user } = await openApp('/live-tv', { as: 'valentina' });
    const other = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar canal' });
    await user.type(other, '24/7');
    expect(other.value).toBe('24/7');
    expect(screen.queryByRole('combobox', { name: 'Buscar en Butaca' })).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await field();
  });

  it('does nothing while a dialog covers the page', async () => {
    const { user, path } = await openApp('/live-tv', { as: 'valentina' });
    await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
    await screen.findByRole('dialog', { name: 'Menú' });
    await user.keyboard('/');
    await user.keyboard('{Control>}k{/Control}');
    expect(path()).toBe('/live-tv');
  });

  it('returns to the field on / when the search is open', async () => {
    const { user } = await openSearch();
    await user.tab();
    expect(document.activeElement).not.toBe(await field());
    await user.keyboard('/');
    expect(document.activeElement).toBe(await field());
    expect((await field()).value).toBe('');
  });

  it('works from the mobile menu, which closes', async () => {
    const { user } = await openApp('/live-tv', { as: 'valentina' });
    await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menú' });
    await user.click(within(drawer).getByRole('link', { name: 'Buscar' }));
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    expect(screen.queryByRole('dialog', { name: 'Menú' })).toBeNull();
  });

  it.each(['/', '/login', '/live-tv'])('is not offered to visitors on %s', async (path) => {
    const { user } = await openApp(path);
    await screen.findByRole('main');
    document.body.focus();
    await user.keyboard('/');
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('link', { name: 'Buscar' })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the address of the search', () => {
  it('holds the text', async () => {
    const { user, path } = await openSearch();
    await user.keyboard('orbita');
    await option(/^Órbita, Canal/);
    expect(path()).toBe('/buscar?q=orbita');
  });

  it('shows the same results when it is shared or reloaded', async () => {
    const shared = await openApp('/buscar?q=quetzal', { as: 'gerardo' });
    await option(/^Quetzal/);
    expect((await field()).value).toBe('quetzal');
    expect(searches(shared)).toEqual(['GET /api/search?q=quetzal']);
  });

  it('leads a visitor to the login', async () => {
    const { path } = await openApp('/buscar?q=quetzal');
    await waitFor(() => expect(path()).toMatch(/^\/login/));
  });

  it('is emptied by Escape before the search is left', async () => {
    const { user, path } = await openSearch();
    await user.keyboard('orbita{Escape}');
    expect((await field()).value).toBe('');
    await waitFor(() => expect(path().replace(/\?$/, '')).toBe('/buscar'));
  });
});

describe('the search before anything is typed', () => {
  it('shows what most people watch, as cards that open', async () => {
    const { user, path } = await openSearch();
    const popular = await screen.findByRole('region', { name: 'Lo más visto' });
    const [first] = within(popular).getAllByRole('link');
    await user.click(first ?? popular);
    await waitFor(() => expect(path()).toMatch(/^\/watch\//));
  });

  it('shows the newest titles when nobody has watched any', async () => {
    await openSearch({
      prepare: ({ memory }) => {
        memory.progress = [];
      },
    });
    await screen.findByRole('region', { name: 'Recién agregados' });
  });
});

describe('the results of the search', () => {
  it('are grouped by kind with type and year, ignore accents, and are marked and counted', async () => {
    const app = await openSearch();
    await app.user.paste('luna');
    const list = await results();
    expect(groupsOf(list)).toEqual([
      ['Películas', '¿Quién apagó la luna?, Película · 2010'],
      ['Zona Kids', 'Cuentos de la luna, Zona Kids · 2002'],
    ]);
    expect(list.querySelector('mark')?.textContent).toBe('luna');
    await screen.findByText('2 resultados');
    expect(searches(app)).toEqual(['GET /api/search?q=luna']);
    expect((await field()).getAttribute('aria-expanded')).toBe('true');
    expect((await field()).getAttribute('aria-controls')).toBe(list.id);
  });

  it('for «accion» include «Acción», matches in the title before those in the description', async () => {
    const prepare = ({ memory }: FakeServer): void => {
      const [video] = memory.videos;
      if (video !== undefined) {
        memory.videos.push({
          ...video,
          _id: 'otra',
          title: 'Otra cosa',
          tipo: 'pelicula',
          description: 'Una tarde larga en la que no pasa casi nada hasta que llega la Acción de verdad.',
        });
      }
    };
    const { user } = await openSearch({ prepare });
    await user.keyboard('accion');
    const markOf = (option: HTMLElement | undefined) => option?.querySelector('mark')?.textContent;
    // On a busy machine the results of «accio» may be there first.
    await waitFor(async () => {
      expect(markOf(within(await results()).getAllByRole('option')[0])).toBe('Acción');
    });
    const [first, second] = within(await results()).getAllByRole('option');
    expect(first?.textContent).toContain('Acción en Bogotá');
    expect(second?.textContent).toContain('Otra cosa');
    expect(second?.textContent).toContain('…');
    expect(second?.querySelector('mark')?.textContent).toBe('Acción');
  });

  it('show channels with their section, and mark what the plan locks', async () => {
    const { user } = await openSearch({ as: 'gerardo' });
    await user.keyboard('liga');
    await option('Liga Sur, Canal · Deportes, Tu plan no lo incluye');
  });

  it('have addresses that another tab can open', async () => {
    const { user } = await openSearch();
    await user.keyboard('orbita');
    expect((await option(/^Órbita, Canal/)).getAttribute('href')).toBe('#/watch/channel/orbita');
    expect((await option(/^Órbita baja/)).getAttribute('href')).toBe('#/watch/serie/orbita-baja');
  });

  it('forgive one slip, and say with what was found', async () => {
    const { user } = await openSearch();
    await user.keyboard('quezal');
    await option(/^Quetzal/);
    await screen.findByText('No hay nada con «quezal». Esto es lo que hay con «quetzal».');
    expect((await results()).querySelector('mark')?.textContent).toBe('Quetzal');
  });

  it('include the titles of a genre, which they name, and the chapters of a series', async () => {
    const { user } = await openSearch({
      prepare: ({ memory }) => {
        const series = memory.videos.find(({ title }) => title === 'Órbita baja');
        const [chapter] = series?.seasons[0]?.chapters ?? [];
        if (chapter !== undefined) chapter.title = 'La esclusa';
      },
    });
    await user.keyboard('terror');
    await option(/^Noche de muertos, Película · \d+ · Terror/);
    await user.clear(await field());
    await user.keyboard('esclusa');
    const chapter = await option(/^La esclusa, Órbita baja · T1 · E1/);
    expect(chapter.getAttribute('href')).toBe('#/watch/serie/orbita-baja');
  });

  it('say that nothing was found, and where else to look', async () => {
    const { user, path } = await openSearch();
    await user.keyboard('curling');
    await screen.findByRole('heading', { name: 'Sin resultados para «curling»' });
    await user.click(screen.getByRole('link', { name: 'Ver series' }));
    await waitFor(() => expect(path()).toBe('/series'));
  });

  it('are not requested for a term without letters or digits', async () => {
    const app = await openSearch();
    await app.user.keyboard('   ¿¡');
    await app.user.clear(await field());
    await app.user.paste('musa');
    await option(/^Musa/);
    expect(searches(app)).toEqual(['GET /api/search?q=musa']);
  });

  it('of a pasted text are those of its part that the server accepts', async () => {
    const app = await openSearch();
    await app.user.paste('x'.repeat(10_000));
    await screen.findByRole('heading', { name: /^Sin resultados/ });
    expect(searches(app)).toEqual([`GET /api/search?q=${'x'.repeat(100)}`]);
  });
});

describe('moving through the results', () => {
  it('begins at the first result, and goes up and down across the groups', async () => {
    const { user } = await openSearch();
    await user.keyboard('orbita');
    await results();
    await waitFor(async () => expect(await active()).toMatch(/^Órbita, Canal/));
    await user.keyboard('{ArrowDown}');
    expect(await active()).toMatch(/^Órbita baja/);
    expect((await option(/^Órbita baja/)).ariaSelected).toBe('true');
    await user.keyboard('{ArrowDown}');
    expect(await active()).toMatch(/^Órbita baja/);
    await user.keyboard('{ArrowUp}');
    expect(await active()).toMatch(/^Órbita, Canal/);
    expect(document.activeElement).toBe(await field());
  });

  it('opens the first result with Enter, also when it has not arrived yet', async () => {
    const { user, path } = await openSearch();
    await user.keyboard('quetzal{Enter}');
    await waitFor(() => expect(path()).toBe('/watch/channel/quetzal'));
  });

  it('opens a series with Enter once the server has allowed it, and returns to the search', async () => {
    const app = await openSearch();
    await app.user.keyboard('orbita');
    await waitFor(async () => expect(await active()).toMatch(/^Órbita, Canal/));
    await app.user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(app.path()).toBe('/watch/serie/orbita-baja'));
    expect(app.calls().some((call) => call.startsWith('GET /api/videos/orbita-baja'))).toBe(true);
    await screen.findByRole('heading', { name: 'Órbita baja' });
    // jsdom plays no video, so the player shows a failure with a second «Volver» button; the test presses the first
    // one, which is in the header of the watch page.
    const [back] = screen.getAllByRole('button', { name: 'Volver' });
    await app.user.click(back ?? document.body);
    await waitFor(() => expect(app.path()).toBe('/buscar?q=orbita'));
    await option(/^Órbita baja/);
    expect((await field()).value).toBe('orbita');
  });

  it('opens a series at the chapter that was found, where the person left it, once the server allows it', async () => {
    const app = await openSearch({
      prepare: ({ memory }) => {
        const chapter = nameLastChapter(memory, 'La esclusa');
        memory.chapterPositions.set(`valentina ${chapter._id}`, { lastTime: 321, progress: 0.2 });
      },
    });
    await app.user.keyboard('esclusa');
    await option(/^La esclusa, La casa de los relojes · T2 · E3/);
    await app.user.keyboard('{Enter}');
    await screen.findByText('T2 E3: La esclusa');
    expect(app.calls().some((call) => call.startsWith('GET /api/videos/la-casa-de-los-relojes'))).toBe(true);
    expect((await driveMedia(1_425)).positionSeconds()).toBe(321);
  });

  it('opens a locked series at the chapter that was found, with the daily trial', async () => {
    const { user, path } = await openSearch({
      as: 'gerardo',
      prepare: ({ memory }) => {
        nameLastChapter(memory, 'La esclusa');
        for (const video of memory.videos) if (video._id === clocksId) video.requiresPlan = ['premium'];
      },
    });
    await user.keyboard('esclusa');
    await user.click(await option(/^La esclusa, La casa de los relojes/));
    await user.click(await screen.findByRole('button', { name: 'Usar Prueba Gratuita' }));
    await waitFor(() => expect(path()).toBe(`/watch/serie/${clocksId}`));
    await screen.findByText('T2 E3: La esclusa');
  });

  it('opens a channel with a click', async () => {
    const { user, path } = await openSearch();
    await user.keyboard('musa');
    await user.click(await option(/^Musa/));
    await waitFor(() => expect(path()).toBe('/watch/channel/musa'));
  });

  it('shows which plans open a locked film, and keeps the search open behind the dialog', async () => {
    const { user, path } = await openSearch({ as: 'gerardo' });
    await user.keyboard('solo para premium');
    await user.click(await option(/^Solo para premium/));
    const denial = await screen.findByRole('dialog', { name: 'Contenido Premium' });
    await user.click(within(denial).getByRole('button', { name: 'Entendido' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contenido Premium' })).toBeNull());
    expect((await field()).value).toBe('solo para premium');
    expect(path()).toBe('/buscar?q=solo+para+premium');
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    await user.clear(await field());
    expect(recent()).toEqual(['solo para premium']);
  });
});

describe('a slow or failed search', () => {
  it('never lets a late answer replace a newer one', async () => {
    let held = { release: (): void => undefined };
    const app = await openSearch({
      prepare: (server) => {
        held = server.holdNext('GET /api/search');
      },
    });
    await app.user.paste('musa');
    await app.user.keyboard('{Enter}');
    await waitFor(() => expect(searches(app)).toHaveLength(1));
    await app.user.clear(await field());
    // A term that is typed letter by letter would be searched after each of them on a slow machine.
    await app.user.paste('quetzal');
    await option(/^Quetzal/);
    held.release();
    // The late answer to the search «musa» was released just before; once this later call is answered, that answer has
    // arrived too.
    await fetch('/api/search?q=faro');
    expect(within(await results()).getAllByRole('option')).toHaveLength(1);
    await option(/^Quetzal/);
  });

  it('keeps the previous results until the next answer arrives, and says so', async () => {
    const app = await openSearch();
    await app.user.paste('orbita');
    await option(/^Órbita, Canal/);
    const held = app.server.holdNext('GET /api/search');
    await app.user.paste(' baja');
    await waitFor(() => expect(searches(app)).toHaveLength(2));
    expect((await results()).getAttribute('aria-busy')).toBe('true');
    await option(/^Órbita, Canal/);
    held.release();
    await screen.findByText('1 resultado');
    expect(screen.queryByRole('option', { name: /^Órbita, Canal/ })).toBeNull();
  });

  it('shows the server’s sentence, and searches again on retry', async () => {
    const app = await openSearch();
    app.server.failNext('GET /api/search', 'server.unexpected');
    await app.user.paste('musa');
    const alert = await screen.findByRole('alert');
    await app.user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await option(/^Musa/);
    expect(searches(app)).toHaveLength(2);
  });

  it('says that there is no connection, and continues by itself when it is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const app = await openSearch();
    // These are the attempts of one search: letters that are typed one by one may start several.
    for (let attempt = 0; attempt < 3; attempt += 1) app.server.dropNext('GET /api/search');
    await app.user.paste('musa');
    await screen.findByRole('heading', { name: 'No hay conexión.' });
    onLine.mockReturnValue(true);
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await option(/^Musa/);
  });
});

describe('the list of recent searches', () => {
  const stored = JSON.stringify(['luna', 'musa', 'faro']);
  const keep = () => localStorage.setItem('recentSearches:valentina', stored);

  it('holds the terms whose results were opened, newest first', async () => {
    const { user, path, go } = await openSearch({ prepare: keep });
    await user.keyboard('Quetzal');
    await user.click(await option(/^Quetzal/));
    await waitFor(() => expect(path()).toBe('/watch/channel/quetzal'));
    await go('/buscar');
    await field();
    expect(recent()).toEqual(['Quetzal', 'luna', 'musa', 'faro']);
  });

  it('searches again for a term that is pressed', async () => {
    const { user } = await openSearch({ prepare: keep });
    await user.click(screen.getByRole('button', { name: 'musa' }));
    await option(/^Musa/);
    expect((await field()).value).toBe('musa');
    expect(document.activeElement).toBe(await field());
    await user.clear(await field());
    expect(recent()).toEqual(['musa', 'luna', 'faro']);
  });

  it('removes terms one by one, moving the focus to the next, or all together', async () => {
    const { user } = await openSearch({ prepare: keep });
    const remove = (term: string) =>
      screen.getByRole('button', { name: `Quitar «${term}» de las búsquedas recientes` });
    await user.click(remove('musa'));
    expect(recent()).toEqual(['luna', 'faro']);
    expect(document.activeElement).toBe(remove('faro'));
    await user.click(screen.getByRole('button', { name: 'Borrar búsquedas recientes' }));
    expect(recent()).toEqual([]);
    expect(document.activeElement).toBe(await field());
    expect(localStorage.getItem('recentSearches:valentina')).toBe('[]');
  });

  it('belongs to one person', async () => {
    await openSearch({ as: 'gerardo', prepare: keep });
    await screen.findByText('Escribe un título, un género, un capítulo o el nombre de un canal.');
    expect(recent()).toEqual([]);
  });
});

it('finds programmes «En la tele», and opens their sheet', async () => {
  const { user } = await openSearch({
    prepare: (server) => addProgrammes(server, 'musa', [['Concierto de invierno', -10, 50]]),
  });
  await user.type(await field(), 'concierto de inv');
  await option('Concierto de invierno, Ahora · Musa');
  expect(groupsOf(await results()).at(-1)?.[0]).toBe('En la tele');
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Concierto de invierno' }));
  expect(dialog.getByRole('link', { name: 'Ver' }).getAttribute('href')).toBe('#/watch/channel/musa');
});
