/* The grid of the guide: time across, channels down. The arrow keys move from programme to programme: ← and → along the row of
   a channel, ↑ and ↓ to what other channels show at the same instant, whether it is loaded or not. The cursor is therefore a
   row and an instant, and the cell that holds this instant has the focus. */
import type { ChannelCard } from '@butaca/contract';
import { useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { OnAirByChannel } from '../../../../shared/guide/guide.queries.ts';
import { clockText, startOfDay } from '../../../../shared/guide/programme-time.ts';
import type { SheetSubject } from '../../../../shared/guide/programme-sheet.tsx';
import { marksOf, offsetOf, type Axis } from './guide-axis.ts';
import { cellAt, type GuideCell } from './guide-cells.ts';
import { GuideName, GuideRow } from './guide-row.tsx';
import { useGradualLooks, type RowLook } from './use-gradual-looks.ts';
import type { useGuideWindows } from './use-guide-windows.ts';
import type { Plane } from './use-plane.ts';

/** The row of a channel, and an instant of the programme with the focus. */
export interface Cursor {
  row: number;
  atMs: number;
}

interface GuideGridProps {
  label: string;
  channels: readonly ChannelCard[];
  onAir: OnAirByChannel;
  axis: Axis;
  plane: Plane;
  box: { current: HTMLDivElement | null };
  cellsOfRow: ReturnType<typeof useGuideWindows>['cellsOfRow'];
  minute: number;
  cursor: Cursor;
  onCursor: (cursor: Cursor) => void;
  /** Whether the cell of the cursor takes the focus when the grid appears, because the person comes back to it. */
  takesFocus: boolean;
  genre: string;
  onOpen: (subject: SheetSubject) => void;
}

export function GuideGrid(props: GuideGridProps) {
  const {
    label,
    channels,
    onAir,
    axis,
    plane,
    box,
    cellsOfRow,
    minute,
    cursor,
    onCursor,
    takesFocus,
    genre,
    onOpen,
  } = props;
  const { sizes, part } = plane;
  const rows = Array.from({ length: Math.max(part.end - part.first, 0) }, (_, index) => part.first + index);
  if (cursor.row < part.first) rows.unshift(cursor.row);
  if (cursor.row >= part.end && cursor.row < channels.length) rows.push(cursor.row);
  const wanted = new Map<string, RowLook>();
  for (const row of rows) {
    const id = channels[row]?._id;
    if (id !== undefined)
      wanted.set(id, {
        cells: cellsOfRow(row),
        fromMs: part.fromMs,
        toMs: part.toMs,
        edgeMs: plane.edgeMs,
      });
  }
  const looks = useGradualLooks(box, wanted, channels[cursor.row]?._id);
  const focus = useKeptFocus(box, takesFocus);

  const open = (row: number, atMs: number): void => {
    const channel = channels[row];
    const programme = cellAt(cellsOfRow(row), atMs)?.programme;
    if (channel !== undefined && programme !== undefined) onOpen({ channel, programme });
  };
  const move = (next: Cursor): void => {
    const cell = cellAt(cellsOfRow(next.row), next.atMs);
    flushSync(() => {
      onCursor(next);
      plane.reveal(next.row, cell?.startMs ?? next.atMs, cell?.endMs ?? next.atMs);
    });
    focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(event.target as HTMLElement).matches('[role="gridcell"]')) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(cursor.row, cursor.atMs);
      return;
    }
    const cells = cellsOfRow(cursor.row);
    const next = nextCursor(event, cursor, {
      cells,
      axis,
      rowCount: channels.length,
      pageRows: plane.shownRows(),
    });
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  };
  const handleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role="gridcell"]');
    if (cell === null) return;
    const at = { row: Number(cell.dataset['row']), atMs: Math.max(Number(cell.dataset['at']), axis.startMs) };
    flushSync(() => onCursor(at));
    focus();
    open(at.row, at.atMs);
  };

  return (
    // The grid handles keys and clicks for its cells, of which there are many.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be virtual in both directions
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={channels.length + 1}
      tabIndex={-1}
      className="guide__plane"
      onKeyDown={handleKey}
      onClick={handleClick}
    >
      <div
        role="presentation"
        className="guide__sheet"
        style={
          {
            width: sizes.namePx + offsetOf(axis.endMs, axis, sizes),
            height: sizes.headPx + channels.length * sizes.rowPx,
            '--guide-row': `${sizes.rowPx}px`,
          } as CSSProperties
        }
      >
        <div role="row" aria-rowindex={1} className="guide__hours" style={{ height: sizes.headPx }}>
          <div role="columnheader" className="guide__corner" style={{ width: sizes.namePx }}>
            Canal
          </div>
          {marksOf(part).map((atMs) => (
            <div
              key={atMs}
              role="columnheader"
              className="guide__hour num"
              style={{ left: sizes.namePx + offsetOf(atMs, axis, sizes) }}
            >
              {clockText(atMs)}
            </div>
          ))}
        </div>
        <div
          className="guide__names"
          role="presentation"
          aria-hidden
          style={{ width: sizes.namePx, height: channels.length * sizes.rowPx }}
        >
          {rows.map((row) => {
            const channel = channels[row];
            return channel === undefined ? null : (
              <GuideName key={channel._id} channel={channel} topPx={row * sizes.rowPx} />
            );
          })}
        </div>
        {/* Before the rows, so that it lies behind the words of cells. */}
        <div
          className="guide__now"
          role="presentation"
          style={{ left: sizes.namePx + offsetOf(minute, axis, sizes), top: sizes.headPx }}
        />
        {rows.map((row) => {
          const channel = channels[row];
          const look = channel && looks.get(channel._id);
          return channel === undefined || look === undefined ? null : (
            <GuideRow
              key={channel._id}
              channel={channel}
              row={row}
              {...look}
              archiveDays={onAir.get(channel._id)?.archiveDays ?? null}
              axis={axis}
              sizes={sizes}
              minute={minute}
              cursorMs={cursor.row === row ? cursor.atMs : undefined}
              genre={genre}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether nothing that the person operates has the focus: when a page opens, its content may have it. */
const isFocusFree = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.id === 'contenido';
};

/**
 * Keeps the focus in the grid: when the cell that has it is replaced, because its programmes have loaded, the one in its place
 * gets it.
 *
 * @param takesFocus - whether the grid takes the focus when it appears
 * @returns a function that moves the focus to the cell of the cursor
 */
function useKeptFocus(box: { current: HTMLDivElement | null }, takesFocus: boolean): () => void {
  const hadFocus = useRef(takesFocus);
  const focus = (): void => {
    box.current
      ?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
      ?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (hadFocus.current && isFocusFree()) focus();
    hadFocus.current = box.current?.contains(document.activeElement) === true;
  });
  return focus;
}

interface Surroundings {
  /** The cells of the cursor's row. */
  cells: readonly GuideCell[];
  axis: Axis;
  rowCount: number;
  /** How many rows the page keys pass. */
  pageRows: number;
}

/** Where a key leads from the cursor; `undefined` for a key that the grid leaves to the page. */
function nextCursor(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, atMs }: Cursor,
  { cells, axis, rowCount, pageRows }: Surroundings,
): Cursor | undefined {
  const here = cellAt(cells, atMs);
  const within = (instant: number): number => Math.min(Math.max(instant, axis.startMs), axis.endMs - 1);
  const down = (rows: number): Cursor => ({ row: Math.min(Math.max(row + rows, 0), rowCount - 1), atMs });
  if (ctrlKey && key !== 'Home' && key !== 'End') return undefined;
  switch (key) {
    case 'ArrowRight':
      return { row, atMs: within(here?.endMs ?? atMs) };
    case 'ArrowLeft': {
      const before = within((here?.startMs ?? atMs) - 1);
      return { row, atMs: within(Math.max(cellAt(cells, before)?.startMs ?? before, axis.startMs)) };
    }
    case 'ArrowUp':
      return row === 0 ? undefined : down(-1);
    case 'ArrowDown':
      return row === rowCount - 1 ? undefined : down(1);
    case 'PageUp':
      return down(-pageRows);
    case 'PageDown':
      return down(pageRows);
    case 'Home':
      return ctrlKey ? { row: 0, atMs } : { row, atMs: within(startOfDay(atMs)) };
    case 'End':
      return ctrlKey ? { row: rowCount - 1, atMs } : { row, atMs: within(startOfDay(atMs, 1) - 1) };
    default:
      return undefined;
  }
}
