import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** A range of rows of a grid; `first` is inclusive, `end` is exclusive. */
export interface Rows {
  first: number;
  end: number;
}

export interface WantedRows extends Rows {
  /**
   * The grid's first row in the viewport; `bottom` is the row after the last one in the viewport. The other rows from
   * `first` to `end` are just outside the viewport (overscan).
   */
  top: number;
  bottom: number;
}

/**
 * Renders the rows of a virtual grid step by step while the page scrolls. Rows in the viewport are rendered at once,
 * rows just outside one per step: a slow phone that renders several of them in one task does not respond to input
 * meanwhile (decision 021). All rows are rendered at once if the grid had none before, or if other rows are wanted
 * while `isUrgent`.
 *
 * @param shape - a text that stands for the size of the grid's rows; when it changes, all rows are rendered at once too
 */
export function useGradualRows(
  gridRef: RefObject<HTMLElement | null>,
  wanted: WantedRows,
  shape: string,
  isUrgent: boolean,
): Rows {
  const [step, setStep] = useState<{ wanted: WantedRows; shape: string; shown: Rows }>({
    wanted,
    shape,
    shown: wanted,
  });
  if (step.shape !== shape || !isSame(step.wanted, wanted)) {
    const isAtOnce = isUrgent || step.shape !== shape || step.shown.first === step.shown.end;
    setStep({ wanted, shape, shown: isAtOnce ? wanted : oneStepNearer(step.shown, wanted) });
  }
  // Measuring the grid forces the layout of its new rows within this task, so that the next frame only has to paint
  // them.
  useLayoutEffect(() => {
    gridRef.current?.getBoundingClientRect();
  });
  useEffect(() => {
    const { shown, wanted } = step;
    if (shown.first === wanted.first && shown.end === wanted.end) return;
    startTransition(() => setStep({ ...step, shown: oneStepNearer(shown, wanted) }));
  }, [step]);
  return step.shown;
}

const isSame = (one: WantedRows, other: WantedRows): boolean =>
  one.first === other.first && one.top === other.top && one.bottom === other.bottom && one.end === other.end;

/**
 * The rows that a virtual grid renders in the next step: one more of the wanted rows outside the viewport; rows that
 * are no longer wanted are removed at once.
 */
function oneStepNearer(shown: Rows, wanted: WantedRows): Rows {
  const first = Math.max(shown.first, wanted.first);
  const end = Math.min(shown.end, wanted.end);
  if (first >= end) return { first: wanted.top, end: wanted.bottom };
  if (first > wanted.top || end < wanted.bottom)
    return { first: Math.min(first, wanted.top), end: Math.max(end, wanted.bottom) };
  return end < wanted.end ? { first, end: end + 1 } : { first: Math.max(first - 1, wanted.first), end };
}
