import { useLayoutEffect, useState, type RefObject } from 'react';

export interface GridBox {
  widthPx: number;
  /** The distance of the grid's upper edge from the top of the document, in CSS pixels. */
  topPx: number;
}

/** Tracks the width of a grid's element and its position in the page; `null` until its first layout. */
export function useGridBox(ref: RefObject<HTMLElement | null>): GridBox | null {
  const [box, setBox] = useState<GridBox | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => {
      const rect = element.getBoundingClientRect();
      const next = { widthPx: rect.width || window.innerWidth, topPx: Math.round(rect.top + window.scrollY) };
      setBox((last) => (last?.widthPx === next.widthPx && last.topPx === next.topPx ? last : next));
    };
    measure();
    // `body` is observed as well as the grid, because elements above the grid may change their height and so move the
    // grid.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}
