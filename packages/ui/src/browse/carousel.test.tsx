import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Carousel } from './carousel.tsx';

/**
 * The simulated horizontal position of each card in px. The tests have two rows of three cards each, with a wide link
 * between the rows.
 */
const lefts: Record<string, number> = { Uno: 0, Dos: 120, Tres: 240 };

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const [row = '', card = ''] =
      (this.closest('li') ?? this).textContent?.replace('Más', '').split(' ') ?? [];
    return DOMRect.fromRect({ x: lefts[card] ?? 0, y: row === 'Abajo' ? 400 : 0, width: 100, height: 150 });
  });
});
afterEach(() => vi.restoreAllMocks());

function Row({ name }: { name: string }) {
  return (
    <Carousel heading={name} action={<a href="#/todo">Ver todo</a>}>
      {Object.keys(lefts).map((card) => (
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

  it('moves to the nearest card of the next row with ↓ and back with ↑', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Abajo" />
      </>,
    );
    screen.getByRole('link', { name: 'Arriba Tres' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Más');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Tres');
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    expect(focused()).toBe('Arriba Dos');
  });

  it('goes from a card to its actions with ↓, and back with ↑', async () => {
    const user = userEvent.setup();
    render(<Row name="Arriba" />);
    screen.getByRole('link', { name: 'Arriba Dos' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Más' })[1]);
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Arriba Dos');
  });

  it('skips the button of a card’s menu', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Row name="Arriba" />
        <Row name="Abajo" />
      </>,
    );
    for (const button of screen.getAllByRole('button')) button.setAttribute('aria-haspopup', 'menu');
    screen.getByRole('link', { name: 'Arriba Tres' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Abajo Tres');
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
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(left).toEqual(['ArrowUp', 'ArrowDown']);
    expect(focused()).toBe('Más');
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
