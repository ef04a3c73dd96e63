import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

function List({ ids }: { ids: readonly string[] }) {
  useFocusAfterRemoval(ids);
  return (
    <main id="contenido" tabIndex={-1}>
      {ids.map((id) => (
        <button key={id} type="button" data-focus-key={id}>
          {id}
        </button>
      ))}
      <button type="button">Otro</button>
    </main>
  );
}

/** Renders a list, focuses an item, and removes items from the list. @returns what then has the focus */
function focusAfter(ids: string[], focused: string, left: string[]): string | null {
  const { rerender } = render(<List ids={ids} />);
  screen.getByRole('button', { name: focused }).focus();
  rerender(<List ids={left} />);
  const { activeElement } = document;
  return activeElement?.id || (activeElement?.textContent ?? null);
}

it.each([
  ['the item that takes the place of a removed first one', ['a', 'b', 'c'], 'a', ['b', 'c'], 'b'],
  ['the item that takes the place of a removed one', ['a', 'b', 'c'], 'b', ['a', 'c'], 'c'],
  ['the new last item where the last one was removed', ['a', 'b', 'c'], 'c', ['a', 'b'], 'b'],
  ['the screen where nothing is left', ['a'], 'a', [], 'contenido'],
  ['the item that has it where another one was removed', ['a', 'b', 'c'], 'a', ['a', 'c'], 'a'],
  ['a control beside the list where a removed item did not have it', ['a', 'b'], 'Otro', ['b'], 'Otro'],
  ['the item that has it where one was added', ['a', 'b'], 'b', ['c', 'a', 'b'], 'b'],
])('after a change of a list, the focus is on %s', (_, ids, focused, left, expected) => {
  expect(focusAfter(ids, focused, left)).toBe(expected);
});

it('the focus follows two removals in a row', () => {
  const { rerender } = render(<List ids={['a', 'b', 'c']} />);
  screen.getByRole('button', { name: 'a' }).focus();
  rerender(<List ids={['b', 'c']} />);
  rerender(<List ids={['c']} />);
  expect(document.activeElement?.textContent).toBe('c');
});
