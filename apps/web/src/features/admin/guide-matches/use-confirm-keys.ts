import { useEffect, useEffectEvent } from 'react';

/** What the keys of the page «Por confirmar» do. */
export interface ConfirmKeys {
  /** Chooses a candidate by its number, from 1. */
  candidate(number: number): void;
  none(): void;
  undo(): void;
  step(by: 1 | -1): void;
  search(): void;
}

/**
 * The keys with which channels are confirmed: 1 to 5 choose, 0 and N mean none, Z undoes, B searches, ← and → open the
 * neighbours. They are heard before the arrow keys move the focus.
 */
export function useConfirmKeys(keys: ConfirmKeys): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const act = isFree(event) ? findAct(event, keys) : undefined;
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => hear(event);
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Whether a key may be used: without a modifier, and while no field, menu or dialog has the focus. */
function isFree({ altKey, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey) return false;
  if (!(target instanceof Element)) return true;
  return (
    target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') === null
  );
}

function findAct({ key, target }: KeyboardEvent, keys: ConfirmKeys): (() => void) | undefined {
  if (/^[1-9]$/.test(key)) return () => keys.candidate(Number(key));
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    // In a row of buttons, and outside of the page's content, the arrow keys move the focus.
    const isBeside = target instanceof Element && target.closest('nav, header, [data-row]') !== null;
    return isBeside ? undefined : () => keys.step(key === 'ArrowLeft' ? -1 : 1);
  }
  switch (key.toLowerCase()) {
    case '0':
    case 'n':
      return keys.none;
    case 'z':
      return keys.undo;
    case 'b':
      return keys.search;
    default:
      return undefined;
  }
}
