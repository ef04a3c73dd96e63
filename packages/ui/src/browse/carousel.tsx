/*
 * A row of cards. The arrow keys: ← and → go to the next card of the row; ↑ and ↓ to the card of the
 * row above or below that lies nearest on screen, whatever stands between the two rows; on the way down
 * what a card offers comes first. Past the first and the last row, as past the ends of a row, the key is
 * left to what the row stands in.
 */
import { ChevronRight } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
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
  className,
}: CarouselProps) {
  const headingId = useId();
  const track = useRef<HTMLUListElement>(null);
  const ends = useRowEnds(track);
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
        onScroll={ends.measure}
        onKeyDown={(event) => {
          navigation.onKeyDown(event);
          stepWithin(event, 'li');
          handleRowKey(event);
        }}
      >
        {children}
      </ul>
      <RowArrow direction="prev" isIdle={ends.atStart} onClick={() => scroll(-1)} />
      <RowArrow direction="next" isIdle={ends.atEnd} onClick={() => scroll(1)} />
    </section>
  );
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
  useLayoutEffect(() => {
    latest.current();
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
