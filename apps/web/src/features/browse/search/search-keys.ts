/** The `id` of the field of the search, to which the keys of the search move the focus. */
export const searchFieldId = 'buscador';

/** Whether a keyboard event opens the search: `/` outside of text fields, Ctrl+K or ⌘K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  // The ⇧ key may be held, because many keyboards need it to type «/».
  return event.key === '/' && !isWriting(event.target);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null
  );
}

/** Whether a dialog or a menu is open, so that the search must not open under it. */
export function isPageCovered(): boolean {
  return (
    document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
