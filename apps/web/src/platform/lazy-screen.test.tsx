import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { fetchScreen, LazyScreen } from './lazy-screen.tsx';

const Film = () => <h1>Película</h1>;

it('a lazy screen appears once its code has loaded, and at once the next time', async () => {
  const load = vi.fn(() => Promise.resolve(Film));
  const { unmount } = render(<LazyScreen load={load} />);
  await screen.findByRole('heading', { name: 'Película' });
  unmount();
  render(<LazyScreen load={load} />);
  expect(screen.getByRole('heading', { name: 'Película' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('a lazy screen that replaces another shows its own content, also when they swap back', async () => {
  const Series = () => <h1>Series</h1>;
  const loadFilm = (): Promise<typeof Film> => Promise.resolve(Film);
  const loadSeries = (): Promise<typeof Series> => Promise.resolve(Series);
  const { rerender } = render(<LazyScreen load={loadFilm} />);
  await screen.findByRole('heading', { name: 'Película' });
  rerender(<LazyScreen load={loadSeries} />);
  await screen.findByRole('heading', { name: 'Series' });
  rerender(<LazyScreen load={loadFilm} />);
  expect(screen.getByRole('heading').textContent).toBe('Película');
});

it('a lazy screen appears whose code loads between React’s render and its effects', async () => {
  let arrive = (): void => undefined;
  // The test replaces `then` of the promise for the screen's code, because a real promise could not be settled exactly
  // between React's render and its effects.
  const code = Promise.resolve(Film);
  vi.spyOn(code, 'then').mockImplementation((use) => {
    arrive = () => void use?.(Film);
    return Promise.resolve();
  });
  const load = () => code;
  void fetchScreen(load);
  const Beside = () => {
    useLayoutEffect(() => arrive(), []);
    return null;
  };
  render(
    <>
      <LazyScreen load={load} />
      <Beside />
    </>,
  );
  await screen.findByRole('heading', { name: 'Película' });
});

it('a lazy screen shows an error when its code failed to prefetch', async () => {
  const load = vi.fn<() => Promise<typeof Film>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(fetchScreen(load)).rejects.toThrow('Failed to fetch');
  render(<LazyScreen load={load} />);
  await screen.findByText('No pudimos abrir esta página.');
  expect(load).toHaveBeenCalledTimes(1);
});

it('a lazy screen shows an error when its code does not load, and loads it with «Reintentar»', async () => {
  const load = vi.fn<() => Promise<typeof Film>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(Film);
  render(<LazyScreen load={load} />);
  await screen.findByText('No pudimos abrir esta página.');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByRole('heading', { name: 'Película' });
});

it('a lazy screen without header offers the way to the home page when its code does not load', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const { unmount } = render(<LazyScreen load={load} shape="bare" />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Volver al inicio' });
  expect(link.hash).toBe('#/');
  unmount();
  render(<LazyScreen load={load} shape="grid" />);
  await screen.findByText('No pudimos abrir esta página.');
  expect(screen.queryByRole('link')).toBeNull();
});

it.each([
  ['home', 5],
  ['grid', 15],
] as const)('the skeleton of the shape «%s» has %i posters, five in each row', (shape, posters) => {
  const { container } = render(<LazyScreen load={() => new Promise(() => undefined)} shape={shape} />);
  expect(container.querySelectorAll('.sk--poster')).toHaveLength(posters);
});

it('a lazy screen shows a skeleton of the page while its code loads, and removes it afterwards', async () => {
  let arrive = (_screen: typeof Film): void => undefined;
  const load = () => new Promise<typeof Film>((resolve) => (arrive = resolve));
  const { container } = render(<LazyScreen load={load} />);
  expect(screen.getByRole('main').ariaBusy).toBe('true');
  expect(container.querySelectorAll('.sk--poster').length).toBeGreaterThan(3);
  expect(screen.getByText('Cargando…')).toBeTruthy();
  arrive(Film);
  await screen.findByRole('heading', { name: 'Película' });
  expect(container.querySelector('.sk')).toBeNull();
});

it.each(['home', 'grid', 'tiles', 'cards', 'sided', 'rows'] as const)(
  'a lazy screen of the shape «%s» has a placeholder of that shape while its code loads',
  (shape) => {
    render(<LazyScreen load={() => new Promise(() => undefined)} shape={shape} />);
    expect(document.querySelector('main')?.className).toContain(`page-skeleton--${shape}`);
    expect(document.querySelectorAll('.sk').length).toBeGreaterThan(5);
  },
);
