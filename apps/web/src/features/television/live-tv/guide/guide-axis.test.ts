import { expect, it } from 'vitest';
import {
  axisOf,
  daysBeforeOf,
  daysOf,
  isBeyondArchive,
  marksOf,
  partAt,
  sizesOf,
  windowsOf,
} from './guide-axis.ts';

const now = new Date(2026, 10, 30, 20, 40).getTime();
const axis = axisOf(now, 1);
const sizes = sizesOf(1_366, 768, 16);
const hour = (atMs: number): number => (atMs - axis.startMs) / 3_600_000;

it('has yesterday, today and fourteen further days', () => {
  expect(daysOf(now, daysBeforeOf([]))).toHaveLength(16);
  expect([new Date(axis.startMs).getDate(), new Date(axis.endMs).getDate()]).toEqual([29, 15]);
});

it('reaches as far back as the longest archive of its channels, and as programmes are kept', () => {
  const before = (archiveDays: (number | null)[]) => daysBeforeOf(archiveDays);
  expect([before([null]), before([null, 7, 3]), before([365])]).toEqual([1, 7, 30]);
  const long = axisOf(now, 7);
  expect([new Date(long.startMs).getDate(), new Date(long.endMs).getDate()]).toEqual([23, 15]);
  expect(daysOf(now, 7)[0]).toBe(long.startMs);
});

it('knows what an archive no longer has', () => {
  const hoursAgo = (hours: number) => now - hours * 3_600_000;
  expect(isBeyondArchive(hoursAgo(1), null, now)).toBe(true);
  expect(isBeyondArchive(hoursAgo(-1), null, now)).toBe(false);
  expect([isBeyondArchive(hoursAgo(47), 2, now), isBeyondArchive(hoursAgo(49), 2, now)]).toEqual([
    false,
    true,
  ]);
});

it('renders what is visible of five thousand channels, and a little more', () => {
  const scrolled = {
    leftPx: 40 * 60 * sizes.minutePx,
    topPx: 1_000 * sizes.rowPx,
    widthPx: 1_260,
    heightPx: 512,
  };
  const part = partAt(scrolled, axis, sizes, 5_000);
  expect([part.first, part.end]).toEqual([997, 1_011]);
  expect([hour(part.fromMs), hour(part.toMs)]).toEqual([39, 45]);
  expect(marksOf(part)).toHaveLength(12);
  const last = partAt({ ...scrolled, topPx: 9_000 * sizes.rowPx }, axis, sizes, 5_000);
  expect(last.end).toBe(5_000);
  expect(last.first).toBeLessThan(4_990);
});

it('requests whole windows of six hours, and none beyond the axis', () => {
  const at = (hours: number) => axis.startMs + hours * 3_600_000;
  expect(windowsOf(axis, at(5), at(13)).map(hour)).toEqual([0, 6, 12]);
  expect(windowsOf(axis, at(-5), at(1)).map(hour)).toEqual([0]);
  expect(windowsOf(axis, axis.endMs - 1, axis.endMs + 1)).toHaveLength(1);
});
