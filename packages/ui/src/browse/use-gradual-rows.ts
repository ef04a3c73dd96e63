import { startTransition, useEffect, useState, type RefObject } from 'react';

/** Rows from `first` to before `end`; `top` is the first one that the window shows. */
export interface WantedRows {
  first: number;
  top: number;
  end: number;
}

export type ShownRows = Pick<WantedRows, 'first' | 'end'>;

/**
 * The rows that are shown on the way to the wanted ones. Each step has one new row, and is laid out in a task of its own: a slow
 * phone that has to make several rows at once, or one together with its frame, would not answer meanwhile.
 *
 * @param shape - of the rows: where it is another one, and while `isWhole`, they are shown at once
 */
export function useGradualRows(
  gridRef: RefObject<HTMLElement | null>,
  wanted: WantedRows,
  shape: string,
  isWhole: boolean,
): ShownRows {
  const [step, setStep] = useState({ wanted, shape, shown: wanted as ShownRows });
  const { first, end } = step.shown;
  if (step.shape !== shape || !isSame(step.wanted, wanted)) {
    const isAtOnce = isWhole || step.shape !== shape || first === end;
    setStep({ wanted, shape, shown: isAtOnce ? wanted : oneRowNearer(step.shown, wanted) });
  }
  useEffect(() => {
    const timer = setTimeout(() => gridRef.current?.getBoundingClientRect());
    return () => clearTimeout(timer);
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

/** Rows that are not wanted go at once. */
export function oneRowNearer(shown: ShownRows, wanted: WantedRows): ShownRows {
  const first = Math.max(shown.first, wanted.first);
  const end = Math.min(shown.end, wanted.end);
  if (first >= end) return { first: wanted.top, end: Math.min(wanted.top + 1, wanted.end) };
  if (end < wanted.end) return { first, end: end + 1 };
  return { first: Math.max(first - 1, wanted.first), end };
}
