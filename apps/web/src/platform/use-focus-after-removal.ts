import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus when an item is removed from a list: it moves to the item in the same position, or to the screen if
 * the list is empty. Otherwise keyboard users would start again at the top of the page.
 *
 * @param ids - the `data-place` of each item, in the list's order
 */
export function useFocusAfterRemoval(ids: readonly string[]): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const goneAt = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (goneAt < 0 || document.activeElement !== document.body) return;
    const next = ids[goneAt] ?? ids.at(-1);
    const places = [...document.querySelectorAll<HTMLElement>('[data-place]')];
    const place = places.find((element) => element.dataset['place'] === next);
    (place ?? document.getElementById('contenido'))?.focus({ preventScroll: true });
  }, [ids]);
}
