/*
 * A virtual grid: only the rows near the window are rendered. All rows have the same height: estimated first, then taken from the
 * first real row before the first paint, so that positions are exact and nothing jumps when the reader returns to a former position.
 * The row with the focus stays rendered wherever the window is, and an arrow key that leads to a row which is not rendered yet has
 * it rendered first.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../element/classes.ts';
import { gridStep } from '../navigation/spatial.ts';
import { stepWithin } from '../navigation/step-within.ts';
import { useGradualRows } from './use-gradual-rows.ts';
import { useGridBox } from './use-grid-box.ts';
import { useWindowOffset } from './use-window-offset.ts';
import './virtual-grid.css';

export interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item, index: number) => string;
  /** Renders one cell, which contains one link or button. */
  renderItem: (item: Item, index: number) => ReactElement;
  columns: (widthPx: number) => number;
  /** Used until a real row has been measured. */
  estimateRowHeightPx: (cellWidthPx: number) => number;
  /** The scroll position to restore. */
  initialOffsetPx?: number | undefined;
  /** Called while the last rows are near; again when the number of items has changed. */
  onEndReached?: (() => void) | undefined;
  overscanRows?: number | undefined;
  className?: string | undefined;
}

const focusable = 'a[href], button:not([disabled])';
/** Early enough that the next items mostly arrive before they have to be shown. */
const rowsBeforeEnd = 5;
/** In cells narrower than this, the content beside or over the picture is shown below it. */
const smallBelowPx = 190;
/** A single column at least this wide has room for text beside the picture. */
const wideFromPx = 480;

/** A list in columns that scrolls with the window and holds thousands of items. */
export function VirtualGrid<Item>({
  label,
  items,
  itemKey,
  renderItem,
  columns,
  estimateRowHeightPx,
  initialOffsetPx = 0,
  onEndReached,
  overscanRows = 3,
  className,
}: VirtualGridProps<Item>) {
  const gridRef = useRef<HTMLUListElement>(null);
  const box = useGridBox(gridRef);
  const [measuredPx, setMeasuredPx] = useState<number | null>(null);
  const [held, setHeld] = useState<number | null>(null);

  const columnCount = Math.max(1, box === null ? 1 : columns(box.widthPx));
  const rowCount = box === null ? 0 : Math.ceil(items.length / columnCount);
  const cellWidthPx = (box?.widthPx ?? 0) / columnCount;
  const rowHeightPx = measuredPx ?? estimateRowHeightPx(cellWidthPx);
  const shape = `${columnCount} ${box?.widthPx}`;
  const heldRow = held === null ? null : Math.floor(held / columnCount);

  const rowAt = (offsetPx: number): number => Math.floor((offsetPx - (box?.topPx ?? 0)) / rowHeightPx);
  const offset = useWindowOffset(initialOffsetPx, rowAt, held !== null);
  // The number of rows does not depend on the offset: when one row is added another is removed, in the same step.
  const shownRows = Math.ceil(offset.heightPx / rowHeightPx) + 1;
  // When the list becomes shorter, its end is rendered before the page reports the new scroll position.
  const top = clamp(rowAt(offset.topPx), rowCount - shownRows);
  const wanted = {
    first: clamp(top - overscanRows, rowCount),
    top,
    bottom: clamp(top + shownRows, rowCount),
    end: clamp(top + shownRows + overscanRows, rowCount),
  };
  const { first, end } = useGradualRows(gridRef, wanted, `${shape} ${rowHeightPx}`, held !== null);
  const rows = listRows(first, end, heldRow, rowCount);

  const hasRows = rows.length > 0;
  useLayoutEffect(() => {
    const real = gridRef.current?.querySelector<HTMLElement>('.vgrid__cell')?.getBoundingClientRect().height;
    if (real) setMeasuredPx(real);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another shape has rows of another height
  }, [shape, hasRows]);

  const isPlaced = box !== null && rowCount > 0;
  useRestoredScroll(isPlaced, initialOffsetPx);

  const isNearEnd = isPlaced && Math.max(wanted.end - 1, rows.at(-1) ?? -1) >= rowCount - rowsBeforeEnd;
  useEffect(() => {
    if (isNearEnd) onEndReached?.();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new page that leaves the end near asks for the next one
  }, [isNearEnd, items.length, onEndReached]);

  const focusProps = useHeldFocus(gridRef, columnCount, items.length, setHeld);
  const style = {
    height: rowCount * rowHeightPx,
    '--columns': columnCount,
    '--grid-width': `${box?.widthPx ?? 0}px`,
  } as CSSProperties;
  return (
    // The key events come from the links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={gridRef}
      aria-label={label}
      className={classes(
        'vgrid',
        cellWidthPx < smallBelowPx && 'vgrid--small',
        columnCount === 1 && cellWidthPx >= wideFromPx && 'vgrid--wide',
        className,
      )}
      data-columns={columnCount}
      style={style}
      {...focusProps}
    >
      {rows.flatMap((row) =>
        items.slice(row * columnCount, (row + 1) * columnCount).map((item, column) => {
          const index = row * columnCount + column;
          const place = { '--column': column, top: row * rowHeightPx };
          return (
            <li
              key={itemKey(item, index)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              data-index={index}
              className="vgrid__cell"
              style={place}
            >
              {renderItem(item, index)}
            </li>
          );
        }),
      )}
    </ul>
  );
}

/** The rows from `first` to before `end`, and the row with the focus wherever it is. */
function listRows(first: number, end: number, heldRow: number | null, rowCount: number): number[] {
  const rows = Array.from({ length: end - first }, (_, position) => first + position);
  if (heldRow !== null && heldRow < first) rows.unshift(heldRow);
  if (heldRow !== null && heldRow >= end && heldRow < rowCount) rows.push(heldRow);
  return rows;
}

/** Scrolls to the initial position once, when the grid is laid out. */
function useRestoredScroll(isPlaced: boolean, offsetPx: number): void {
  const hasRestored = useRef(false);
  // Also scrolls to 0: after a reload the browser restores its own position, among rows that are not rendered yet.
  useLayoutEffect(() => {
    if (!isPlaced || hasRestored.current) return;
    hasRestored.current = true;
    window.scrollTo(0, offsetPx);
  }, [isPlaced, offsetPx]);
}

/**
 * Moves the focus from cell to cell with the arrow keys.
 *
 * @param setHeld - takes the index of the item with the focus, which stays rendered; `null` when the focus leaves the grid
 */
function useHeldFocus(
  gridRef: RefObject<HTMLUListElement | null>,
  columnCount: number,
  itemCount: number,
  setHeld: (index: number | null) => void,
) {
  const handleKey = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (stepWithin(event, '[data-index]')) return;
    const from = indexOf(event.target);
    const next = from === undefined ? undefined : gridStep(from, event.key, columnCount, itemCount);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => setHeld(next));
    const cell = gridRef.current?.querySelector(`[data-index="${next}"]`);
    const control = cell?.querySelector<HTMLElement>(focusable);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'nearest' });
  };
  return {
    onKeyDown: handleKey,
    onFocus: (event: FocusEvent<HTMLUListElement>) => setHeld(indexOf(event.target) ?? null),
    onBlur: (event: FocusEvent<HTMLUListElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setHeld(null);
    },
  };
}

const clamp = (row: number, most: number): number => Math.max(Math.min(row, most), 0);

/** The index of the cell that an element is in. */
function indexOf(element: EventTarget): number | undefined {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  const index = Number(cell?.dataset['index']);
  return Number.isInteger(index) ? index : undefined;
}
