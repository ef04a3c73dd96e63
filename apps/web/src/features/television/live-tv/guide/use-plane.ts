import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { after, type Cancel } from '../../../../platform/base/clock.ts';
import {
  instantAt,
  isSamePart,
  offsetOf,
  partAt,
  sizesOf,
  type Axis,
  type PlanePart,
  type PlaneSizes,
} from './guide-axis.ts';
import { keepPlace, readPlace, type PlanePlace } from './guide-places.ts';

/** How long scrolling must pause before the words of cut cells move to the left edge. */
const restMs = 120;
/** How long before an instant the visible part begins when it is scrolled there, in milliseconds. */
const leadMs = 20 * 60_000;

/** The height of windows in which the grid fills the window. */
const lowPx = 600;

export interface Plane {
  sizes: PlaneSizes;
  part: PlanePart;
  /** The instant at the left edge of the visible part when it was scrolled last: there the words of cut cells begin. */
  edgeMs: number;
  /** Scrolls so that the visible part begins a little before an instant. */
  showInstant: (atMs: number) => void;
  /** Scrolls as little as needed to show a cell of a row, and renders it at once. */
  reveal: (row: number, startMs: number, endMs: number) => void;
  /** How many rows are visible. */
  shownRows: () => number;
}

const rootPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const measure = (): PlaneSizes => sizesOf(window.innerWidth, window.innerHeight, rootPx());

/** Scrolls at once, whatever the person prefers for motion: the plane is rendered for the new place in the same step. */
function scroll(box: HTMLElement, leftPx: number, topPx = box.scrollTop): void {
  box.scrollLeft = leftPx;
  box.scrollTop = topPx;
}

const isSameSize = (one: PlaneSizes, other: PlaneSizes): boolean =>
  one.minutePx === other.minutePx && one.rowPx === other.rowPx && one.namePx === other.namePx;

/**
 * Tracks the part of the plane that is visible. Scrolling renders as a transition, so that it never waits for rows.
 *
 * @param name - the category, by which the place of the plane is kept
 * @param isReturn - whether the person comes back to this screen, and so to the place that was left
 */
export function usePlane(
  box: RefObject<HTMLDivElement | null>,
  axis: Axis,
  rowCount: number,
  nowMs: number,
  { name, isReturn }: { name: string; isReturn: boolean },
): Plane {
  const [sizes, setSizes] = useState(measure);
  const startOf = (atMs: number) => Math.max(0, offsetOf(atMs - leadMs, axis, sizes));
  const [first] = useState<PlanePlace>(
    () => (isReturn ? readPlace(name).plane : undefined) ?? { atMs: nowMs - leadMs, row: 0 },
  );
  /** Where the plane is scrolled to. */
  const placed = useRef(first);
  const pixelsOf = ({ atMs, row }: PlanePlace) => ({
    leftPx: Math.max(0, offsetOf(atMs, axis, sizes)),
    topPx: row * sizes.rowPx,
  });
  const [part, setPart] = useState<PlanePart>(() => {
    const { leftPx, topPx } = pixelsOf(first);
    const { innerWidth: widthPx, innerHeight: heightPx } = window;
    return partAt({ leftPx, topPx, widthPx, heightPx }, axis, sizes, rowCount);
  });
  const [edgeMs, setEdgeMs] = useState(nowMs);
  const last = useRef(part);
  const rest = useRef<Cancel>(undefined);

  /** Reads where the plane is scrolled to, and renders what has come into view. */
  const follow = useEffectEvent((isUrgent: boolean) => {
    const { current } = box;
    if (current === null) return;
    const { scrollLeft: leftPx, scrollTop: topPx } = current;
    const [widthPx, heightPx] = [
      current.clientWidth || window.innerWidth,
      current.clientHeight || window.innerHeight,
    ];
    placed.current = { atMs: instantAt(leftPx, axis, sizes), row: topPx / sizes.rowPx };
    keepPlace(name, { plane: placed.current });
    const next = partAt({ leftPx, topPx, widthPx, heightPx }, axis, sizes, rowCount);
    const render = (): void => setPart(next);
    rest.current?.();
    const settle = (): void => setEdgeMs(instantAt(leftPx, axis, sizes));
    if (isUrgent) settle();
    else rest.current = after(restMs, () => startTransition(settle));
    if (isSamePart(last.current, next)) return;
    last.current = next;
    if (isUrgent) render();
    else startTransition(render);
  });
  const place = useEffectEvent(() => {
    const { current } = box;
    if (current === null) return;
    const { leftPx, topPx } = pixelsOf(placed.current);
    scroll(current, leftPx, topPx);
    follow(true);
  });
  const showGrid = useEffectEvent(() => {
    // In a low window the grid would be below the edge.
    if (window.innerHeight <= lowPx) box.current?.scrollIntoView({ block: 'end' });
  });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    showGrid();
    const handleScroll = (): void => follow(false);
    const handleSize = (): void => {
      setSizes((before) => {
        const next = measure();
        return isSameSize(before, next) ? before : next;
      });
      follow(false);
    };
    current.addEventListener('scroll', handleScroll, { passive: true });
    window.addEventListener('resize', handleSize);
    return () => {
      rest.current?.();
      current.removeEventListener('scroll', handleScroll);
      window.removeEventListener('resize', handleSize);
    };
  }, [box]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- on another axis or with other sizes the place has other pixels
  useLayoutEffect(() => place(), [axis.startMs, sizes]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with other rows another part is visible
  useLayoutEffect(() => follow(true), [rowCount]);

  return {
    sizes,
    part,
    edgeMs,
    showInstant: (atMs) => {
      if (box.current !== null) scroll(box.current, startOf(atMs));
      follow(true);
    },
    reveal: (row, startMs, endMs) => {
      const { current } = box;
      if (current === null) return;
      const topPx = row * sizes.rowPx;
      const roomPx = Math.max(current.clientHeight - sizes.headPx, sizes.rowPx);
      const lowestPx = topPx + sizes.rowPx - roomPx;
      const nextTopPx = Math.min(Math.max(current.scrollTop, lowestPx), topPx);
      const widthPx = Math.max(current.clientWidth - sizes.namePx, 1);
      const [leftPx, rightPx] = [offsetOf(startMs, axis, sizes), offsetOf(endMs, axis, sizes)];
      const isBefore = leftPx < current.scrollLeft && rightPx < current.scrollLeft + widthPx / 2;
      const isAfter = leftPx > current.scrollLeft + widthPx * 0.75;
      scroll(current, isBefore || isAfter ? startOf(startMs) : current.scrollLeft, nextTopPx);
      follow(true);
    },
    shownRows: () => Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - sizes.headPx) / sizes.rowPx)),
  };
}
