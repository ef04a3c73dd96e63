/*
 * A row of cards. ← and → move the focus to the next card of the row; ↑ and ↓ move it to the nearest card on screen of the row
 * above or below, even if other elements lie between the two rows; on the way down the card's own actions are visited first. A
 * key that leads out of the row, or beyond the first or last row, is left to the container. Cards out of view are rendered as
 * empty placeholders until the row is scrolled near them or the focus gets near them; cards once rendered stay rendered.
 */
import { ChevronRight } from 'lucide-react';
import {
  Children,
  isValidElement,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classes } from '../element/classes.ts';
import { findNext } from '../navigation/spatial.ts';
import { stepWithin } from '../navigation/step-within.ts';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import './carousel.css';

export interface CarouselProps {
  heading: string;
  headingLevel?: 2 | 3 | undefined;
  /** An element beside the row's heading, such as a link to the whole list. */
  action?: ReactNode;
  /** The size of the row's cards: upright posters, wide tiles, or the tickets of «Continuar Viendo». */
  size?: 'poster' | 'tile' | 'ticket' | undefined;
  /** The row's `li` elements, each containing one card. */
  children: ReactNode;
  /** Whether all cards of the row are rendered at once, because the page returns the focus to one that may be far along. */
  isWhole?: boolean | undefined;
  className?: string | undefined;
}

/** The fraction of a row's width by which an arrow button scrolls it. @see the specification, section 2 (home page) */
const stepShare = 0.8;
/** The selector of the focusable cards in a row; excludes the actions of a card, which are reached from the card. */
const cards = 'a[href]:not([data-within]), button:not([disabled]):not([data-within])';

/** A row of cards that is cut off at the right edge; arrow buttons scroll it by mouse, and touch scrolling snaps to cards. */
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
      {/* The key events bubble up from the links inside the row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={track}
        className={`row__track row__track--${size}`}
        onScroll={(event) => {
          ends.measure();
          near.handleScroll(event.currentTarget);
        }}
        onFocus={near.handleFocus}
        onKeyDown={(event) => {
          navigation.onKeyDown(event);
          stepWithin(event, 'li');
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

/** How many cards to render ahead in a row: more than any row shows at once, on a phone and on wider screens. */
const inView = { onPhone: 5, elsewhere: 10 };
/** The media query for phones; used because reading the window's width would force a layout of the whole page. */
const phone = '(max-width: 767px)';

/** The number of cards of a row to render, counted from its beginning: those in view, and some ahead. */
function useNearCards(length: number, isWhole: boolean) {
  const [ahead] = useState(() => (matchMedia(phone).matches ? inView.onPhone : inView.elsewhere));
  const [count, setCount] = useState(isWhole ? Infinity : ahead);
  const reach = (index: number): void => setCount((last) => Math.max(last, index + ahead));
  return {
    count,
    handleScroll({ scrollLeft, scrollWidth }: HTMLUListElement) {
      startTransition(() => reach(Math.ceil((scrollLeft / scrollWidth) * length)));
    },
    // The cards are added without a transition, because the next key press may move the focus to one of the added cards.
    handleFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>) {
      reach([...currentTarget.children].findIndex((place) => place.contains(target)) + 1);
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
  // The ResizeObserver first calls back after the row's layout, so that measuring there forces no extra layout.
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
  const candidates = [...(row?.querySelectorAll<HTMLElement>(cards) ?? [])];
  const from = (event.target as HTMLElement).getBoundingClientRect();
  const boxes = candidates.map((card) => card.getBoundingClientRect());
  const next = candidates[findNext(from, event.key === 'ArrowUp' ? 'up' : 'down', boxes)] ?? candidates[0];
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A scroll button for the mouse only; by keyboard the focus moves from card to card. */
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
