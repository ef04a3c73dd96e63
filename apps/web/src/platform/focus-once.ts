/**
 * A `ref` that focuses a button when the button is mounted, such as the first button of a failure panel, so that a
 * remote control can press it at once.
 */
export const focusOnce = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
