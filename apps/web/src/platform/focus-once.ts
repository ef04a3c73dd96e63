/**
 * A `ref` that focuses an element when it is mounted, for notices that ask for an answer: a remote control can then
 * press it at once.
 */
export const focusOnce = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
