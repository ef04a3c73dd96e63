import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** Rows from `first` to before `end`. */
export interface Rows {
  first: number;
  end: number;
}

export interface WantedRows extends Rows {
  /** The window shows the rows from here to before `bottom`; the others are in reserve. */
  top: number;
  bottom: number;
}

/**
 * The rows that are there on the way to the wanted ones. What the window lacks comes at once, and those in reserve one a step:
 * a slow phone that makes several of them in one task does not answer meanwhile (decision 021). All of them come at once where
 * none was there, and where others are wanted while `isUrgent`.
 *
 * @param shape - of the rows: where it has become another one, all of them come at once as well
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
  // What has come is laid out here, so that the next frame, which has to paint it, need not do both in one task.
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

/** Rows that are not wanted go at once. */
function oneStepNearer(shown: Rows, wanted: WantedRows): Rows {
  const first = Math.max(shown.first, wanted.first);
  const end = Math.min(shown.end, wanted.end);
  if (first >= end) return { first: wanted.top, end: wanted.bottom };
  if (first > wanted.top || end < wanted.bottom)
    return { first: Math.min(first, wanted.top), end: Math.max(end, wanted.bottom) };
  return end < wanted.end ? { first, end: end + 1 } : { first: Math.max(first - 1, wanted.first), end };
}
