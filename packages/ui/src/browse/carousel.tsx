/*
 * A row of cards. The arrow keys: ← and → go to the next card of the row; ↑ and ↓ to the card of the
 * row above or below that lies nearest on screen, whatever stands between the two rows; on the way down
 * what a card offers comes first. Past the first and the last row, as past the ends of a row, the key is
 * left to what the row stands in. Cards that are out of sight are empty places, until what is looked at
 * or has the focus comes near them; those that are there stay.
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
import { findNext } from './spatial.ts';
import { stepWithin } from './step-within.ts';
import { useArrowNavigation } from './use-arrow-navigation.ts';
import './carousel.css';

export interface CarouselProps {
  heading: string;
  headingLevel?: 2 | 3 | undefined;
  /** What stands beside the heading, such as a link to all of it. */
  action?: ReactNode;
  /** How many are in view: upright posters, lying tiles, or wide tickets. */
  size?: 'poster' | 'tile' | 'ticket' | undefined;
  /** `li` elements, each with one card in it. */
  children: ReactNode;
  /** All cards at once: somebody comes back to one of them, which may be far along. */
  isWhole?: boolean | undefined;
  className?: string | undefined;
}

/** The part of its width by which a row moves. @see the specification, section 2 (home page) */
const stepShare = 0.8;
/** The cards themselves; what else a card offers is reached from it. */
const cards = 'a[href]:not([data-within]), button:not([disabled]):not([data-within])';

/** A row that bleeds to the right, with arrows under the pointer, and touch scroll with snap. */
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
      {/* The keys come from the links inside it. */}
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

/** More cards than are in view in rows of any kind, on a phone and elsewhere. */
const inView = { onPhone: 5, elsewhere: 10 };
/** Asked by its media: to read the window's width would have the whole page laid out. */
const phone = '(max-width: 767px)';

/** How many cards of a row are there, counted from its beginning: those in view, and some more. */
function useNearCards(length: number, isWhole: boolean) {
  const [ahead] = useState(() => (matchMedia(phone).matches ? inView.onPhone : inView.elsewhere));
  const [count, setCount] = useState(isWhole ? Infinity : ahead);
  const reach = (index: number): void => setCount((last) => Math.max(last, index + ahead));
  return {
    count,
    handleScroll({ scrollLeft, scrollWidth }: HTMLUListElement) {
      startTransition(() => reach(Math.ceil((scrollLeft / scrollWidth) * length)));
    },
    // At once: the next press of the key may go to one of them.
    handleFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>) {
      reach([...currentTarget.children].findIndex((place) => place.contains(target)) + 1);
    },
  };
}

/** Whether a row stands at its start and at its end. */
function useRowEnds(track: { current: HTMLUListElement | null }) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });
  const measure = (): void => {
    if (track.current === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = track.current;
    const next = { atStart: scrollLeft < 1, atEnd: scrollLeft + clientWidth > scrollWidth - 1 };
    setEnds((last) => (last.atStart === next.atStart && last.atEnd === next.atEnd ? last : next));
  };
  const latest = useRef(measure);
  // The first call comes once the row has been laid out, which is not done for this alone.
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

/** For the pointer alone: the keyboard moves from card to card. */
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
