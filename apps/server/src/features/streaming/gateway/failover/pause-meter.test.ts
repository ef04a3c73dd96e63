import { expect, it } from 'vitest';
import { createPauseMeter } from './pause-meter.ts';

function create() {
  const time = { nowMs: 0 };
  return { time, meter: createPauseMeter(() => time.nowMs) };
}

it('the longest pause of the last seconds is the usual one', () => {
  const { time, meter } = create();
  for (const atMs of [40, 80, 2_080, 2_120, 6_000]) {
    time.nowMs = atMs;
    meter.hear();
  }
  time.nowMs = 6_500;
  expect([meter.silentMs(), meter.usualMs()]).toEqual([500, 3_880]);
  for (time.nowMs = 6_500; time.nowMs <= 40_000; time.nowMs += 500) meter.hear();
  expect(meter.usualMs()).toBe(500);
});

it('media that a source has sent ahead of time stand for pauses that it has not shown yet', () => {
  const { time, meter } = create();
  meter.hear();
  meter.gain(2_000);
  expect(meter.usualMs()).toBe(2_000);
  time.nowMs = 1_900;
  meter.hear();
  meter.gain(2_000);
  expect(meter.usualMs()).toBe(2_100);
  // Once its pauses are known, they alone count.
  for (; time.nowMs <= 6_000; time.nowMs += 100) meter.hear();
  expect(meter.usualMs()).toBe(1_900);
});

it('a pause in which nothing was read is none of the source', () => {
  const { time, meter } = create();
  time.nowMs = 9_000;
  meter.restart();
  time.nowMs = 9_100;
  meter.hear();
  expect([meter.silentMs(), meter.usualMs()]).toEqual([0, 100]);
});
