import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TouchLock } from './touch-lock.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const onUnlock = vi.fn<() => void>();
  const { container } = render(<TouchLock onUnlock={onUnlock} />);
  const overlay = container.firstElementChild as HTMLElement;
  return {
    onUnlock,
    overlay,
    button: screen.getByRole('button', { name: 'Mantén pulsado para desbloquear' }),
    isShown: () => overlay.classList.contains('is-shown'),
  };
}
const pass = (timeMs: number) =>
  act(() => {
    vi.advanceTimersByTime(timeMs);
  });

describe('the touch lock', () => {
  it('shows its button for three seconds after it appears and after each touch', () => {
    const { overlay, isShown } = open();
    pass(2_999);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
    fireEvent.pointerDown(overlay);
    pass(2_000);
    fireEvent.pointerDown(overlay);
    pass(2_999);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });

  it('unlocks when its button is held for a second', () => {
    const { button, onUnlock } = open();
    fireEvent.pointerDown(button);
    pass(999);
    expect(onUnlock).not.toHaveBeenCalled();
    pass(1);
    expect(onUnlock).toHaveBeenCalledOnce();
  });

  it.each(['pointerUp', 'pointerLeave', 'pointerCancel'] as const)(
    'stays locked when %s ends the press in less than a second',
    (end) => {
      const { button, onUnlock } = open();
      fireEvent.pointerDown(button);
      pass(900);
      fireEvent[end](button);
      pass(5_000);
      expect(onUnlock).not.toHaveBeenCalled();
    },
  );

  it('keeps its button visible while the button is held', () => {
    const { button, isShown } = open();
    pass(2_500);
    fireEvent.pointerDown(button);
    pass(900);
    expect(isShown()).toBe(true);
  });

  it('unlocks at once with a click from a keyboard or screen reader, and not with a short tap', () => {
    const { button, onUnlock } = open();
    fireEvent.click(button, { detail: 1 });
    expect(onUnlock).not.toHaveBeenCalled();
    fireEvent.click(button, { detail: 0 });
    expect(onUnlock).toHaveBeenCalledOnce();
  });

  it('has the focus, and prevents the browser’s context menu', () => {
    const { button } = open();
    expect(document.activeElement).toBe(button);
    expect(fireEvent.contextMenu(button)).toBe(false);
  });
});
