import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
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

type Looks = ReadonlyMap<string, RowLook>;

const isSameLook = (one: RowLook | undefined, other: RowLook): boolean =>
  one?.cells === other.cells &&
  one.fromMs === other.fromMs &&
  one.toMs === other.toMs &&
  one.edgeMs === other.edgeMs;

const isSame = (some: Looks, others: Looks): boolean =>
  some.size === others.size && [...others].every(([id, look]) => isSameLook(some.get(id), look));

/**
 * Changes the rows of the guide step by step: programmes that arrive, and hours that come into view, concern all rows at
 * once, and a slow processor that renders all of them in one task does not respond meanwhile. Each row is laid out in the
 * step that renders it, before the frame that paints it.
 *
 * @param wanted - what the rows are to show, by the ids of their channels
 * @param urgent - the id of the channel whose row is never postponed: the one of the cursor
 * @returns what the rows show in this step; a row that is new and has to wait shows no cells
 * @see docs/decisions/021-scrolling-grids.md
 */
export function useGradualLooks(
  box: RefObject<HTMLElement | null>,
  wanted: Looks,
  urgent: string | undefined,
): Looks {
  const [step, setStep] = useState(() => ({ wanted, shown: oneStepNearer(new Map(), wanted, urgent) }));
  if (!isSame(step.wanted, wanted)) setStep({ wanted, shown: oneStepNearer(step.shown, wanted, urgent) });
  useLayoutEffect(() => {
    box.current?.getBoundingClientRect();
  });
  useEffect(() => {
    if (isSame(step.shown, step.wanted)) return;
    startTransition(() => setStep({ ...step, shown: oneStepNearer(step.shown, step.wanted, urgent) }));
  }, [step, urgent]);
  return step.shown;
}

const none: readonly GuideCell[] = [];

/** What the rows show in the next step: some more of them what is wanted, the others what they have shown. */
function oneStepNearer(shown: Looks, wanted: Looks, urgent: string | undefined): Looks {
  const next = new Map<string, RowLook>();
  let left = rowsPerStep;
  for (const [id, look] of wanted) {
    const before = shown.get(id);
    const isReady = isSameLook(before, look);
    const waits = !isReady && left === 0 && id !== urgent;
    next.set(id, waits ? (before ?? { ...look, cells: none }) : look);
    if (!isReady && !waits) left = Math.max(left - 1, 0);
  }
  return next;
}
