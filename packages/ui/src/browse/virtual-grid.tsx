/*
 * A grid of which only the rows near the window exist. All rows are of one height: estimated
 * first, then taken from the first real row before anything is painted, so that positions are
 * exact and nothing jumps when the reader returns to where they were. The row that has the
 * focus stays mounted wherever the window is, and an arrow key that needs a row which does not
 * exist yet has it rendered first.
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
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../element/classes.ts';
import { gridStep } from './spatial.ts';
import { stepWithin } from './step-within.ts';
import { useGradualRows } from './use-gradual-rows.ts';
import { useGridBox } from './use-grid-box.ts';
import { useWindowOffset } from './use-window-offset.ts';
import './virtual-grid.css';

export interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item, index: number) => string;
  /** Renders one cell, with one link or button in it. */
  renderItem: (item: Item, index: number) => ReactElement;
  columns: (widthPx: number) => number;
  /** Used until a real row has been measured. */
  estimateRowHeightPx: (cellWidthPx: number) => number;
  /** Where the window was when the reader left. */
  initialOffsetPx?: number | undefined;
  /** Called while the last rows are near; again whenever the number of items has changed. */
  onEndReached?: (() => void) | undefined;
  overscanRows?: number | undefined;
  className?: string | undefined;
}

const target = 'a[href], button:not([disabled])';
/** So early that they mostly come before the last ones have to be shown. */
const rowsBeforeEnd = 5;
/** Cells that are narrower than this have what goes beside or over their picture under it. */
const smallBelowPx = 190;
/** A single column that is at least so wide has room for words beside the picture. */
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
  // As many rows wherever it is between the ends: where one comes another one goes, and both are one step.
  const shownRows = Math.ceil(offset.heightPx / rowHeightPx) + 1;
  // A list that has become shorter is seen at its end before the page says that it has moved.
  const top = clamp(rowAt(offset.topPx), rowCount - shownRows);
  const wanted = {
    first: clamp(top - overscanRows, rowCount),
    top,
    bottom: clamp(top + shownRows, rowCount),
    end: clamp(top + shownRows + overscanRows, rowCount),
  };
  const { first, end } = useGradualRows(gridRef, wanted, `${shape} ${rowHeightPx}`, held !== null);
  const rows = Array.from({ length: end - first }, (_, place) => first + place);
  if (heldRow !== null && heldRow < first) rows.unshift(heldRow);
  if (heldRow !== null && heldRow >= end && heldRow < rowCount) rows.push(heldRow);

  const hasRows = rows.length > 0;
  useLayoutEffect(() => {
    const real = gridRef.current?.querySelector<HTMLElement>('.vgrid__cell')?.getBoundingClientRect().height;
    if (real) setMeasuredPx(real);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another shape has rows of another height
  }, [shape, hasRows]);

  const isPlaced = box !== null && rowCount > 0;
  const hasRestored = useRef(false);
  // To the top as well: a browser that loads a page anew puts it where it was, among rows that have not come.
  useLayoutEffect(() => {
    if (!isPlaced || hasRestored.current) return;
    hasRestored.current = true;
    window.scrollTo(0, initialOffsetPx);
  }, [isPlaced, initialOffsetPx]);

  const isNearEnd = isPlaced && Math.max(wanted.end - 1, rows.at(-1) ?? -1) >= rowCount - rowsBeforeEnd;
  useEffect(() => {
    if (isNearEnd) onEndReached?.();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new page that leaves the end near asks for the next one
  }, [isNearEnd, items.length, onEndReached]);

  const handleKey = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (stepWithin(event, '[data-index]')) return;
    const from = indexOf(event.target);
    const next = from === undefined ? undefined : gridStep(from, event.key, columnCount, items.length);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => setHeld(next));
    const cell = gridRef.current?.querySelector(`[data-index="${next}"]`);
    const control = cell?.querySelector<HTMLElement>(target);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'nearest' });
  };
  const handleBlur = (event: FocusEvent<HTMLUListElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(null);
  };

  const style = {
    height: rowCount * rowHeightPx,
    '--columns': columnCount,
    '--grid-width': `${box?.widthPx ?? 0}px`,
  } as CSSProperties;
  return (
    // The keys come from the links inside it, which are what is interactive.
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
      onKeyDown={handleKey}
      onFocus={(event) => setHeld(indexOf(event.target) ?? null)}
      onBlur={handleBlur}
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

const clamp = (row: number, most: number): number => Math.max(Math.min(row, most), 0);

/** The index of the cell that an element is in. */
function indexOf(element: EventTarget): number | undefined {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  const index = Number(cell?.dataset['index']);
  return Number.isInteger(index) ? index : undefined;
}
