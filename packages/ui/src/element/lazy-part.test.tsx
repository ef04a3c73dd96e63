import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Words = () => <p>Palabras</p>;

function show(load: () => Promise<typeof Words>) {
  const words = lazyPart(load);
  function Screen({ isWanted }: { isWanted: boolean }) {
    const { Part, isFailed, retry } = words.usePart(isWanted);
    if (Part !== undefined) return <Part />;
    return isFailed ? <button onClick={retry}>Reintentar</button> : null;
  }
  return { words, Screen, ...render(<Screen isWanted={false} />) };
}

it('a lazy part loads its code when it is needed, and only once', async () => {
  const load = vi.fn(() => Promise.resolve(Words));
  const { Screen, rerender, words } = show(load);
  expect(load).not.toHaveBeenCalled();
  rerender(<Screen isWanted />);
  await screen.findByText('Palabras');
  await words.load();
  expect(load).toHaveBeenCalledOnce();
});

it('a lazy part loads again on retry after a failure', async () => {
  const load = vi.fn(() => Promise.resolve(Words)).mockRejectedValueOnce(new TypeError('refused'));
  const { Screen, rerender } = show(load);
  rerender(<Screen isWanted />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Palabras');
});

it('a lazy part loads again the next time it is needed after a failure', async () => {
  const load = vi.fn(() => Promise.resolve(Words)).mockRejectedValueOnce(new TypeError('refused'));
  const { Screen, rerender } = show(load);
  rerender(<Screen isWanted />);
  await screen.findByRole('button', { name: 'Reintentar' });
  rerender(<Screen isWanted={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<Screen isWanted />);
  await screen.findByText('Palabras');
});
