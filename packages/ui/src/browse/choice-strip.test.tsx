import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ChoiceStrip } from './choice-strip.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const items = ['Todos', 'Drama', 'Terror', 'Western'].map((label) => ({ value: label, label }));
const strip = (value: string) => (
  <ChoiceStrip label="Géneros" itemClass="chip" items={items} value={value} onValueChange={() => {}} />
);

/** Simulates a layout, which jsdom lacks: buttons 100 px wide, side by side, in a strip of which 250 px are in view. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function left(this: HTMLElement) {
    return (
      20 +
      Math.max(0, [...(this.parentElement?.querySelectorAll('button') ?? [])].indexOf(this as never)) * 100
    );
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(250);
}

it('a choice strip scrolls the chosen button to its middle, only when it is out of view', () => {
  layOut();
  const { rerender } = render(strip('Todos'));
  const bar = screen.getByRole('toolbar', { name: 'Géneros' });
  expect(bar.scrollLeft).toBe(0);
  rerender(strip('Drama'));
  expect(bar.scrollLeft).toBe(0);
  rerender(strip('Western'));
  expect(bar.scrollLeft).toBe(225);
  rerender(strip('Terror'));
  expect(bar.scrollLeft).toBe(125);
  rerender(strip('ninguno'));
  expect(bar.scrollLeft).toBe(125);
});

it('a choice strip fades out at the edges beyond which there is more, where the style sheet cannot do so', () => {
  layOut();
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(400);
  render(strip('Todos'));
  const bar = screen.getByRole('toolbar', { name: 'Géneros' });
  const fades = () => ['--strip-start', '--strip-end'].map((name) => bar.style.getPropertyValue(name));
  expect(fades()).toEqual(['0px', '2.5rem']);
  for (const [offsetPx, expected] of [
    [60, ['2.5rem', '2.5rem']],
    [150, ['2.5rem', '0px']],
  ] as const) {
    bar.scrollLeft = offsetPx;
    fireEvent.scroll(bar);
    expect(fades()).toEqual(expected);
  }
});

it.each(['Alt', 'Control', 'Meta'])(
  'a choice strip leaves arrow keys with %s to the browser',
  async (modifier) => {
    const user = userEvent.setup();
    render(strip('Drama'));
    await user.tab();
    await user.keyboard(`{${modifier}>}{ArrowRight}{/${modifier}}`);
    expect(document.activeElement?.textContent).toBe('Drama');
  },
);

it('a choice strip leaves other keys to the page', async () => {
  const user = userEvent.setup();
  const onKeyDown = vi.fn<(isHandled: boolean) => void>();
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands in for the page around the strip
    <div onKeyDown={(event) => onKeyDown(event.defaultPrevented)}>{strip('Todos')}</div>,
  );
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowLeft}{ArrowRight}');
  expect(onKeyDown.mock.calls.flat()).toEqual([false, false, true]);
});
