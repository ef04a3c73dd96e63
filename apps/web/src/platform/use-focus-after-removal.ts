import { useLayoutEffect, useRef } from 'react';

/**
 * What is taken off a list may take the focus with it; whoever has no pointer would begin anew at the top of the page. The
 * focus goes to what has come to stand in its place, and to the screen itself where nothing is left.
 *
 * @param ids - the `data-place` of each thing on the list, in its order
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
