import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { driveMedia } from '../../../../test/driven-media.ts';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

const info = 'GET /api/enrichment/:itemType/:itemId/info' as const;
const recommendations = 'GET /api/enrichment/:itemType/:itemId/recommendations' as const;
const infoFailure = 'Error cargando información adicional';
const recommendationsFailure = 'Error cargando recomendaciones';

afterEach(() => vi.unstubAllGlobals());

interface Opening {
  id?: string;
  as?: string;
  prepare?: (server: FakeServer) => void;
}

/**
 * Opens the watch page of a film. When the function returns, the page has not requested the enrichment (information,
 * theme, recommendations) yet.
 */
async function openFilm({
  id = 'el-faro-de-nuble',
  as = 'valentina',
  prepare,
}: Opening = {}): Promise<OpenedApp> {
  const app = await openApp('/', {
    as,
    prepare: (server) => {
      const { videos } = server.memory;
      if (!videos.some(({ _id }) => _id === id)) {
        videos.push(makeFakeVideo({ _id: id, title: `Título ${id}`, genres: ['Drama'] }));
      }
      for (const video of videos) if (video.url !== null) video.streamKind = 'file';
      server.memory.enrichment = 'gemini';
      prepare?.(server);
    },
  });
  await app.go(`/watch/movie/${id}`);
  await screen.findByRole('heading', {
    level: 1,
    name: app.server.memory.videos.find(({ _id }) => _id === id)!.title,
  });
  return app;
}

/**
 * Scrolls the watch page down by 400 px, which makes the page load the information and recommendations below the video.
 */
function scrollDown(): void {
  vi.stubGlobal('scrollY', 400);
  fireEvent.scroll(document);
}

async function read(opening: Opening = {}): Promise<OpenedApp> {
  const app = await openFilm(opening);
  scrollDown();
  return app;
}

const asked = ({ calls }: OpenedApp) => calls().filter((call) => call.startsWith('GET /api/enrichment/'));
const page = () => document.querySelector<HTMLElement>('.watch')!;
const tab = (name: string) => screen.findByRole('tab', { name });
const panel = (name: string) => screen.findByRole('tabpanel', { name });
const recs = () => screen.findByRole('complementary', { name: 'Recomendaciones' });

describe('the enrichment of a watch page', () => {
  it('is not requested before the video plays', async () => {
    // The page waits six seconds for a video that does not start. Here it waits for ever, because a slow machine may
    // take longer than that before the video plays.
    const realSetTimeout = globalThis.setTimeout;
    const setTimer = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run, ms, ...values) =>
        realSetTimeout(run, ms === 6_000 ? 2 ** 31 - 1 : ms, ...values),
      );
    onTestFinished(() => setTimer.mockRestore());
    const app = await openFilm();
    const media = await driveMedia(6_000);
    expect(asked(app)).toEqual([]);
    expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 6_000);
    setTimer.mockClear();
    await media.playTo(2_403);
    // Once the video plays, the page waits 1.5 s before it loads the information and recommendations.
    expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 1_500);
    await screen.findByRole('tab', { name: 'Información' });
    expect(asked(app)).toHaveLength(3);
  });

  it('is requested in three calls when the person scrolls down', async () => {
    const app = await read();
    await tab('Información');
    await recs();
    expect(asked(app).toSorted()).toEqual([
      'GET /api/enrichment/movie/el-faro-de-nuble/info',
      'GET /api/enrichment/movie/el-faro-de-nuble/recommendations',
      'GET /api/enrichment/movie/el-faro-de-nuble/theme',
    ]);
  });

  it('leaves the rest of the page intact when all three calls fail', async () => {
    await read({ id: 'sin-ia' });
    await screen.findByText(infoFailure);
    await screen.findByText(recommendationsFailure);
    screen.getByRole('heading', { level: 1, name: 'Título sin-ia' });
    screen.getByRole('heading', { name: 'Descripción' });
    screen.getByRole('region', { name: 'Reproductor' });
    expect(screen.getAllByRole('button', { name: 'Reintentar' }).length).toBeGreaterThanOrEqual(2);
    expect(page().dataset['theme']).toBeUndefined();
  });

  it('shows script and markup as plain text', async () => {
    const { user } = await read({ id: 'ia-hostil' });
    const said = /<script>alert\(1\)<\/script>/;
    expect(within(await panel('Información')).getAllByText(said).length).toBeGreaterThan(2);
    for (const name of ['Curiosidades', 'Producción']) {
      await user.click(await tab(name));
      expect(within(await panel(name)).getAllByText(said).length).toBeGreaterThan(0);
    }
    const list = await recs();
    expect(within(list).getAllByText(said).length).toBeGreaterThan(1);
    for (const part of [await panel('Producción'), list])
      expect(part.querySelector('script, strong, em, [href^="javascript"]')).toBeNull();
  });
});

