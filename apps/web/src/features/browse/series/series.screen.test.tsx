import { maxPageSize } from '@butaca/contract';
import { makeFakeVideo, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const grid = (category: string) => screen.findByRole('list', { name: `Series de ${category}` });
const found = (category: string) =>
  within(screen.getByRole('list', { name: `Series de ${category}` })).getAllByRole('listitem');
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar series' });
const categories = async () => within(await screen.findByRole('navigation', { name: 'Categorías' }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('«Series»', () => {
  it('lists the server’s categories at the side, with all series selected first', async () => {
    const { calls } = await openApp('/series', { as: 'valentina' });
    await title('Series: TODOS');
    await (await categories()).findByRole('link', { name: 'Animadas' });
    const links = (await categories()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'TODOS',
      'Netflix',
      'Prime Video',
      'Disney',
      'Apple TV',
      'HBO MAX',
      'Hulu y Otros',
      'Retro',
      'Animadas',
    ]);
    expect((await categories()).getByRole('link', { current: true }).textContent).toBe('TODOS');
    await card('Marea alta');
    expect(calls()).toContain(`GET /api/videos?tipo=serie&page=1&limit=${maxPageSize}`);
  });

  it.each([
    ['lists only the categories that have series', 'valentina', ['TODOS', 'Netflix']],
    [
      'shows the empty categories to administrators, and says why they are grey',
      'ada',
      ['TODOS', 'Netflix', 'Disney'],
    ],
  ])('%s', async (_what, as, expected) => {
    await openApp('/series', {
      as,
      prepare: ({ memory }) => {
        memory.videos = [
          makeFakeVideo({ title: 'Sola', tipo: 'serie', subcategoria: 'Netflix', seasons: [] }),
        ];
      },
    });
    const netflix = await (await categories()).findByRole('link', { name: 'Netflix' });
    expect(netflix.title).toBe('');
    const names = (await categories()).getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.filter((name) => ['TODOS', 'Netflix', 'Disney'].includes(name))).toEqual(expected);
    const disney = (await categories()).queryByRole('link', { name: 'Disney' });
    expect(disney?.title).toBe(as === 'ada' ? 'Sin series: los usuarios no la ven' : undefined);
  });

  it('lists all categories when the server cannot say which have series', async () => {
    await openApp('/series', {
      as: 'valentina',
      prepare: (server) => server.failNext('GET /api/videos/series-categories', 'server.unexpected'),
    });
    await (await categories()).findByRole('link', { name: 'Animadas' });
  });

  it('shows only the series of the chosen category, and keeps it in the address', async () => {
    const { user, calls, path } = await openApp('/series', { as: 'valentina' });
    await user.click(await (await categories()).findByRole('link', { name: 'HBO MAX' }));
    await title('Series: HBO MAX');
    await card('El pacto');
    expect(found('HBO MAX')).toHaveLength(1);
    expect(path()).toBe('/series?categoria=HBO%20MAX');
    expect(calls()).toContain(`GET /api/videos?tipo=serie&subcategoria=HBO+MAX&page=1&limit=${maxPageSize}`);
  });

  it.each([
    ['the name', 'RELOJES', 'La casa de los relojes'],
    ['the description', 'historia de orbita', 'Órbita baja'],
    ['a genre', 'suspenso', 'Marea alta'],
  ])(
    'finds a series by %s, whatever its case and accents, without asking the server',
    async (_by, term, name) => {
      const { user, calls, path } = await openApp('/series', { as: 'valentina' });
      await grid('TODOS');
      await user.type(search(), term);
      await waitFor(() => expect(found('TODOS')).toHaveLength(1));
      await card(name);
      expect(calls().filter((call) => call.startsWith('GET /api/videos?'))).toHaveLength(1);
      expect(path()).toBe(`/series?buscar=${term.replaceAll(' ', '+')}`);
    },
  );

  it('clears the search when the category changes', async () => {
    const { user } = await openApp('/series?buscar=relojes', { as: 'valentina' });
    await card('La casa de los relojes');
    await user.click(await (await categories()).findByRole('link', { name: 'Disney' }));
    await card('Los Andes');
    expect(search().value).toBe('');
  });

  it('shows every series when there are more than one call returns', async () => {
    const prepare = ({ memory }: FakeServer) => {
      for (let index = 1; index <= maxPageSize; index += 1) {
        memory.videos.push(
          makeFakeVideo({ title: `Retro ${index}`, tipo: 'serie', subcategoria: 'Retro', seasons: [] }),
        );
      }
    };
    await openApp('/series?categoria=Retro&buscar=vinilo', { as: 'valentina', prepare });
    await card('Los años del vinilo');
    expect(screen.queryByText(/más recientes/)).toBeNull();
  });

  it('loads up to four large pages in turn, omits the oldest series beyond, and says so', async () => {
    const wholePages = 4;
    const prepare = ({ memory }: FakeServer) => {
      const [model] = memory.videos.splice(0);
      for (let index = 0; index < wholePages * maxPageSize + 1; index += 1) {
        memory.videos.push({ ...model!, _id: `s${index}`, title: `Serie ${index}`, tipo: 'serie' });
      }
    };
    const { calls } = await openApp('/series', { as: 'valentina', prepare });
    await screen.findByText('Se muestran los 12.000 títulos más recientes.');
    await card('Serie 12000');
    expect(found('TODOS')[0]?.getAttribute('aria-setsize')).toBe(String(wholePages * maxPageSize));
    expect(calls().filter((call) => call.startsWith('GET /api/videos?'))).toEqual(
      [1, 2, 3, 4].map((page) => `GET /api/videos?tipo=serie&page=${page}&limit=${maxPageSize}`),
    );
  });

  it('links to the watch page of a series, which leads back to the same view', async () => {
    const { user, path } = await openApp('/series?categoria=Netflix', { as: 'valentina' });
    await user.click(await card('La casa de los relojes'));
    await screen.findByRole('heading', { level: 1, name: 'La casa de los relojes' });
    expect(path()).toBe('/watch/serie/la-casa-de-los-relojes');
    history.back();
    await title('Series: Netflix');
    // The grid of series may be rendered again while its cards are loading, so only the final focus is checked.
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^La casa de los relojes/),
    );
  });

  it('shows all series for a category that does not exist', async () => {
    await openApp('/series?categoria=ZONA+KIDS', { as: 'valentina' });
    await title('Series: TODOS');
  });

  it('names the search that found nothing, and its category', async () => {
    await openApp('/series?categoria=Disney&buscar=curling', { as: 'valentina' });
    await screen.findByRole('heading', {
      name: 'No se encontraron series para «curling» en la categoría «Disney».',
    });
  });

  it('says that a category is empty, or that there are no series at all', async () => {
    const { user } = await openApp('/series?categoria=Disney', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay series disponibles en la categoría «Disney».' });
    await user.click((await categories()).getByRole('link', { name: 'TODOS' }));
    await screen.findByRole('heading', { name: 'No hay series disponibles.' });
  });

  it('shows a loading state, then why the series failed to load, and loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/videos');
    };
    const { user } = await openApp('/series', { as: 'valentina', prepare });
    await screen.findByText('Cargando series...');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Error al obtener series.');
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card('Marea alta');
  });
});
