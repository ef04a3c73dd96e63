import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { notify, Toasts } from './toasts.tsx';

/** Says that an element fills the screen, as browsers do; `null` when none does any more. */
function fill(element: Element | null): void {
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element });
  act(() => void document.dispatchEvent(new Event('fullscreenchange')));
}

it('a toast is shown inside the element that fills the screen, and stays when that ends', async () => {
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'));
  render(
    <>
      <div data-testid="player" />
      <Toasts />
    </>,
  );
  const player = screen.getByTestId('player');
  fill(player);
  notify.info('Empieza «El faro»');
  const shown = await screen.findByText('Empieza «El faro»');
  expect(player.contains(shown)).toBe(true);
  fill(null);
  expect(screen.getByText('Empieza «El faro»')).toBe(shown);
  expect(player.contains(shown)).toBe(false);
});
