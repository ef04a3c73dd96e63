import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { readCards, watchPath } from '../../shared/card/card.ts';

const heading = (name: string) => screen.findByRole('heading', { name });
const filmId = 'acción-en-bogota';

/** Opens a series of the fake server that has a chapter without a title and a chapter without a URL. */
async function openSeries(state?: object) {
  const app = await openApp('/series', { as: 'ada' });
  const series = app.server.memory.videos.find(({ seasons }) =>
    seasons.some(({ chapters }) => chapters.some(({ url }) => url === null)),
  );
  if (series === undefined) throw new Error('the fake server has no such series');
  await app.go(`/watch/serie/${series._id}`, state);
  await heading(series.title);
  return { ...app, series };
}

/** The image behind the head of the watch page. */
const ground = () => document.querySelector<HTMLImageElement>('.watch__ground');

describe('the watch page of a film', () => {
  it('has the film’s backdrop as its background, else its poster, else the product’s own image', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const films = app.server.memory.videos.filter(({ tipo, url }) => tipo === 'pelicula' && url !== null);
    const [first, second, third] = films;
    Object.assign(first ?? {}, {
      backdrop: '/api/images/backdrop/uno/1280',
      thumbnail: '/api/images/video/uno/640',
    });
    Object.assign(second ?? {}, { backdrop: null, thumbnail: '/api/images/video/dos/640' });
    Object.assign(third ?? {}, { backdrop: null, thumbnail: null });
    for (const [film, src] of [
      [first, '/api/images/backdrop/uno/1280'],
      [second, '/api/images/video/dos/640'],
      [third, '/sala-960.webp'],
    ] as const) {
      await app.go(`/watch/movie/${film?._id}`);
      await screen.findByRole('heading', { name: film?.title ?? '', level: 1 });
      await waitFor(() => expect(ground()?.getAttribute('src')).toBe(src));
    }
    await app.go(`/watch/movie/${first?._id}`);
    await waitFor(() => expect(ground()?.getAttribute('src')).toBe('/api/images/backdrop/uno/1280'));
    fireEvent.error(ground() ?? document.body);
    expect(ground()?.getAttribute('src')).toBe('/sala-960.webp');
  });

  it.each([
    ['backdrop', '/api/images/backdrop/uno/1280', '/api/images/video/uno/640'],
    ['poster', null, '/api/images/video/uno/640'],
    ['product’s own image for want of another', null, null],
  ])('opens with the %s, as a card says, and keeps it as its background', async (_, backdrop, thumbnail) => {
    const app = await openApp('/', { as: 'valentina' });
    const film = app.server.memory.videos.find(({ tipo, url }) => tipo === 'pelicula' && url !== null);
    if (film === undefined) throw new Error('the fake server has no film');
    Object.assign(film, { backdrop, thumbnail });
    const [card] = readCards([film]);
    const { to, state } = watchPath(card!, '/');
    const { release } = app.server.holdNext('GET /api/videos/:id');
    await app.go(to, state);
    await screen.findByText('Cargando video...');
    const background = backdrop ?? thumbnail ?? '/sala-960.webp';
    const poster = () => document.querySelector('.player__poster')?.getAttribute('src') ?? null;
    expect([ground()?.getAttribute('src'), poster()]).toEqual([background, backdrop]);
    release();
    await screen.findByRole('list', { name: 'Datos' });
    expect([ground()?.getAttribute('src'), poster()]).toEqual([background, backdrop]);
  });

  it('shows the film’s data, and no episodes', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const film = app.server.memory.videos.find(({ tipo, url }) => tipo === 'pelicula' && url !== null);
    await app.go(`/watch/movie/${film?._id ?? filmId}`);
    await heading(film?.title ?? '');
    const chips = within(screen.getByRole('list', { name: 'Datos' })).getAllByRole('listitem');
    expect(chips.length).toBeGreaterThan(0);
    expect(screen.queryByRole('heading', { name: 'Episodios' })).toBeNull();
    expect(document.title).toBe(`${film?.title} · Butaca`);
  });

  it('says that it knows nothing of the film when the answer holds no item', async () => {
    await openApp('/watch/movie/sin-ficha', { as: 'valentina' });
    await heading('Información del contenido no disponible.');
  });

  it('says that there is nothing to play when the film has no address', async () => {
    await openApp('/watch/movie/sin-direccion', { as: 'valentina' });
    await heading('No hay contenido disponible para reproducir.');
  });

  it('shows the plans that open the film, and plays it with the daily trial', async () => {
    const { user, calls } = await openApp('/watch/movie/solo-para-premium', { as: 'gerardo' });
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Premium');
    await user.click(within(dialog).getByRole('button', { name: 'Usar Prueba Gratuita' }));
    await heading('Solo para premium');
    expect(calls()).toContain('GET /api/videos/solo-para-premium?useTrial=true&can=');
  });
});