describe('the information panel', () => {
  it('shows the information in three tabs, marked as generated by AI', async () => {
    const { user } = await read();
    const general = within(await panel('Información'));
    expect(general.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Director',
      'Reparto',
      'Premios',
      'Banda sonora',
      'Impacto cultural',
    ]);
    general.getByText('Marina Cuevas');
    within(screen.getByRole('complementary', { name: 'Información adicional' })).getByText('Generado por IA');

    await user.click(await tab('Curiosidades'));
    expect(within(await panel('Curiosidades')).getAllByRole('listitem')).toHaveLength(2);

    await user.click(await tab('Producción'));
    const production = within(await panel('Producción'));
    production.getByText('2 millones de espectadores');
    // «Presupuesto» (the budget) is unknown for this film, so the «Producción» tab has no line for it.
    expect(production.queryByText('Presupuesto')).toBeNull();
    expect(screen.queryByText('No disponible')).toBeNull();
  });

  it('has no AI mark when the information comes from the catalogue', async () => {
    await read({
      prepare: ({ memory }) => {
        memory.enrichment = 'fallback';
      },
    });
    await panel('Información');
    await within(await recs()).findAllByRole('link');
    expect(screen.queryByText('Generado por IA')).toBeNull();
  });

  it('is one Tab stop: ←, →, Home and End choose a tab, and ↑ is left to the page', async () => {
    const { user } = await read();
    (await tab('Información')).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(await tab('Curiosidades'));
    await panel('Curiosidades');
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(await tab('Producción'));
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })).toBe(true);
    await user.keyboard('{Home}');
    expect((await tab('Información')).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(await panel('Información'));
  });

  it('scrolls a text longer than the window with ↓ and ↑, then leaves these keys to the page', async () => {
    const scrolled = vi.fn();
    vi.stubGlobal('scrollBy', scrolled);
    await read();
    const text = await panel('Información');
    const stands = (top: number, bottom: number) =>
      Object.assign(text, { getBoundingClientRect: () => new DOMRect(0, top, 100, bottom - top) });
    stands(100, innerHeight + 400);
    expect(fireEvent.keyDown(text, { key: 'ArrowDown' })).toBe(false);
    expect(scrolled).toHaveBeenLastCalledWith({ top: innerHeight * 0.6 });
    stands(-300, innerHeight);
    expect(fireEvent.keyDown(text, { key: 'ArrowUp' })).toBe(false);
    expect(scrolled).toHaveBeenLastCalledWith({ top: -innerHeight * 0.6 });
    stands(100, innerHeight - 100);
    fireEvent.keyDown(text, { key: 'ArrowDown' });
    fireEvent.keyDown(text, { key: 'ArrowUp' });
    fireEvent.keyDown(text, { key: 'ArrowDown', altKey: true });
    expect(scrolled).toHaveBeenCalledTimes(2);
  });

  it('has no tab, block or sentence where nothing is known', async () => {
    const app = await read({ id: 'ia-vacia' });
    await waitFor(() => expect(asked(app)).toHaveLength(3));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByText(/todavía no hay|no disponible|generado por/i)).toBeNull();
  });

  it('has only the tabs that have a fact, and no strip for one of them', async () => {
    await read({ id: 'ia-un-dato' });
    const complementary = await screen.findByRole('complementary', { name: 'Información adicional' });
    await within(complementary).findByText('Marina Cuevas');
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('shows that it is loading while the recommendations are already there', async () => {
    let release = (): void => undefined;
    await read({
      prepare: (server) => {
        ({ release } = server.holdNext(info));
      },
    });
    await within(await recs()).findAllByRole('link');
    screen.getByText('Cargando información adicional...');
    expect(screen.queryByRole('tab')).toBeNull();
    release();
    await panel('Información');
    expect(screen.queryByText('Cargando información adicional...')).toBeNull();
  });

  it('shows «Reintentar» when only its call fails, and has the focus after a successful retry', async () => {
    const { user } = await read({ prepare: (server) => server.failNext(info, 'video.not_found') });
    const failed = await screen.findByText(infoFailure);
    await within(await recs()).findAllByRole('link');
    await waitFor(() => expect(page().dataset['theme']).toBe('glow'));
    await user.click(within(failed.parentElement!).getByRole('button', { name: 'Reintentar' }));
    await panel('Información');
    expect(screen.queryByText(infoFailure)).toBeNull();
    expect(document.activeElement).toBe(await tab('Información'));
  });

  it('gives the focus back to «Reintentar» when the retry fails too', async () => {
    const { user, calls } = await read({ id: 'sin-informacion' });
    const failed = await screen.findByText(infoFailure);
    const askedOnce = calls().filter((call) => call.endsWith('/info')).length;
    await user.click(within(failed.parentElement!).getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Reintentar'));
    expect(calls().filter((call) => call.endsWith('/info')).length).toBeGreaterThan(askedOnce);
  });

  it('does not delay the content below it during a retry', async () => {
    const { user, server } = await read({ prepare: (fake) => fake.failNext(info, 'video.not_found') });
    const complementary = await screen.findByRole('complementary', { name: 'Información adicional' });
    const failed = await screen.findByText(infoFailure);
    const { release } = server.holdNext(info);
    await user.click(within(failed.parentElement!).getByRole('button', { name: 'Reintentar' }));
    expect(complementary.getAttribute('aria-busy')).toBe('true');
    expect(complementary.dataset['new']).toBeUndefined();
    // The information panel itself holds the focus until the retried call is answered.
    expect(document.activeElement).toBe(complementary);
    release();
    await panel('Información');
    expect(complementary.hasAttribute('tabindex')).toBe(false);
  });

  it('delays the content below it during the first load', async () => {
    let release = (): void => undefined;
    await read({
      prepare: (server) => {
        ({ release } = server.holdNext(info));
      },
    });
    const complementary = await screen.findByRole('complementary', { name: 'Información adicional' });
    expect(complementary.dataset['new']).toBe('true');
    release();
    await panel('Información');
    expect(complementary.dataset['new']).toBeUndefined();
  });

  it('leaves the focus to the page when text of the recommendations is clicked', async () => {
    const { user } = await read();
    await panel('Información');
    await user.click(within(await recs()).getByRole('heading', { name: 'Recomendaciones' }));
    expect(document.activeElement?.matches('body, main')).toBe(true);
  });
});

describe('the recommendations of a watch page', () => {
  it('show reason and degree of similarity, and poster and link of a title in the catalogue', async () => {
    await read();
    const list = await recs();
    const links = await within(list).findAllByRole('link');
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
    expect(links).toHaveLength(5);
    within(list).getByText('Generado por IA');
    expect(
      within(list)
        .getAllByRole('term')
        .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`),
    ).toEqual(['Tono: Melancólico', 'Géneros: Drama', 'Temas: Familia, Memoria']);

    expect(links[0]!.querySelector('img')?.getAttribute('src')).toContain('/api/images/video/');
    within(links[0]!).getByText('Comparte género con El faro de Ñuble.');
    within(links[0]!).getByText(/Similitud alta$/);
    expect(links[0]!.querySelector('.similar--alta')).not.toBeNull();
    within(links[1]!).getByText(/Similitud media$/);
    expect(links[1]!.querySelector('.similar--media')).not.toBeNull();
    expect(links[2]!.textContent).not.toContain('Similitud');
    expect(links[2]!.querySelector('.similar')?.className).toBe('similar');

    const plain = within(list).getByText('Un título que no está en el catálogo');
    expect(plain.closest('a')).toBeNull();
    within(list).getByText('No está en el catálogo');
  });

  it('mark as generated by AI only those that a model wrote, when not all are', async () => {
    await read({ id: 'ia-a-medias' });
    const list = await recs();
    const rows = await within(list).findAllByRole('listitem');
    const isMarked = (row: HTMLElement): boolean => row.textContent.includes('Generado por IA');
    expect(rows.map(isMarked)).toEqual([true, false, false, false, false, true]);
    // Three texts are marked as generated by AI: two recommendations, and the section on what the recommended titles
    // have in common.
    expect(within(list).getAllByText('Generado por')).toHaveLength(3);
    expect(within(list).queryByText('Generado por IA')).toBeNull();
  });

  it('open after the server has answered for the title, and lead back to this watch page', async () => {
    const { user, calls, path } = await read();
    const [link] = await within(await recs()).findAllByRole('link');
    const to = link!.getAttribute('href')!.replace(/^.*#/, '');
    await user.click(link!);
    await waitFor(() => expect(path()).toBe(to));
    expect(calls().some((call) => call.startsWith(`GET /api/videos/${to.split('/').at(-1)}`))).toBe(true);
    expect(history.state).toMatchObject({ usr: { from: '/watch/movie/el-faro-de-nuble' } });
  });

  it('show the required plan in a dialog when the person’s plan does not open one', async () => {
    const { user, path } = await read({
      id: 'base-unica',
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.videos.find(({ _id }) => _id === 'base-unica')!.genres = ['Único'];
        memory.videos.push(makeFakeVideo({ title: 'Cerrada', genres: ['Único'], requiresPlan: ['premium'] }));
      },
    });
    const list = await recs();
    const link = await within(list).findByRole('link', { name: /^Cerrada/ });
    within(link).getByText(/Tu plan no lo incluye/);
    await user.click(link);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Premium');
    expect(path()).toBe('/watch/movie/base-unica');
  });

  it('show «Reintentar» when only their call fails, and load with it', async () => {
    const { user } = await read({ prepare: (server) => server.failNext(recommendations, 'video.not_found') });
    await panel('Información');
    const failed = await screen.findByText(recommendationsFailure);
    await user.click(within(failed.parentElement!).getByRole('button', { name: 'Reintentar' }));
    await within(await recs()).findAllByRole('link');
    expect(screen.queryByText(recommendationsFailure)).toBeNull();
  });
});

describe('the theme of a watch page', () => {
  it('sets the colours of the page, and is removed when another title opens', async () => {
    const { go } = await read();
    await waitFor(() => expect(page().style.getPropertyValue('--theme-primary')).toBe('#ffb454'));
    await go('/watch/movie/el-faro-del-sur');
    await screen.findByRole('heading', { level: 1, name: 'El faro del Sur' });
    expect(page().style.getPropertyValue('--theme-primary')).toBe('');
  });

  it('shows no error when it cannot be loaded, and the page keeps its own colours', async () => {
    await read({ id: 'sin-tema' });
    await panel('Información');
    await within(await recs()).findAllByRole('link');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page().dataset['theme']).toBeUndefined();
  });
});

it('general statements about genre and decade stand behind one line, each under its heading', async () => {
  const app = await read({ id: 'ia-del-genero' });
  const line = await screen.findByRole('button', {
    name: 'Del género ciencia ficción · De antes de los años noventa',
  });
  expect(screen.queryByRole('tab')).toBeNull();
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('heading', { name: 'Del género ciencia ficción' })).toBeNull();
  await app.user.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
  const statementsUnder = (name: string) =>
    within(screen.getByRole('heading', { name, level: 3 }).parentElement!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(statementsUnder('Del género ciencia ficción')).toEqual([
    'Imagina el futuro.',
    'Los sintetizadores comparten la música del género.',
  ]);
  expect(statementsUnder('De antes de los años noventa')).toEqual([
    'Casi todo se rodaba en película fotográfica.',
    'Las copias viajaban en latas.',
  ]);
  screen.getByText('Película de 1927.');
});

it('the watch page of a channel says what is known of it, and keeps its own colours', async () => {
  const app = await openApp('/live-tv', { as: 'valentina' });
  const [channel, other] = app.server.memory.channels;
  await app.go(`/watch/channel/${channel!._id}`);
  await screen.findByRole('heading', { level: 1, name: channel!.name });
  scrollDown();
  const said = await screen.findByRole('complementary', { name: 'Información adicional' });
  await within(said).findByText(`${channel!.name} emite en vivo en la categoría ${channel!.section}.`);
  expect(page().dataset['theme']).toBeUndefined();
  expect(screen.queryByRole('complementary', { name: 'Recomendaciones' })).toBeNull();
  expect(asked(app)).toEqual([`GET /api/enrichment/channel/${channel!._id}/info`]);
  await app.go(`/watch/channel/${other!._id}`);
  await screen.findByText(`${other!.name} emite en vivo en la categoría ${other!.section}.`);
});
