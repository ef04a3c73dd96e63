import type { MouseEvent } from 'react';

/** A click that opens it here; with a modifier the browser opens it elsewhere. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
