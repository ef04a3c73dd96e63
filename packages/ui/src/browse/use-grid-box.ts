import { useLayoutEffect, useState, type RefObject } from 'react';

export interface GridBox {
  widthPx: number;
  /** Distance from the top of the document. */
  topPx: number;
}

/** Tracks the width and position of an element; `null` until its first layout. */
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
    // Elements above the grid may also change their height, and move the grid.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}
