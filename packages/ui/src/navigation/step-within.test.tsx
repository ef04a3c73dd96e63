import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { stepWithin } from './step-within.ts';

const moved = vi.fn<(isMoved: boolean) => void>();
beforeEach(() => {
  moved.mockClear();
});

function Row({ isDisabled = false, isHandled = false }: { isDisabled?: boolean; isHandled?: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list of a row of cards
    <ul
      onKeyDown={(event) => {
        if (isHandled) event.preventDefault();
        moved(stepWithin(event, 'li'));
      }}
    >
      <li>
        <a href="#/uno">Uno</a>
        <button type="button" data-within aria-haspopup="menu">
          Más
        </button>
        <button type="button" data-within disabled={isDisabled}>
          Guardar
        </button>
      </li>
      <li>
        <a href="#/dos">Dos</a>
      </li>
    </ul>
  );
}

async function pressOn(name: string, keys: string) {
  screen.getByText(name).focus();
  await userEvent.setup().keyboard(keys);
  return document.activeElement?.textContent;
}

it('a poster card moves the focus on ↓ past its menu button to its first action, and back on ↑', async () => {
  render(<Row />);
  expect(await pressOn('Uno', '{ArrowDown}')).toBe('Guardar');
  expect(await pressOn('Guardar', '{ArrowUp}')).toBe('Uno');
  expect(moved.mock.calls.flat()).toEqual([true, true]);
});

it.each([
  ['↓ on an action', 'Guardar', '{ArrowDown}'],
  ['↑ on a card', 'Uno', '{ArrowUp}'],
  ['↓ on a card without actions', 'Dos', '{ArrowDown}'],
  ['→ on a card', 'Uno', '{ArrowRight}'],
  ['Enter on a card', 'Uno', '{Enter}'],
  ['↓ with Shift', 'Uno', '{Shift>}{ArrowDown}{/Shift}'],
  ['↓ with Alt', 'Uno', '{Alt>}{ArrowDown}{/Alt}'],
])('a poster card leaves %s to the row', async (_what, name, keys) => {
  render(<Row />);
  expect(await pressOn(name, keys)).toBe(name);
  expect(moved.mock.calls.flat()).not.toContain(true);
});

it('a poster card ignores a key that an inner element has handled', async () => {
  render(<Row isHandled />);
  expect(await pressOn('Uno', '{ArrowDown}')).toBe('Uno');
});

it('a poster card skips a disabled action on ↓', async () => {
  render(<Row isDisabled />);
  expect(await pressOn('Uno', '{ArrowDown}')).toBe('Uno');
});
