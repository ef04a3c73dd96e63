/** A `ref` for what has just come and asks for an answer: a remote must be able to press it at once. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
