/* The plane of the guide: time runs from left to right on one straight axis, from the first day that an archive of its
   channels has, or yesterday, to two weeks ahead, and channels from top to bottom in rows of equal height. Only what is near
   the visible part of the plane is rendered and requested. Times are requested by windows of six hours that begin at whole
   multiples of six hours of the axis, channels by batches of equal size, so that scrolling back finds the windows that are
   there already. */
import { guidePastDaysMost } from '@butaca/contract';
import { startOfDay } from '../../../../shared/guide/programme-time.ts';
import { windowMs } from '../../../../shared/guide/guide.queries.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For how many days programmes of channels without an archive are kept. */
const leastDaysBefore = 1;
const daysAhead = 14;

/** How many channels one window of programmes has. */
export const batchRows = 20;
/** Beyond the visible part, this many rows and hours are rendered on each side. */
const overscan = { rows: 3, hours: 1 };

/** The measures of the plane, in CSS pixels. */
export interface PlaneSizes {
  minutePx: number;
  rowPx: number;
  /** The width of the names of channels, which stay at the left edge. */
  namePx: number;
  /** The height of the hours, which stay at the top. */
  headPx: number;
}

/** The part of the plane that is rendered: rows `first` to before `end`, and times. */
export interface PlanePart {
  first: number;
  end: number;
  fromMs: number;
  toMs: number;
}

export interface Axis {
  startMs: number;
  endMs: number;
}

/** How many days before today the axis begins for channels whose archives keep so many days, `null` without an archive. */
export const daysBeforeOf = (archiveDays: Iterable<number | null>): number => {
  let most = leastDaysBefore;
  for (const days of archiveDays) most = Math.max(most, days ?? 0);
  return Math.min(most, guidePastDaysMost);
};

/** The axis at an instant, which begins with the day that is so many days before it. */
export const axisOf = (nowMs: number, daysBefore: number): Axis => ({
  startMs: startOfDay(nowMs, -daysBefore),
  endMs: startOfDay(nowMs, daysAhead + 1),
});

/** The beginnings of the days of the axis. */
export function daysOf(nowMs: number, daysBefore: number): number[] {
  return Array.from({ length: daysBefore + daysAhead + 1 }, (_, index) =>
    startOfDay(nowMs, index - daysBefore),
  );
}

/** Whether the archive of a channel no longer has, or never had, what was shown until an instant. */
export const isBeyondArchive = (atMs: number, archiveDays: number | null, nowMs: number): boolean =>
  archiveDays === null ? atMs < nowMs : atMs < nowMs - archiveDays * 24 * hourMs;

/** The measures of the plane in a window of a size, whose root element has a font size. */
export function sizesOf(widthPx: number, heightPx: number, rootPx: number): PlaneSizes {
  const isNarrow = widthPx < 1_024;
  return {
    minutePx: (isNarrow ? 0.3 : 0.36) * rootPx,
    rowPx: (heightPx <= 480 ? 3 : 4.25) * rootPx,
    namePx: (isNarrow ? 7.5 : 13) * rootPx,
    headPx: 2.25 * rootPx,
  };
}

/** The place of an instant on the axis, in CSS pixels from its beginning. */
export const offsetOf = (atMs: number, { startMs }: Axis, { minutePx }: PlaneSizes): number =>
  ((atMs - startMs) / minuteMs) * minutePx;

/** The instant at a place of the axis. */
export const instantAt = (offsetPx: number, { startMs }: Axis, { minutePx }: PlaneSizes): number =>
  startMs + (offsetPx / minutePx) * minuteMs;

/** The part of the plane to render where it is scrolled to a place, in steps of whole rows and hours. */
export function partAt(
  scrolled: { leftPx: number; topPx: number; widthPx: number; heightPx: number },
  axis: Axis,
  sizes: PlaneSizes,
  rowCount: number,
): PlanePart {
  const { leftPx, topPx, widthPx, heightPx } = scrolled;
  const shownRows = Math.ceil(Math.max(heightPx - sizes.headPx, 0) / sizes.rowPx) + 1;
  const top = Math.floor(topPx / sizes.rowPx);
  const edgeHour = Math.floor(leftPx / sizes.minutePx / 60);
  const toHour = Math.ceil((leftPx + widthPx - sizes.namePx) / sizes.minutePx / 60) + overscan.hours;
  return {
    first: Math.max(0, Math.min(top, rowCount - shownRows) - overscan.rows),
    end: Math.min(rowCount, top + shownRows + overscan.rows),
    fromMs: Math.max(axis.startMs, axis.startMs + (edgeHour - overscan.hours) * hourMs),
    toMs: Math.min(axis.endMs, axis.startMs + toHour * hourMs),
  };
}

export const isSamePart = (one: PlanePart, other: PlanePart): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.fromMs === other.fromMs &&
  one.toMs === other.toMs;

/** The whole hours and half hours within a part of the axis, at which times are written. */
export function marksOf({ fromMs, toMs }: PlanePart): number[] {
  const stepMs = 30 * minuteMs;
  return Array.from(
    { length: Math.max(0, Math.ceil((toMs - fromMs) / stepMs)) },
    (_, index) => fromMs + index * stepMs,
  );
}

/** The windows of time that a part of the axis touches, by their beginnings. */
export function windowsOf(axis: Axis, fromMs: number, toMs: number): number[] {
  const first = Math.floor((Math.max(fromMs, axis.startMs) - axis.startMs) / windowMs);
  const last = Math.ceil((Math.min(toMs, axis.endMs) - axis.startMs) / windowMs);
  return Array.from(
    { length: Math.max(0, last - first) },
    (_, index) => axis.startMs + (first + index) * windowMs,
  );
}
