import { startTransition, useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react';
import type { GuideCell } from './guide-cells.ts';

/** What the row of a channel shows: its cells, which part of them is rendered, and where words of cut cells begin. */
export interface RowLook {
  cells: readonly GuideCell[];
  fromMs: number;
  toMs: number;
  edgeMs: number;
}

/** How many rows change in one step. A row with new programmes takes a slow processor about 10 ms. */
const rowsPerStep = 2;

const isSameLook = (one: RowLook, other: RowLook): boolean =>
  one.cells === other.cells &&
  one.fromMs === other.fromMs &&
  one.toMs === other.toMs &&
  one.edgeMs === other.edgeMs;

/**
 * Changes the rows of the guide step by step: programmes that arrive, and hours that come into view, concern all rows at once, and
 * a slow processor that renders all of them in one task does not respond meanwhile. Each row is laid out in the step that renders
 * it, before the frame that paints it.
 *
 * @param wanted - what the rows are to show, by the ids of their channels
 * @param urgent - the id of the channel whose row is never postponed: the one of the cursor
 * @returns what the rows show in this step; a row that is new and has to wait shows no cells
 * @see docs/decisions/021-scrolling-grids.md
 */
export function useGradualLooks(
  box: RefObject<HTMLElement | null>,
  wanted: ReadonlyMap<string, RowLook>,
  urgent: string | undefined,
): ReadonlyMap<string, RowLook> {
  const [, takeStep] = useReducer((step: number) => step + 1, 0);
  const committed = useRef<ReadonlyMap<string, RowLook>>(new Map());
  const shown = new Map<string, RowLook>();
  let left = rowsPerStep;
  let isBehind = false;
  for (const [id, look] of wanted) {
    const before = committed.current.get(id);
    if (before === undefined || !isSameLook(before, look)) {
      if (left === 0 && id !== urgent) {
        isBehind = true;
        shown.set(id, before ?? { ...look, cells: none });
        continue;
      }
      left = Math.max(left - 1, 0);
    }
    shown.set(id, look);
  }
  useLayoutEffect(() => {
    committed.current = shown;
    box.current?.getBoundingClientRect();
  });
  useEffect(() => {
    if (isBehind) startTransition(takeStep);
  });
  return shown;
}

const none: readonly GuideCell[] = [];
