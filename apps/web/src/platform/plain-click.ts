import type { MouseEvent } from 'react';

/**
 * Whether a click on a link opens the link in this tab; with a modifier key the browser opens it in another tab or
 * window.
 */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
