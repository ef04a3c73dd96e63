/** What asks for the search: `/` where no text is being written, and Ctrl+K or ⌘K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  // On many keyboards the stroke needs ⇧.
  return event.key === '/' && !isWriting(event.target);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null
  );
}

/** Whether an overlay is open, which receives the keys. */
export function isPageCovered(): boolean {
  return (
    document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}
