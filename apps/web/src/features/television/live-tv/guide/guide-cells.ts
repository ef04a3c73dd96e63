import type { Programme } from '@butaca/contract';
import type { TimedProgramme } from '../../../../shared/guide/guide.queries.ts';

/** The programmes of a channel within a window of time; absent while they load, `failed` when they could not be loaded. */
export interface RowWindow {
  fromMs: number;
  toMs: number;
  programmes: readonly TimedProgramme[] | 'failed' | undefined;
}

/** A cell in the row of a channel: a programme, or a time of which nothing is known. */
export interface GuideCell {
  startMs: number;
  endMs: number;
  programme: Programme | undefined;
  /** Why a cell has no programme: it loads, it could not be loaded, or the guide says nothing. */
  gap: 'loading' | 'failed' | 'empty' | undefined;
}

/**
 * A shorter gap is no cell of its own: guides leave out seconds between programmes. The cell after it begins earlier, or the
 * last cell of the window ends later, so that every instant has a cell.
 */
const shortestGapMs = 60_000;

/**
 * The cells of a channel's row without any hole, from the first window to the last; windows follow each other. A programme
 * that is in two windows is one cell.
 */
export function cellsOf(windows: readonly RowWindow[]): GuideCell[] {
  const cells: GuideCell[] = [];
  let reachedMs = windows[0]?.fromMs ?? 0;
  for (const { fromMs, toMs, programmes } of windows) {
    // A window that does not follow the one before leaves a hole, which is no cell.
    reachedMs = Math.max(reachedMs, fromMs);
    if (programmes === undefined || programmes === 'failed') {
      if (reachedMs < toMs)
        cells.push(gapOf(reachedMs, toMs, programmes === undefined ? 'loading' : 'failed'));
      reachedMs = toMs;
      continue;
    }
    for (const { programme, startMs: ownStartMs, endMs } of programmes) {
      // Skips a programme that the window before has already added.
      if (endMs <= reachedMs) continue;
      if (ownStartMs - reachedMs >= shortestGapMs) {
        pushEmpty(cells, reachedMs, ownStartMs);
        reachedMs = ownStartMs;
      }
      // Only the first cell may begin before its window: further cells begin where the one before ends.
      const startMs = cells.length === 0 ? Math.min(ownStartMs, reachedMs) : reachedMs;
      cells.push({ startMs, endMs, programme, gap: undefined });
      reachedMs = endMs;
    }
    if (reachedMs >= toMs) continue;
    const last = cells.at(-1);
    if (toMs - reachedMs < shortestGapMs && last?.endMs === reachedMs) last.endMs = toMs;
    else pushEmpty(cells, reachedMs, toMs);
    reachedMs = toMs;
  }
  return cells;
}

const gapOf = (startMs: number, endMs: number, gap: NonNullable<GuideCell['gap']>): GuideCell => ({
  startMs,
  endMs,
  programme: undefined,
  gap,
});

/** Adds a time of which the guide says nothing; two that touch are one cell. */
function pushEmpty(cells: GuideCell[], startMs: number, endMs: number): void {
  const last = cells.at(-1);
  if (last?.gap === 'empty' && last.endMs === startMs) last.endMs = endMs;
  else cells.push(gapOf(startMs, endMs, 'empty'));
}

/** The cell that a row shows at an instant. */
export const cellAt = (cells: readonly GuideCell[], atMs: number): GuideCell | undefined =>
  cells.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
