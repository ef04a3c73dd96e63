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

/** Where the plane of each category was scrolled to when it was left, for the way back from a channel. */
const places = new Map<string, { leftPx: number; topPx: number }>();

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
  const [part, setPart] = useState<PlanePart>(() => {
    const leftPx = (isReturn ? places.get(name)?.leftPx : undefined) ?? startOf(nowMs);
    const topPx = (isReturn ? places.get(name)?.topPx : undefined) ?? 0;
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
    places.set(name, { leftPx, topPx });
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
    const kept = isReturn ? places.get(name) : undefined;
    scroll(current, kept?.leftPx ?? startOf(nowMs), kept?.topPx ?? 0);
    // In a low window the grid would be below the edge.
    if (window.innerHeight <= lowPx) current.scrollIntoView({ block: 'end' });
  });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    place();
    follow(true);
    const handleScroll = (): void => follow(false);
    const handleSize = (): void => {
      setSizes(measure());
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
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with other sizes or rows another part is visible
  useLayoutEffect(() => follow(true), [sizes, rowCount]);

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
