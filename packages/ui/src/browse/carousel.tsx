/*
 * A row of cards that scrolls horizontally. ← and → move the focus to the next card of the row; ↑ and ↓ move it to the
 * card in the same column of the row above or below, even if other elements lie between the two rows. The action buttons
 * of a card are skipped: a remote control opens them as the card's menu. A key that leads out of the row at its sides, or
 * beyond the first or last row, is left to the elements around the row. Cards out of view are rendered as empty placeholders until
 * the row is scrolled near them or the focus gets near them; cards once rendered stay rendered.
 */
import { ChevronRight } from 'lucide-react';
import {
  Children,
  isValidElement,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classes } from '../element/classes.ts';
import { columnOf, findInColumn, focusInColumn } from '../navigation/row-focus.ts';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import './carousel.css';

export interface CarouselProps {
  heading: string;
  headingLevel?: 2 | 3 | undefined;
  /** An element beside the heading of the row of cards, such as a link to the whole list. */
  action?: ReactNode;
  /**
   * The size of the row's cards: upright posters, wide cards with a channel's logo, or the wide cards of «Continuar
   * Viendo» (`ticket`).
   */
  size?: 'poster' | 'tile' | 'ticket' | undefined;
  /** The items of the row of cards: one `li` element for each card. */
  children: ReactNode;
  /**
   * Whether all cards of the row are rendered at once, because the page is about to return the focus to a card that may
   * be far along the row.
   */
  isWhole?: boolean | undefined;
  className?: string | undefined;
}

/**
 * The fraction of a card row's width by which its arrow buttons scroll it.
 *
 * @see docs/requisitos.md, R2.23
 */
const stepShare = 0.8;
/**
 * The CSS selector of the links and buttons to which the arrow keys move in a row of cards. It excludes the action
 * buttons of a card, which are in the card's menu.
 */
const cards = 'a[href]:not([data-within]), button:not([disabled]):not([data-within])';

/**
 * A row of cards that continues beyond the right edge of the page; arrow buttons scroll it by mouse, and scrolling by
 * touch stops at a card.
 */
export function Carousel({
  heading,
  headingLevel = 2,
  action,
  size = 'poster',
  children,
  isWhole = false,
  className,
}: CarouselProps) {
  const headingId = useId();
  const track = useRef<HTMLUListElement>(null);
  const ends = useRowEnds(track);
  const items = Children.toArray(children);
  const near = useNearCards(items.length, isWhole);
  const [first] = items;
  const start = useKeptStart(track, isValidElement(first) ? first.key : null);
  const navigation = useArrowNavigation({ axis: 'x', selector: cards });
  const Heading = `h${headingLevel}` as const;
  const scroll = (direction: 1 | -1): void => {
    const width = track.current?.clientWidth ?? 0;
    track.current?.scrollBy({ left: direction * width * stepShare });
  };
  return (
    <section className={classes('row', className)} aria-labelledby={headingId}>
      <div className="row__head">
        <Heading id={headingId}>{heading}</Heading>
        {action}
      </div>
      {/* The list of cards handles key events, which bubble up from the links in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={track}
        className={`row__track row__track--${size}`}
        data-rows
        data-scroll-key={heading}
        onScroll={(event) => {
          ends.measure();
          start.handleScroll(event.currentTarget);
          near.handleScroll(event.currentTarget);
        }}
        onFocus={near.handleFocus}
        onKeyDown={(event) => {
          navigation.onKeyDown(event);
          handleRowKey(event);
        }}
      >
        {items.map((item, index) =>
          index < near.count ? item : <li key={isValidElement(item) ? item.key : index} />,
        )}
      </ul>
      <RowArrow direction="prev" isIdle={ends.atStart} onClick={() => scroll(-1)} />
      <RowArrow direction="next" isIdle={ends.atEnd} onClick={() => scroll(1)} />
    </section>
  );
}

/**
 * How many cards of a row are rendered beyond those already scrolled to: more than a row shows at once, on a phone and
 * on wider screens.
 */
const inView = { onPhone: 5, elsewhere: 10 };
/**
 * The media query for phones. It is used instead of the window's width, because reading the width would force a layout
 * of the whole page.
 */
const phone = '(max-width: 767px)';

/** How many cards of a row are rendered, counted from the first card: those in view, and some ahead of them. */
function useNearCards(length: number, isWhole: boolean) {
  const [ahead] = useState(() => (matchMedia(phone).matches ? inView.onPhone : inView.elsewhere));
  const [count, setCount] = useState(isWhole ? Infinity : ahead);
  const reach = (index: number): void => setCount((last) => Math.max(last, index + ahead));
  return {
    count,
    handleScroll({ scrollLeft, scrollWidth }: HTMLUListElement) {
      startTransition(() => reach(Math.ceil((scrollLeft / scrollWidth) * length)));
    },
    // When a card gets the focus, the cards after it are rendered without a React transition, because the next key
    // press may move the focus to one of them.
    handleFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>) {
      reach([...currentTarget.children].findIndex((item) => item.contains(target)) + 1);
    },
  };
}

/**
 * Keeps a row at its start when cards are inserted before its first one, unless somebody has scrolled the row. The
 * browser would scroll along with the card at which the row has come to rest (scroll snapping), past the new cards.
 *
 * @param firstKey - the React key of the first card
 */
function useKeptStart(track: { current: HTMLUListElement | null }, firstKey: string | null) {
  const offsetPx = useRef(0);
  const known = useRef(firstKey);
  useLayoutEffect(() => {
    const isSame = known.current === firstKey;
    known.current = firstKey;
    if (isSame || offsetPx.current >= 1) return undefined;
    const toStart = (): void => track.current?.scrollTo({ left: 0, behavior: 'instant' });
    toStart();
    // The browser scrolls along only after this layout.
    const frame = requestAnimationFrame(toStart);
    return () => cancelAnimationFrame(frame);
  }, [track, firstKey]);
  return {
    handleScroll({ scrollLeft }: HTMLUListElement) {
      offsetPx.current = scrollLeft;
    },
  };
}

/** Whether a row of cards is scrolled to its start, and whether to its end. */
function useRowEnds(track: { current: HTMLUListElement | null }) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });
  const measure = (): void => {
    if (track.current === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = track.current;
    const next = { atStart: scrollLeft < 1, atEnd: scrollLeft + clientWidth > scrollWidth - 1 };
    setEnds((last) => (last.atStart === next.atStart && last.atEnd === next.atEnd ? last : next));
  };
  const latest = useRef(measure);
  // A ResizeObserver first calls back after layout, so that measuring the row's scroll position in its callback forces
  // no extra layout.
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    if (track.current !== null) observer.observe(track.current);
    return () => observer.disconnect();
  }, [track]);
  return { ...ends, measure };
}

function handleRowKey(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const rows = [...document.querySelectorAll<HTMLElement>('.row__track')];
  const row = rows[rows.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)];
  if (row === undefined) return;
  const x = columnOf(event.target as HTMLElement);
  const next = findInColumn([...row.querySelectorAll<HTMLElement>(cards)], row, x);
  if (next === undefined) return;
  event.preventDefault();
  focusInColumn(next, x);
}

/** A button that scrolls a row of cards, for the mouse only; by keyboard the focus moves from card to card. */
function RowArrow({
  direction,
  isIdle,
  onClick,
}: {
  direction: 'prev' | 'next';
  isIdle: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={classes('row__arrow', `row__arrow--${direction}`, isIdle && 'is-idle')}
      aria-hidden="true"
      tabIndex={-1}
      onClick={onClick}
    >
      <ChevronRight className="ico" />
    </button>
  );
}
