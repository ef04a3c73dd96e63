/**
 * Gives the focus to an element that has just been rendered if no other has it: the button that led to this step of the
 * assistant is gone, and a remote control needs a focus to start from. For `ref`.
 */
export function takeFreeFocus(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus();
}
