import type { ChannelCard } from '@butaca/contract';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { useDebounced } from '../../../../platform/debounced.ts';
import {
  findWindow,
  windowMs,
  windowQuery,
  type TimedProgramme,
} from '../../../../shared/guide/guide.queries.ts';
import { batchRows, windowsOf, type Axis, type PlanePart } from './guide-axis.ts';
import { cellsOf, type GuideCell, type RowWindow } from './guide-cells.ts';

/** How long scrolling must leave the same windows in view before they are requested. */
const restMs = 80;

type Loaded = ReadonlyMap<string, readonly TimedProgramme[]>;

/** Which windows of the plane are wanted: numbers of batches of channels, and beginnings of windows of time. */
interface Wanted {
  batches: readonly number[];
  times: readonly number[];
}

/** A batch of channels and a window of time, as a text by which they are compared. */
const writeWanted = ({ batches, times }: Wanted): string => `${batches.join(' ')}|${times.join(' ')}`;

function readWanted(written: string): Wanted {
  const [batches = '', times = ''] = written.split('|');
  const numbers = (text: string) => (text === '' ? [] : text.split(' ').map(Number));
  return { batches: numbers(batches), times: numbers(times) };
}

const none: readonly TimedProgramme[] = [];

/** The ids of the channels of a batch. */
const idsOf = (channels: readonly ChannelCard[], batch: number): string[] =>
  channels.slice(batch * batchRows, (batch + 1) * batchRows).map(({ _id }) => _id);

/** The windows that a part of the plane and the cell with the focus need. */
function wantedOf(axis: Axis, part: PlanePart, cursor: { row: number; atMs: number }): Wanted {
  const first = Math.floor(part.first / batchRows);
  const count = Math.floor(Math.max(part.end - 1, 0) / batchRows) - first + 1;
  const batches = new Set(Array.from({ length: count }, (_, index) => first + index));
  batches.add(Math.floor(cursor.row / batchRows));
  const times = new Set([
    ...windowsOf(axis, part.fromMs, part.toMs),
    ...windowsOf(axis, cursor.atMs, cursor.atMs + 1),
  ]);
  return { batches: [...batches].toSorted((a, b) => a - b), times: [...times].toSorted((a, b) => a - b) };
}

const isSameRow = (before: readonly RowWindow[], after: readonly RowWindow[]): boolean =>
  before.length === after.length &&
  before.every(({ fromMs, programmes }, index) => {
    const other = after[index];
    return fromMs === other?.fromMs && programmes === other.programmes;
  });

/** How many rows the cells are kept of. */
const mostRowsKept = 200;

/**
 * Requests the programmes near the visible part of the plane, and returns the cells of a row. Requests for what was left
 * are aborted; while the person scrolls quickly, none is made.
 */
export function useGuideWindows(
  channels: readonly ChannelCard[],
  axis: Axis,
  part: PlanePart,
  cursor: { row: number; atMs: number },
): { cellsOfRow: (row: number) => readonly GuideCell[]; isFailed: boolean; retry: () => void } {
  const shown = wantedOf(axis, part, cursor);
  const settled = useDebounced(writeWanted(shown), restMs);
  const asked = useMemo(() => {
    const { batches, times } = readWanted(settled);
    return batches.flatMap((batch) => {
      const ids = idsOf(channels, batch);
      return ids.length === 0 ? [] : times.map((fromMs) => ({ key: `${batch} ${fromMs}`, ids, fromMs }));
    });
  }, [channels, settled]);
  const arrived = useQueries({
    queries: asked.map(({ ids, fromMs }) => windowQuery(ids, fromMs)),
    combine: useCallback(
      (all: UseQueryResult<Loaded>[]) =>
        all.map(({ data, isError, refetch }) => ({ data, isError, refetch })),
      [],
    ),
  });
  const answers = useMemo(
    () => ({ channels, known: new Map(asked.map(({ key }, index) => [key, arrived[index]])) }),
    [arrived, asked, channels],
  );
  // Programmes that arrive are rendered in slices: a whole screen of them at once would hold up scrolling. The answers carry
  // their channels and windows, because for one render they may be older than what is asked for.
  const deferred = useDeferredValue(answers);
  const known = deferred.channels === channels ? deferred.known : new Map<string, (typeof arrived)[number]>();
  const kept = new Map<string, Loaded | undefined>();
  /** What the page still has of a window that is not requested, because it was left a short time ago. */
  const readKept = (batch: number, fromMs: number): Loaded | undefined => {
    const key = `${batch} ${fromMs}`;
    if (!kept.has(key)) {
      kept.set(key, findWindow(idsOf(channels, batch), fromMs));
    }
    return kept.get(key);
  };
  const windowsOfRow = (row: number): RowWindow[] => {
    const batch = Math.floor(row / batchRows);
    const id = channels[row]?._id ?? '';
    return shown.times.map((fromMs) => {
      const found = known.get(`${batch} ${fromMs}`);
      const data = found?.data ?? (found === undefined ? readKept(batch, fromMs) : undefined);
      const programmes = data ? (data.get(id) ?? none) : found?.isError ? ('failed' as const) : undefined;
      return { fromMs, toMs: fromMs + windowMs, programmes };
    });
  };
  const made = useRef(new Map<string, { windows: RowWindow[]; cells: readonly GuideCell[] }>());
  /** The cells of a row: the same ones for as long as nothing of the row has changed, so that it need not render. */
  const cellsOfRow = (row: number): readonly GuideCell[] => {
    const id = channels[row]?._id ?? '';
    const windows = windowsOfRow(row);
    const before = made.current.get(id);
    if (before !== undefined && isSameRow(before.windows, windows)) return before.cells;
    if (made.current.size > mostRowsKept) made.current.clear();
    const cells = cellsOf(windows);
    made.current.set(id, { windows, cells });
    return cells;
  };
  return {
    cellsOfRow,
    isFailed: arrived.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const { isError, refetch } of arrived) if (isError) void refetch();
    },
  };
}
