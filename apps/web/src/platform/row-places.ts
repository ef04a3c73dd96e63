/*
 * Where a row of cards stands after a person has scrolled it sideways: at a card, so that the row shows the same cards
 * again although others were added meanwhile. Rows are the elements with a `data-scroll-key`, the name of the row; cards
 * are their children, each with an element that has a `data-focus-key`.
 */

/** The card at the left edge of a row, by its `data-focus-key`, and how far the row is scrolled. */
export interface RowPlace {
  card: string | undefined;
  offsetPx: number;
}

export function rowOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-scroll-key]')) || undefined;
}

/** The name of a row and where it stands; the place of a row at its start is `undefined`. */
export function readRowPlace(row: HTMLElement): [name: string, place: RowPlace | undefined] {
  const name = row.dataset['scrollKey'] ?? '';
  const { scrollLeft } = row;
  if (scrollLeft < 1) return [name, undefined];
  const { left } = row.getBoundingClientRect();
  const first = [...row.children].find((card) => card.getBoundingClientRect().left >= left - 1);
  return [name, { card: keyOf(first), offsetPx: scrollLeft }];
}

/** Scrolls the row with a name to the card at which it stood; to the same offset if that card is gone. */
export function restoreRow(name: string, { card, offsetPx }: RowPlace): void {
  const row = document.querySelector<HTMLElement>(`[data-scroll-key="${CSS.escape(name)}"]`);
  if (row === null) return;
  const first = card === undefined ? undefined : [...row.children].find((each) => keyOf(each) === card);
  const left = first === undefined ? offsetPx : row.scrollLeft + distanceToEdge(row, first);
  row.scrollTo({ left, behavior: 'instant' });
}

/**
 * Scrolls the page to a card, and the card's row only if the card is outside of the visible part of the row: otherwise
 * the row keeps its place, even if the card is cut by its edge.
 */
export function scrollToCard(card: HTMLElement): void {
  const row = rowOf(card);
  const left = row?.scrollLeft ?? 0;
  const isInView = row !== undefined && overlaps(row.getBoundingClientRect(), card.getBoundingClientRect());
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (isInView) row.scrollTo({ left, behavior: 'instant' });
}

const keyOf = (card: Element | undefined): string | undefined =>
  card?.querySelector<HTMLElement>('[data-focus-key]')?.dataset['focusKey'];

const distanceToEdge = (row: HTMLElement, card: Element): number =>
  card.getBoundingClientRect().left -
  row.getBoundingClientRect().left -
  Number.parseFloat(getComputedStyle(row).paddingLeft);

const overlaps = (row: DOMRect, card: DOMRect): boolean => card.right > row.left && card.left < row.right;
