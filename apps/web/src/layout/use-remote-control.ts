import { useArrowNavigation } from '@butaca/ui';
import { useEffect } from 'react';

const firstControl = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

/**
 * The arrow keys over the whole page, as a television's remote has them: what no part of a screen uses leads to what lies that
 * way, and from nowhere the first press leads to the screen's first control.
 *
 * @returns what to spread on the element that holds everything
 */
export function useRemoteControl() {
  useEffect(() => {
    const start = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !event.key.startsWith('Arrow') || !isNowhere(document.activeElement))
        return;
      const first = document.querySelector<HTMLElement>(`main :is(${firstControl})`);
      if (first === null) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener('keydown', start);
    return () => document.removeEventListener('keydown', start);
  }, []);
  return useArrowNavigation();
}

/** The page itself, or the place where «Saltar al contenido» leads. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.id === 'contenido';
}
