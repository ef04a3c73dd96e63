import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus when the focused item is removed from a list: the focus moves to the item in the same
 * position, or to the screen if the list is empty. Otherwise keyboard users would start again at the top of the page.
 *
 * @param ids - the `data-focus-key` of each item, in the list's order
 */
export function useFocusAfterRemoval(ids: readonly string[]): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const goneAt = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (goneAt < 0 || document.activeElement !== document.body) return;
    const next = ids[goneAt] ?? ids.at(-1);
    const targets = [...document.querySelectorAll<HTMLElement>('[data-focus-key]')];
    const target = targets.find((element) => element.dataset['focusKey'] === next);
    (target ?? document.getElementById('contenido'))?.focus({ preventScroll: true });
  }, [ids]);
}
