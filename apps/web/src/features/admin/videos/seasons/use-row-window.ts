import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SeasonRow } from './season-row-list.ts';

const rowPx = { head: 60, chapter: 52, end: 60 } as const;

/**
 * The rows of the season editor that are near the viewport, and their positions. The row with the focus and the dragged
 * row are always rendered, because removing their elements would end the focus and the drag.
 */
export function useRowWindow(rows: readonly SeasonRow[], movingKey: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [marginPx, setMarginPx] = useState(0);
  const [focusedKey, setFocusedKey] = useState<string>();
  useLayoutEffect(() => {
    const measure = (): void => {
      const topPx = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setMarginPx((before) => (Math.abs(topPx - before) > 1 ? topPx : before));
    };
    // When the height of the form above the season editor changes, the editor moves on the page, so its offset from the
    // top of the page is measured again.
    const observer = new ResizeObserver(measure);
    observer.observe(list.current?.closest('form') ?? document.body);
    return () => observer.disconnect();
  }, []);
  const indexOf = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const pinned = [focusedKey, movingKey].flatMap((key) => indexOf.get(key ?? '') ?? []);
  // oxlint-disable-next-line react/incompatible-library -- the product is built without the React compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rowPx[rows[index]?.kind ?? 'chapter'],
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: marginPx,
    overscan: 8,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned])].toSorted((a, b) => a - b),
  });
  const latest = useRef({ indexOf, virtualizer });
  useLayoutEffect(() => {
    latest.current = { indexOf, virtualizer };
  });
  const showRow = useCallback((key: string) => {
    const { indexOf: indexes, virtualizer: scroller } = latest.current;
    const index = indexes.get(key) ?? indexes.get(`inicio ${key}`);
    if (index !== undefined) scroller.scrollToIndex(index, { align: 'center' });
  }, []);
  return {
    list,
    showRow,
    totalPx: virtualizer.getTotalSize(),
    focusProps: {
      onFocus({ target }: { target: EventTarget }) {
        const row = (target as Element).closest<HTMLElement>('[data-index]');
        if (row !== null) setFocusedKey(rows[Number(row.dataset['index'])]?.key);
      },
      onBlur: () => setFocusedKey(undefined),
    },
    items: virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows[index];
      return row === undefined
        ? []
        : [{ row, index, topPx: start - marginPx, measure: virtualizer.measureElement }];
    }),
  };
}
