import { useArrowNavigation } from '@butaca/ui';
import { useEffect } from 'react';

const firstControl = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

/**
 * Arrow navigation for all screens, as on a television: an arrow key that no part of the screen handles moves the focus
 * in its direction. If nothing has the focus, the first arrow key focuses the first control of the screen's content.
 *
 * @returns the props for the element that contains the whole page
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

/** Whether nothing has the focus, or only the `main` element, to which the link «Saltar al contenido» jumps. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.id === 'contenido';
}
