import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryPage } from '../../../test/memory-page.tsx';
import { answerWith } from '../../../test/raw-server.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { queryClient } from '../../platform/query-client.ts';
import { readCards } from '../card/card.ts';
import type { CardList, MoreCards } from '../card/card-list.ts';
import { CardGrid } from './card-grid.tsx';

const refused = new ApiError({ status: 500, code: 'server.unexpected', serverMessage: 'Error interno.' });
const cards = readCards([{ id: 'a', title: 'El faro', tipo: 'pelicula' }]);

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/**
 * Renders a grid of video cards for a list in the given state (loading, failed, loaded), on a server where «Mi lista»
 * is empty.
 */
async function show(given: Partial<CardList>, emptyReason?: string) {
  await answerWith({ body: ['{"videos":[],"channels":[]}'] });
  const retry = vi.fn<() => void>();
  const list: CardList = { cards: undefined, error: null, isChanging: false, retry, ...given };
  const grid = (
    <CardGrid
      label="Películas"
      list={list}
      density={5}
      waiting="Cargando películas..."
      failed="No se pudieron cargar las películas."
      empty="No hay películas."
      emptyReason={emptyReason}
      emptyAction={<button type="button">Quitar filtros</button>}
    />
  );
  const { Page } = memoryPage({ pathname: '/', key: crypto.randomUUID() });
  render(
    <QueryClientProvider client={queryClient}>
      <Page>{grid}</Page>
    </QueryClientProvider>,
  );
  return { retry };
}
const says = (sentence: string) => screen.queryByText(sentence) !== null;
const moreOf = (given: Partial<MoreCards>): MoreCards => ({
  onEndReached: () => undefined,
  isFetching: false,
  error: null,
  retry: () => undefined,
  ...given,
});

describe('the grid of a list of videos', () => {
  it('shows that the list is loading', async () => {
    await show({});
    expect(says('Cargando películas...')).toBe(true);
  });

  it('shows the server’s reason when the list has failed, and a button that tries again', async () => {
    const { retry } = await show({ error: refused });
    screen.getByRole('heading', { name: 'No se pudieron cargar las películas.' });
    expect(says('Error interno.')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('shows that the list is empty, with a hint and a button that removes the filters', async () => {
    await show({ cards: [] }, 'Prueba con otra palabra.');
    expect(says('No hay películas.')).toBe(true);
    expect(says('Prueba con otra palabra.')).toBe(true);
    screen.getByRole('button', { name: 'Quitar filtros' });
  });

  it('shows an empty list as loading while the answer for another filter is pending', async () => {
    await show({ cards: [], isChanging: true });
    expect(says('No hay películas.')).toBe(false);
    expect(says('Cargando películas...')).toBe(true);
  });

  it('shows the cards of the former filter, marked as busy, while another filter’s are pending', async () => {
    await show({ cards, isChanging: true });
    const link = screen.getByRole('link', { name: /El faro/ });
    expect(link.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
  });

  it('says that older titles are left out of a truncated list', async () => {
    await show({ cards, isTruncated: true });
    expect(says('Se muestran los 12.000 títulos más recientes.')).toBe(true);
  });
});

describe('the next page of a list of videos', () => {
  it('shows that it is loading only after 400 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await show({ cards, more: moreOf({ isFetching: true }) });
    act(() => void vi.advanceTimersByTime(399));
    expect(says('Cargando películas...')).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(says('Cargando películas...')).toBe(true);
  });

  it('shows its failure below the cards, and a button that tries again', async () => {
    const retry = vi.fn<() => void>();
    await show({ cards, more: moreOf({ error: refused, retry }) });
    screen.getByRole('link', { name: /El faro/ });
    expect(says('Error interno.')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('shows the list’s own sentence when the failure has none from the server', async () => {
    await show({ cards, more: moreOf({ error: new Error('x') }) });
    expect(says('No se pudieron cargar las películas.')).toBe(true);
  });

  it('shows no failure while the answer for another filter is pending', async () => {
    await show({ cards, isChanging: true, more: moreOf({ error: refused }) });
    expect(says('Error interno.')).toBe(false);
  });
});
