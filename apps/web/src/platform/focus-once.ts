/**
 * A `ref` that focuses a button when it is mounted, such as the first one of a failure panel, so that a remote control
 * can press it at once.
 */
export const focusOnce = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
