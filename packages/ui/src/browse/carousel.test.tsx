import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Carousel } from './carousel.tsx';

/**
 * The simulated horizontal position of each card in px. The tests have two rows of three cards each, with a wide link
 * between the rows.
 */
const lefts: Record<string, number> = { Uno: 0, Dos: 120, Tres: 240 };
const tops: Record<string, number> = { Arriba: 0, Corta: 200, Abajo: 400 };
/** The simulated width of each row in px. */
let trackWidth = 1_000;

beforeEach(() => {
  trackWidth = 1_000;
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (this.matches('.row__track')) return DOMRect.fromRect({ width: trackWidth, height: 150 });
    const [row = '', card = ''] =
      (this.closest('li') ?? this).textContent?.replace('Más', '').split(' ') ?? [];
    return DOMRect.fromRect({ x: lefts[card] ?? 0, y: tops[row] ?? 0, width: 100, height: 150 });
  });
});
afterEach(() => vi.restoreAllMocks());

function Row({ name, length = 3 }: { name: string; length?: number }) {
  return (
    <Carousel heading={name} action={<a href="#/todo">Ver todo</a>}>
      {Object.keys(lefts)
        .slice(0, length)
        .map((card) => (
          <li key={card}>
            <a href={`#/${name}/${card}`}>
              {name} {card}
            </a>
            <button type="button" data-within>
              Más
            </button>
          </li>
        ))}
    </Carousel>
  );
}

const focused = () => document.activeElement?.textContent;

describe('Carousel', () => {
  it('is a region named by its heading, with the action beside it', () => {
    render(<Row name="Arriba" />);
    const row = within(screen.getByRole('region', { name: 'Arriba' }));
    expect(row.getByRole('heading', { level: 2, name: 'Arriba' })).toBeTruthy();
    expect(row.getByRole('link', { name: 'Ver todo' })).toBeTruthy();
    expect(row.getAllByRole('listitem')).toHaveLength(3);
  });

  it('moves between cards with ← and →, skipping their actions', async () => {
    const user = userEvent.setup();
    render(<Row name="Arriba" />);
    screen.getByRole('link', { name: 'Arriba Uno' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Arriba Dos');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(focused()).toBe('Arriba Dos');
  });

  it('moves to the card in the same column of the next row with one ↓, and back with ↑', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Abajo" />
      </>,
    );
    screen.getByRole('link', { name: 'Arriba Tres' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Tres');
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    expect(focused()).toBe('Arriba Dos');
  });

  it('keeps the column over a shorter row', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Corta" length={1} />
        <Row name="Abajo" />
      </>,
    );
    screen.getByRole('link', { name: 'Arriba Tres' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Corta Uno');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Tres');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('Arriba Tres');
  });

  it('enters a row at a card that its edge does not cut', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Abajo" />
      </>,
    );
    trackWidth = 300;
    screen.getByRole('link', { name: 'Arriba Tres' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Dos');
  });

  it('goes from an action of a card, which the Tab key reaches, to the next row', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Abajo" />
      </>,
    );
    screen.getByRole('link', { name: 'Arriba Dos' }).focus();
    await user.tab();
    expect(focused()).toBe('Más');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Dos');
  });

  it('does not handle ↓ in the last row and ↑ in the first', async () => {
    const user = userEvent.setup();
    const left: string[] = [];
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- represents the page around the row
      <div onKeyDown={(event) => event.defaultPrevented || left.push(event.key)}>
        <Row name="Arriba" />
      </div>,
    );
    screen.getByRole('link', { name: 'Arriba Uno' }).focus();
    await user.keyboard('{ArrowUp}{ArrowDown}');
    expect(left).toEqual(['ArrowUp', 'ArrowDown']);
    expect(focused()).toBe('Arriba Uno');
  });

  it('hides the arrow button towards an end that has been reached', () => {
    render(<Row name="Arriba" />);
    const track = within(screen.getByRole('region', { name: 'Arriba' })).getByRole('list');
    const idle = () =>
      [...document.querySelectorAll('.row__arrow')].map((arrow) => arrow.classList.contains('is-idle'));
    Object.defineProperties(track, {
      clientWidth: { value: 500 },
      scrollWidth: { value: 1200 },
      scrollLeft: { value: 0, writable: true },
    });
    fireEvent.scroll(track);
    expect(idle()).toEqual([true, false]);
    track.scrollLeft = 300;
    fireEvent.scroll(track);
    expect(idle()).toEqual([false, false]);
    track.scrollLeft = 700;
    fireEvent.scroll(track);
    expect(idle()).toEqual([false, true]);
  });
});
