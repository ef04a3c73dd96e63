import { createTransportStream, readTimes } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { createTsClock } from './ts-clock.ts';

const wrap = 2 ** 33;

/** Some frames of a channel whose first picture has the given time. */
function frames(startTicks: number, count: number): Buffer {
  const stream = createTransportStream({ groupFrames: 5, startTicks });
  return Buffer.concat(Array.from({ length: count }, () => stream.frame()));
}

describe('the clock of a channel', () => {
  it('is left alone while nothing is cut', () => {
    const clock = createTsClock();
    const bytes = frames(900_000, 4);
    expect(readTimes(clock.pass(Buffer.from(bytes)))).toEqual(readTimes(bytes));
  });

  it.each([
    ['behind', 5_000_000],
    ['before', 90],
    ['at the end of its range', wrap - 3_600],
  ])('goes on after a cut to another one that is %s', (_where, startTicks) => {
    const clock = createTsClock();
    clock.pass(frames(900_000, 4));
    clock.cut();
    const times = readTimes(clock.pass(frames(startTicks, 3)));
    const first = 900_000 + 4 * 3_600;
    expect(times.map(({ decodeTicks }) => decodeTicks)).toEqual([0, 1, 2].map((at) => first + at * 3_600));
    // What is shown later than it is decoded stays so, and the clock reference moves along.
    for (const { showTicks, decodeTicks } of times) expect(showTicks - decodeTicks).toBe(7_200);
    expect(times[0]?.referenceTicks).toBe(first - 900);
  });

  it('says how much longer what has come plays, also across a cut, but not across a jump', () => {
    const clock = createTsClock();
    clock.pass(frames(900_000, 26));
    expect(clock.gainedMs()).toBe(1_000);
    clock.cut();
    clock.pass(frames(5_000_000, 5));
    expect(clock.gainedMs()).toBe(200);
    clock.pass(frames(90_000_000, 5));
    expect([clock.gainedMs(), clock.gainedMs()]).toEqual([0, 0]);
  });

  it('passes the end of its own range', () => {
    const clock = createTsClock();
    clock.pass(frames(wrap - 7_200, 2));
    clock.cut();
    const times = readTimes(clock.pass(frames(1_000, 2)));
    expect(times.map(({ decodeTicks }) => decodeTicks)).toEqual([0, 3_600]);
  });
});
