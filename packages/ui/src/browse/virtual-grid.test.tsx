import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VirtualGrid } from './virtual-grid.tsx';

const channels = Array.from({ length: 500 }, (_, index) => `Canal ${index}`);

type GridProps = Partial<Parameters<typeof VirtualGrid<string>>[0]>;

/**
 * A grid of channels in a window of 1024 × 768 px; because jsdom has no layout, the grid's rows keep their estimated
 * height of 100 px.
 */
const grid = (props: GridProps = {}) => (
  <VirtualGrid
    label="Canales"
    items={channels}
    itemKey={(name) => name}
    columns={() => 4}
    estimateRowHeightPx={() => 100}
    renderItem={(name) => <a href={`#/${name}`}>{name}</a>}
    {...props}
  />
);
const renderGrid = (props?: GridProps) => render(grid(props));

function scrollTo(offsetPx: number) {
  act(() => {
    window.scrollY = offsetPx;
    fireEvent.scroll(window);
  });
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.scrollY = 0;
});

describe('VirtualGrid', () => {
  it('renders only the rows near the window, and announces the number of items', () => {
    renderGrid();
    const cells = screen.getAllByRole('listitem');
    expect(cells.length).toBeLessThan(80);
    expect(cells[0]?.getAttribute('aria-setsize')).toBe('500');
    expect(cells[1]?.getAttribute('aria-posinset')).toBe('2');
    expect(screen.getByRole('list', { name: 'Canales' }).style.height).toBe('12500px');
  });

  it('moves the focus with the arrows', async () => {
    const user = userEvent.setup();
    renderGrid();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Canal 0');
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Canal 8');
  });

  it('keeps the column over a last row that is too short for it', async () => {
    const user = userEvent.setup();
    renderGrid({ items: channels.slice(0, 10) });
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Canal 9');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Canal 7');
  });

  it('reaches a cell that is not rendered yet with End, and returns with Home', async () => {
    const user = userEvent.setup();
    renderGrid();
    await user.tab();
    expect(screen.queryByText('Canal 499')).toBeNull();
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Canal 499');
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Canal 0');
  });

  it('does not handle a key that leads out of the grid', async () => {
    const user = userEvent.setup();
    const onKeyDown = vi.fn<(wasHandled: boolean) => void>();
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- represents the page around the grid
      <div onKeyDown={(event) => onKeyDown(event.defaultPrevented)}>{grid()}</div>,
    );
    await user.tab();
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(onKeyDown.mock.calls).toEqual([[false], [true]]);
  });

  it('keeps the focused cell rendered while the window scrolls far away', async () => {
    const user = userEvent.setup();
    renderGrid();
    await user.tab();
    scrollTo(9000);
    expect(screen.getByText('Canal 360')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Canal 0');
    expect(screen.queryByText('Canal 40')).toBeNull();
  });

  it('renders the same number of rows wherever the window is', () => {
    renderGrid({ overscanRows: 0 });
    const shown = [5000, 5001, 5031, 5032, 5099, 5100].map((offsetPx) => {
      scrollTo(offsetPx);
      return screen.getAllByRole('listitem').map((cell) => cell.textContent);
    });
    expect(shown.map((cells) => cells.length)).toEqual(Array.from(shown, () => 9 * 4));
    // Rows are 100 px high and the window 768 px: at a scroll offset of 5099 px the rows 50 to 58 are in view, four
    // channels each.
    expect([shown[4]?.[0], shown[4]?.at(-1)]).toEqual(['Canal 200', 'Canal 235']);
    expect(shown[5]?.[0]).toBe('Canal 204');
  });

  /**
   * Renders a grid whose rows have four channels and are 100 px high (nine rows fit into the window), and logs which
   * rows are rendered at each step.
   */
  function renderLogged(initialOffsetPx: number) {
    const steps: number[][] = [];
    const log = () => {
      const cells = [...document.querySelectorAll<HTMLElement>('[data-index]')];
      steps.push([...new Set(cells.map((cell) => Math.floor(Number(cell.dataset['index']) / 4)))]);
    };
    render(
      <Profiler id="grid" onRender={log}>
        {grid({ initialOffsetPx })}
      </Profiler>,
    );
    return steps;
  }
  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => first + index);

  it.each([
    ['down', 5200],
    ['up', 4800],
  ])('renders overscan rows one after the other when scrolling %s', (_, toPx) => {
    const steps = renderLogged(5000);
    const before = steps.length;
    scrollTo(toPx);
    const made = steps
      .slice(before)
      .map((rows, index) => rows.filter((row) => !steps[before + index - 1]?.includes(row)).length);
    expect(Math.max(...made)).toBe(1);
    expect(steps.at(-1)).toEqual(rowsFrom(toPx / 100 - 3, 15));
  });

  it.each([
    ['for a position next to the rendered rows', 5600],
    ['for a position far from them', 9000],
  ])('renders all rows of the window first, %s', (_, toPx) => {
    const steps = renderLogged(5000);
    const before = steps.length;
    scrollTo(toPx);
    expect(steps[before]).toEqual(expect.arrayContaining(rowsFrom(toPx / 100, 9)));
    expect(steps[before]?.length).toBeLessThan(15);
    expect(steps.at(-1)).toEqual(rowsFrom(toPx / 100 - 3, 15));
  });

  it('renders all rows before the first paint when the estimated height was wrong', () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 0, 80));
    const steps = renderLogged(5000);
    // With a row height of 80 px and a scroll offset of 5000 px, row 62 is at the top of the window, and eleven rows
    // fit into the window.
    expect(steps.find(([first]) => first === 62 - 3)).toEqual(rowsFrom(62 - 3, 3 + 11 + 3));
  });

  it('renders more rows when the window grows', () => {
    renderGrid();
    expect(screen.queryByText('Canal 80')).toBeNull();
    vi.stubGlobal('innerHeight', 2100);
    fireEvent(window, new Event('resize'));
    expect(screen.getByText('Canal 80')).toBeTruthy();
  });

  it('shows the remaining items when the list becomes shorter than the scroll position', () => {
    const { rerender } = renderGrid();
    scrollTo(9000);
    rerender(grid({ items: channels.slice(0, 6) }));
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
  });

  it('shows the whole list when it is too short for the initial offset', () => {
    renderGrid({ items: channels.slice(0, 8), initialOffsetPx: 5000 });
    expect(screen.getAllByRole('listitem')).toHaveLength(8);
  });

  it('keeps the same row at the top when the row height changes', () => {
    const gridOf = (rowHeightPx: number) => grid({ estimateRowHeightPx: () => rowHeightPx });
    const { rerender } = render(gridOf(500));
    scrollTo(5 * 500);
    rerender(gridOf(100));
    scrollTo(5 * 100);
    expect(screen.getByText('Canal 20')).toBeTruthy();
  });

  it('starts at the top when the page was scrolled before it was rendered', () => {
    window.scrollY = 3000;
    renderGrid();
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
    expect(screen.getByText('Canal 0')).toBeTruthy();
  });

  it('starts at the initial offset', () => {
    renderGrid({ initialOffsetPx: 5000 });
    expect(window.scrollTo).toHaveBeenCalledWith(0, 5000);
    expect(screen.getByText('Canal 200')).toBeTruthy();
    expect(screen.queryByText('Canal 0')).toBeNull();
  });

  it('requests more items when the end is near, once per number of items', () => {
    const onEndReached = vi.fn<() => void>();
    const { rerender } = renderGrid({ onEndReached });
    expect(onEndReached).not.toHaveBeenCalled();
    scrollTo(12_000);
    expect(onEndReached).toHaveBeenCalledTimes(1);
    scrollTo(11_990);
    expect(onEndReached).toHaveBeenCalledTimes(1);
    rerender(grid({ items: [...channels, 'Canal 500'], onEndReached }));
    expect(onEndReached).toHaveBeenCalledTimes(2);
  });

  it('renders nothing without items', () => {
    renderGrid({ items: [] });
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });
});
