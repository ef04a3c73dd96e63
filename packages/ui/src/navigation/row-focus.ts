/*
 * Moves the focus between rows of cards as the remote control of a television does.
 *
 * The column is kept: on the first ↑ or ↓ the horizontal centre of the focused element is remembered, and each further
 * row is entered at the card nearest to it, even if a shorter row lay between. Any other way of moving the focus begins a
 * new column.
 *
 * The row with the focus is pinned: the page is scrolled so that the top of its cards is at a third of the window's
 * height, or as near to it as the row's heading, the page header and the bottom of the window permit. Only containers
 * with the attribute `data-rows` (rows and grids of cards) are pinned; other elements are scrolled into view as far as
 * necessary. Scrolling is instant: during a smooth scroll, the next key would find the cards at passing positions.
 */

/** The part of the window's height at which the row with the focus is pinned. */
const pinnedAt = 1 / 3;
const bottomMarginPx = 24;

let column: { element: Element; x: number } | undefined;

/** The horizontal position, in pixels of the window, at which ↑ and ↓ from a focused element enter the next row. */
export function columnOf(from: Element): number {
  if (column?.element === from) return column.x;
  const { left, right } = from.getBoundingClientRect();
  return (left + right) / 2;
}

/** Moves the focus to an element of another row, remembers the column, and scrolls the row to its place. */
export function focusInColumn(next: HTMLElement, x: number): void {
  next.focus({ preventScroll: true });
  column = { element: next, x };
  revealInTrack(next);
  if (!pinRow(next)) next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Moves the focus to an element of the same row, and scrolls it into view. */
export function focusInRow(next: HTMLElement): void {
  next.focus({ preventScroll: true });
  if (revealInTrack(next)) next.closest('li')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  else next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Finds the card of a row to which ↑ or ↓ leads: of those not cut by the row's edge, the nearest to the column. */
export function findInColumn(
  cards: readonly HTMLElement[],
  row: Element,
  x: number,
): HTMLElement | undefined {
  const edges = row.getBoundingClientRect();
  const boxes = cards.map((card) => ({ card, box: card.getBoundingClientRect() }));
  const whole = boxes.filter(({ box }) => box.left >= edges.left - 1 && box.right <= edges.right + 1);
  const [nearest] = (whole.length > 0 ? whole : boxes).toSorted(
    (one, other) => distanceTo(one.box, x) - distanceTo(other.box, x),
  );
  return nearest?.card;
}

const distanceTo = ({ left, right }: DOMRect, x: number): number => Math.abs((left + right) / 2 - x);

/**
 * Scrolls a row of cards sideways until a card is whole, by whole cards, so that no card at the beginning of the row is
 * cut. @returns whether the card is in such a row
 */
function revealInTrack(element: HTMLElement): boolean {
  const track = element.closest<HTMLElement>('.row__track');
  const item = element.closest<HTMLElement>('li');
  if (track === null || item === null) return false;
  const first = track.firstElementChild as HTMLElement;
  const second = (first.nextElementSibling ?? first) as HTMLElement;
  const start = first.offsetLeft;
  const step = second.offsetLeft - start || item.offsetWidth;
  const inView = Math.max(1, Math.floor((track.clientWidth - 2 * start - item.offsetWidth) / step + 1));
  const place = item.offsetLeft - start;
  const least = place - (inView - 1) * step;
  if (place < track.scrollLeft - 1) track.scrollTo({ left: place, behavior: 'instant' });
  else if (least > track.scrollLeft + 1) track.scrollTo({ left: least, behavior: 'instant' });
  return true;
}

/**
 * Scrolls the page so that the row with an element is at its place; the part of a page that is marked as its top
 * (`data-page-top`) is shown whole. @returns whether the element is in a row that is pinned
 */
function pinRow(element: HTMLElement): boolean {
  if (element.closest('[data-page-top]') !== null) {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return true;
  }
  const rows = element.closest<HTMLElement>('[data-rows]');
  const item = element.closest<HTMLElement>('li');
  if (rows === null || item === null) return false;
  const box = item.getBoundingClientRect();
  const heading = box.top - (rows.closest('.row') ?? item).getBoundingClientRect().top;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const header = Number.parseFloat(scrollPaddingTop) || 0;
  const margin = Math.max(bottomMarginPx, Number.parseFloat(scrollPaddingBottom) || 0);
  const lowest = innerHeight - box.height - margin;
  const wanted = Math.max(header + heading, Math.min(innerHeight * pinnedAt, lowest));
  window.scrollBy({ top: box.top - wanted, behavior: 'instant' });
  return true;
}
