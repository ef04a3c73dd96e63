import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnOf, findInColumn, focusInColumn, focusInRow } from './row-focus.ts';

/** The simulated boxes of elements by their accessible names, in a window of 1024 × 768 px. */
let boxes: Record<string, DOMRect>;
const box = (left: number, top: number, width = 100, height = 150) =>
  DOMRect.fromRect({ x: left, y: top, width, height });
const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? '';

const scrolledTo = vi.fn<(options: ScrollToOptions) => void>();
const scrolledBy = vi.fn<(options: ScrollToOptions) => void>();
const trackScrolledTo = vi.fn<(options: ScrollToOptions) => void>();
const scrolledIntoView = vi.fn<(element: Element) => void>();

beforeEach(() => {
  boxes = {};
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return boxes[nameOf(this)] ?? boxes[nameOf(this.querySelector('a') ?? this)] ?? new DOMRect();
  });
  Object.assign(window, { scrollTo: scrolledTo, scrollBy: scrolledBy });
  Object.assign(Element.prototype, { scrollTo: trackScrolledTo });
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolledIntoView(this);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const link = (name: string) => screen.getByRole('link', { name });

function Grid() {
  return (
    <>
      <section data-page-top>
        <a href="#/arriba" aria-label="Arriba">
          ·
        </a>
      </section>
      <ul data-rows aria-label="Rejilla">
        {['Uno', 'Dos'].map((name) => (
          <li key={name}>
            <a href={`#/${name}`} aria-label={name}>
              ·
            </a>
          </li>
        ))}
      </ul>
      <a href="#/suelto" aria-label="Suelto">
        ·
      </a>
    </>
  );
}

describe('the row with the focus', () => {
  it('is pinned with its top at a third of the window’s height', () => {
    render(<Grid />);
    boxes['Dos'] = box(0, 600);
    focusInColumn(link('Dos'), 50);
    expect(document.activeElement).toBe(link('Dos'));
    expect(scrolledBy).toHaveBeenCalledWith({ top: 600 - innerHeight / 3, behavior: 'instant' });
  });

  it('is pinned higher when it would not fit below a third of the height', () => {
    render(<Grid />);
    boxes['Dos'] = box(0, 600, 100, innerHeight - 100);
    focusInColumn(link('Dos'), 50);
    expect(scrolledBy).toHaveBeenCalledWith({ top: 600 - (100 - 24), behavior: 'instant' });
  });

  it('shows the top of the page whole when the focus is in it', () => {
    render(<Grid />);
    focusInColumn(link('Arriba'), 50);
    expect(scrolledTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
    expect(scrolledBy).not.toHaveBeenCalled();
  });

  it('is only scrolled into view where there are no rows, and when the focus moves within it', () => {
    render(<Grid />);
    focusInColumn(link('Suelto'), 50);
    focusInRow(link('Uno'));
    expect(scrolledIntoView.mock.calls.flat().map(nameOf)).toEqual(['Suelto', 'Uno']);
    expect(scrolledBy).not.toHaveBeenCalled();
  });
});

describe('the column of the focus', () => {
  it('is the centre of the focused element, and is kept from row to row', () => {
    render(<Grid />);
    boxes['Uno'] = box(200, 0);
    boxes['Dos'] = box(0, 200);
    expect(columnOf(link('Uno'))).toBe(250);
    focusInColumn(link('Dos'), 250);
    expect(columnOf(link('Dos'))).toBe(250);
    focusInRow(link('Uno'));
    expect(columnOf(link('Uno'))).toBe(250);
  });

  it('leads to the nearest card that the row’s edge does not cut, else to the nearest', () => {
    render(<Grid />);
    boxes['Uno'] = box(0, 0);
    boxes['Dos'] = box(120, 0);
    const row = screen.getByRole('list');
    const cards = [link('Uno'), link('Dos')];
    boxes['Rejilla'] = box(0, 0, 230);
    expect(findInColumn(cards, row, 170)).toBe(link('Dos'));
    boxes['Rejilla'] = box(0, 0, 200);
    expect(findInColumn(cards, row, 170)).toBe(link('Uno'));
    boxes['Rejilla'] = box(0, 0, 50);
    expect(findInColumn(cards, row, 170)).toBe(link('Dos'));
    expect(findInColumn([], row, 170)).toBeUndefined();
  });
});

describe('a row that scrolls sideways', () => {
  /** A row of five cards, 100 px wide and 20 px apart, after a margin of 40 px; its view is 440 px wide. */
  function showTrack(scrollLeft: number): void {
    render(
      <ul className="row__track" aria-label="Fila">
        {['A', 'B', 'C', 'D', 'E'].map((name) => (
          <li key={name}>
            <a href={`#/${name}`} aria-label={name}>
              ·
            </a>
          </li>
        ))}
      </ul>,
    );
    Object.defineProperties(screen.getByRole('list'), {
      clientWidth: { value: 440 },
      scrollLeft: { value: scrollLeft },
    });
    for (const [index, item] of screen.getAllByRole('listitem').entries()) {
      Object.defineProperties(item, {
        offsetLeft: { value: 40 + index * 120 },
        offsetWidth: { value: 100 },
      });
    }
  }

  it.each([
    ['stays for a card that is whole', 0, 'C', undefined],
    ['moves by one card to the next that is cut', 0, 'D', 120],
    ['moves by two cards to the one after it', 0, 'E', 240],
    ['moves back until the card is the first', 240, 'B', 120],
  ])('%s', (_what, scrollLeft, name, expected) => {
    showTrack(scrollLeft);
    focusInRow(link(name));
    expect(trackScrolledTo.mock.calls.map(([{ left }]) => left)).toEqual(
      expected === undefined ? [] : [expected],
    );
  });
});
