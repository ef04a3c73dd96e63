import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlayerFeedback, usePlayerFeedback, type Feedback } from './player-feedback.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * A stand-in for the player: one button per given feedback (seek or volume), which shows that feedback when clicked.
 */
function Player({ all }: { all: readonly Feedback[] }) {
  const { shown, show: showFeedback } = usePlayerFeedback();
  return (
    <>
      {all.map((feedback, index) => (
        <button type="button" key={index} onClick={() => showFeedback(feedback)}>
          {feedback.kind}
        </button>
      ))}
      <PlayerFeedback shown={shown} />
    </>
  );
}

/**
 * Shows the given feedback (seeks, volumes) one after the other, each 800 ms after the previous one, which is then
 * still shown.
 */
function show(...all: Feedback[]): void {
  render(<Player all={all} />);
  for (const button of screen.getAllByRole('button')) {
    act(() => void vi.advanceTimersByTime(800));
    fireEvent.click(button);
  }
}
const shown = () => screen.queryByRole('status')?.textContent;
const forward = { kind: 'seek', direction: 1 } as const;
const back = { kind: 'seek', direction: -1 } as const;
const loud = (volume: number) => ({ kind: 'volume', volume }) as const;

describe('the player’s feedback', () => {
  it.each([
    [[forward], 'Adelanta 10 s'],
    [[back], 'Retrocede 10 s'],
    [[forward, forward, forward], 'Adelanta 30 s'],
    [[forward, forward, back], 'Retrocede 10 s'],
    [[forward, loud(0.5), forward], 'Adelanta 10 s'],
    [[loud(0.35)], 'Volumen 35 %'],
    [[loud(1)], 'Volumen 100 %'],
    [[loud(0)], 'Sin sonido'],
    [[loud(0.004)], 'Sin sonido'],
  ])('after %j reads «%s»', (all, expected) => {
    show(...all);
    expect(shown()).toBe(expected);
  });

  it('disappears 0.9 s after the last command', () => {
    show(forward, forward);
    act(() => void vi.advanceTimersByTime(899));
    expect(shown()).toBe('Adelanta 20 s');
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toBeUndefined();
  });
});