describe('the watch page of a series', () => {
  it('begins with the first chapter, marks it as playing, and marks incomplete chapters', async () => {
    await openSeries();
    await heading('Episodios');
    // The title of the chapter says only its number, which the page says once.
    await screen.findByText('T1 E1');
    const playing = screen.getByRole('button', { current: true });
    within(playing).getByText('Reproduciendo');
    expect(screen.getAllByText('Datos incompletos')).toHaveLength(2);
  });

  it('plays the chapter that is pressed, also of another season, and ignores an incomplete one', async () => {
    const { user, series } = await openSeries();
    const [incomplete] = await screen.findAllByText('Datos incompletos');
    await user.click(incomplete!);
    await screen.findByText(/^T1 E1/);
    expect(screen.queryByText('URL inválida o vacía')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Capítulo 3/ }));
    await screen.findByText('URL inválida o vacía');
    await screen.findByText(/^T1 E1/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Temporada' }), 'Temporada 2');
    const second = series.seasons[1]?.chapters[1];
    await user.click(screen.getByRole('button', { name: new RegExp(`^${second?.title}`) }));
    await screen.findByText('T2 E2');
  });

  it('begins at the season and chapter that the link names', async () => {
    await openSeries({ seasonIndex: 1, chapterIndex: 2 });
    await screen.findByText(/^T2 E3/);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Temporada' }).value).toBe('2');
  });

  it.each([{ without: 'first' }, { without: 'every' }])(
    'shows the episodes when the $without chapter has no address',
    async ({ without }) => {
      const app = await openApp('/series', { as: 'ada' });
      const series = app.server.memory.videos.find(({ seasons }) => seasons.length > 1);
      const chapters = series?.seasons.flatMap((season) => season.chapters) ?? [];
      for (const chapter of without === 'first' ? chapters.slice(0, 1) : chapters) chapter.url = null;
      await app.go(`/watch/serie/${series?._id}`);
      await heading('Episodios');
      const complete = chapters.find(({ title, url }) => title !== '' && url !== null);
      if (complete !== undefined) await screen.findByText(`T1 E${complete.chapterNumber}`);
      else await heading('El capítulo seleccionado no tiene una URL válida.');
      await heading(series?.title ?? '');
    },
  );

  it('leads back to the list of series when it was opened by its address', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const series = app.server.memory.videos.find(({ seasons }) => seasons.length > 1);
    await app.go(`/watch/serie/${series?._id}`);
    await heading(series?.title ?? '');
    // Two buttons are called «Volver»: the back button of the page's header comes first, the one in the player's
    // failure panel second.
    const [back] = await screen.findAllByRole('button', { name: 'Volver' });
    await app.user.click(back!);
    await heading('Series: TODOS');
    expect(app.path()).toBe('/series');
  });
});

it.each([
  ['movie', 'Series', '/series'],
  ['serie', 'movies', '/'],
])(
  'the watch page of a %s opened from the section %s leads back to %s',
  async (itemType, fromSection, expected) => {
    const app = await openApp('/', { as: 'valentina' });
    await app.go(`/watch/${itemType}/el-faro-de-nuble`, { fromSection });
    await heading('El faro de Ñuble');
    const [back] = await screen.findAllByRole('button', { name: 'Volver' });
    await app.user.click(back!);
    await waitFor(() => expect(app.path()).toBe(expected));
  },
);
