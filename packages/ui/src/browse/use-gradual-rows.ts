import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Rows from `first` to before `end`. */
export interface Rows {
  first: number;
  end: number;
}

export interface WantedRows extends Rows {
  /** The first one that the window shows. */
  top: number;
}

/**
 * The rows that are there on the way to the wanted ones, with one new row a step: a slow phone that makes several of them
 * in one task does not answer meanwhile (decision 021).
 *
 * @param shape - of the rows: where it has become another one, and while `isUrgent`, all of them come at once
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
    setStep({ wanted, shape, shown: isAtOnce ? wanted : oneRowNearer(step.shown, wanted) });
  }
  // What has come is laid out here, so that the next frame, which has to paint it, need not do both in one task.
  useLayoutEffect(() => {
    gridRef.current?.getBoundingClientRect();
  });
  useEffect(() => {
    const { shown, wanted } = step;
    if (shown.first === wanted.first && shown.end === wanted.end) return;
    startTransition(() => setStep({ ...step, shown: oneRowNearer(shown, wanted) }));
  }, [step]);
  return step.shown;
}

const isSame = (one: WantedRows, other: WantedRows): boolean =>
  one.first === other.first && one.top === other.top && one.end === other.end;

/** Rows that are not wanted go at once; those of the window come before those above it. */
function oneRowNearer(shown: Rows, wanted: WantedRows): Rows {
  const first = Math.max(shown.first, wanted.first);
  const end = Math.min(shown.end, wanted.end);
  if (first >= end) return { first: wanted.top, end: Math.min(wanted.top + 1, wanted.end) };
  if (end < wanted.end) return { first, end: end + 1 };
  return { first: Math.max(first - 1, wanted.first), end };
}
