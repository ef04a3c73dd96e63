/*
 * A grid with thousands of cells, of which only the rows near the viewport are rendered. All rows have the same height:
 * first an estimate, then, before the first paint, that of the first rendered row, so that positions are exact and
 * nothing jumps when the page returns to a former scroll position. The row with the focus stays rendered even far from
 * the viewport. An arrow key that leads to a row that is not rendered yet renders that row first.
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
import { columnOf, focusInColumn, focusInRow } from '../navigation/row-focus.ts';
import { gridStep } from '../navigation/spatial.ts';
import { useGradualRows } from './use-gradual-rows.ts';
import { useGridBox } from './use-grid-box.ts';
import { useWindowOffset } from './use-window-offset.ts';
import './virtual-grid.css';

export interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item, index: number) => string;
  /** Renders one cell of the grid, which must contain one link or button. */
  renderItem: (item: Item, index: number) => ReactElement;
  columns: (widthPx: number) => number;
  /**
   * Estimates the height of a row of the grid from the width of its cells; used until a rendered row has been measured.
   */
  estimateRowHeightPx: (cellWidthPx: number) => number;
  /**
   * The scroll offset of the page, in CSS pixels, to which the page is scrolled when the grid appears, e.g. after
   * returning to it.
   */
  initialOffsetPx?: number | undefined;
  /**
   * Called when the viewport is near the last rows of the grid, so that the caller can load more items; called again if
   * the viewport is still near the end after items were added.
   */
  onEndReached?: (() => void) | undefined;
  overscanRows?: number | undefined;
  className?: string | undefined;
}

const focusable = ':is(a[href], button:not([disabled])):not([data-within])';
/**
 * How many rows before the end of a grid further items are requested, so that they usually arrive before they come into
 * view.
 */
const rowsBeforeEnd = 5;
/** Width of a grid cell in CSS pixels below which content beside or over a poster is shown below the poster instead. */
const smallBelowPx = 190;
/** Width in CSS pixels from which a grid with a single column has room for text beside the poster. */
const wideFromPx = 480;

/**
 * A grid of items that scrolls with the window; it may have thousands of items, of which only those near the viewport
 * are rendered.
 */
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
  // The number of rows counted as in view is the same at every scroll offset (one more than fit into the window), so
  // that scrolling by one row adds a row at one end of the grid and removes one at the other.
  const shownRows = Math.ceil(offset.heightPx / rowHeightPx) + 1;
  // When the list of items becomes shorter, its last rows are rendered at once, before the browser reports the smaller
  // scroll offset.
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after a change of `shape` the rows have another height
  }, [shape, hasRows]);

  // What loads late may make all cells higher, such as what channels show now.
  useEffect(() => {
    const cell = gridRef.current?.querySelector('.vgrid__cell');
    if (!cell) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0];
      if (size !== undefined && size.blockSize > 0) setMeasuredPx(size.blockSize);
    });
    observer.observe(cell);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after a change of any of these another cell is the first
  }, [shape, hasRows, first]);

  const isMeasured = box !== null && rowCount > 0;
  useRestoredScroll(isMeasured, initialOffsetPx);

  const isNearEnd = isMeasured && Math.max(wanted.end - 1, rows.at(-1) ?? -1) >= rowCount - rowsBeforeEnd;
  useEffect(() => {
    if (isNearEnd) onEndReached?.();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- if new items leave the end near, further ones are requested
  }, [isNearEnd, items.length, onEndReached]);

  const focusProps = useHeldFocus(gridRef, columnCount, items.length, setHeld);
  const style = {
    height: rowCount * rowHeightPx,
    '--columns': columnCount,
    '--grid-width': `${box?.widthPx ?? 0}px`,
  } as CSSProperties;
  return (
    // The grid handles key events, which bubble up from the links inside its cells.
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
          const position = { '--column': column, top: row * rowHeightPx };
          return (
            <li
              key={itemKey(item, index)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              data-index={index}
              className="vgrid__cell"
              style={position}
            >
              {renderItem(item, index)}
            </li>
          );
        }),
      )}
    </ul>
  );
}

/** The indices of the rows that a grid renders: those from `first` to before `end`, and the row with the focus. */
function listRows(first: number, end: number, heldRow: number | null, rowCount: number): number[] {
  const rows = Array.from({ length: end - first }, (_, position) => first + position);
  if (heldRow !== null && heldRow < first) rows.unshift(heldRow);
  if (heldRow !== null && heldRow >= end && heldRow < rowCount) rows.push(heldRow);
  return rows;
}

/** Scrolls the page to a former scroll offset once, when the grid has its first layout. */
function useRestoredScroll(isMeasured: boolean, offsetPx: number): void {
  const hasRestored = useRef(false);
  // A scroll offset of 0 is set too: after a reload the browser would otherwise scroll to its own saved offset, among
  // rows that are not rendered yet.
  useLayoutEffect(() => {
    if (!isMeasured || hasRestored.current) return;
    hasRestored.current = true;
    window.scrollTo(0, offsetPx);
  }, [isMeasured, offsetPx]);
}

/**
 * Moves the focus from cell to cell of a grid with the arrow keys.
 *
 * @param setHeld - takes the index of the item with the focus, which stays rendered; `null` when the focus leaves the
 * grid
 */
function useHeldFocus(
  gridRef: RefObject<HTMLUListElement | null>,
  columnCount: number,
  itemCount: number,
  setHeld: (index: number | null) => void,
) {
  // The column in which ↑ and ↓ move, and the item that they reached last: the last row of a grid may be too short for it.
  const kept = useRef<{ index: number; column: number }>(undefined);
  const handleKey = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = indexOf(event.target);
    if (from === undefined) return;
    const column = kept.current?.index === from ? kept.current.column : from % columnCount;
    const next = gridStep(from, event.key, columnCount, itemCount, column);
    if (next === undefined) return;
    event.preventDefault();
    const x = columnOf(event.target as HTMLElement);
    flushSync(() => setHeld(next));
    const cell = gridRef.current?.querySelector(`[data-index="${next}"]`);
    const control = cell?.querySelector<HTMLElement>(focusable);
    if (!control) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      kept.current = { index: next, column };
      focusInColumn(control, x);
    } else focusInRow(control);
  };
  return {
    'data-rows': true,
    onKeyDown: handleKey,
    onFocus: (event: FocusEvent<HTMLUListElement>) => setHeld(indexOf(event.target) ?? null),
    onBlur: (event: FocusEvent<HTMLUListElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setHeld(null);
    },
  };
}

const clamp = (row: number, most: number): number => Math.max(Math.min(row, most), 0);

/** The index of the grid cell that contains an element. */
function indexOf(element: EventTarget): number | undefined {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  const index = Number(cell?.dataset['index']);
  return Number.isInteger(index) ? index : undefined;
}
