import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

it('stands still until the test lets time pass', async () => {
  const clock = createVirtualClock('2026-11-21T20:00:00Z');
  const run = vi.fn<() => void>();
  clock.after(1_000, run);
  await clock.settle();
  await clock.advance(999);
  expect(run).not.toHaveBeenCalled();
  expect(clock.waits()).toEqual([1]);
  await clock.advance(1);
  expect(run).toHaveBeenCalledOnce();
  expect(clock.now()).toEqual(new Date('2026-11-21T20:00:01Z'));
  expect(clock.steadyMs()).toBe(Date.parse('2026-11-21T20:00:01Z'));
});

it('runs what is due in order, each at its own instant, and what was set first at the same instant first', async () => {
  const clock = createVirtualClock();
  const startMs = clock.steadyMs();
  const ran: [string, number][] = [];
  const note = (name: string) => () => void ran.push([name, clock.steadyMs() - startMs]);
  clock.after(300, note('tarde'));
  clock.after(100, note('uno'));
  clock.after(100, note('dos'));
  clock.every(100, note('cada'));
  await clock.advance(300);
  expect(ran).toEqual([
    ['uno', 100],
    ['dos', 100],
    ['cada', 100],
    ['cada', 200],
    ['tarde', 300],
    ['cada', 300],
  ]);
});

it('lets what a timer sets going come to rest before the next one runs', async () => {
  const clock = createVirtualClock();
  const steps: string[] = [];
  clock.after(10, () => {
    void (async () => {
      await nextTurn();
      await Promise.resolve();
      steps.push('trabajo');
      clock.after(5, () => void steps.push('siguiente'));
    })();
  });
  clock.after(20, () => void steps.push('fin'));
  await clock.advance(20);
  expect(steps).toEqual(['trabajo', 'siguiente', 'fin']);
});

it('runs no timer that was cancelled, also by another one that is due at the same instant', async () => {
  const clock = createVirtualClock();
  const run = vi.fn<() => void>();
  const cancels = [clock.after(10, run), clock.every(10, run)];
  const last = clock.after(10, () => undefined);
  cancels[0]?.();
  clock.after(5, () => cancels[1]?.());
  await clock.advance(100);
  last();
  expect(run).not.toHaveBeenCalled();
  expect(clock.waits()).toEqual([]);
});

it('a timer without a time runs once 1 ms has passed, as in Node', async () => {
  const clock = createVirtualClock();
  const run = vi.fn<() => void>();
  clock.after(0, run);
  await clock.settle();
  expect(run).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(run).toHaveBeenCalledOnce();
});

it('a time of day that is set back leaves timers as they were', async () => {
  const clock = createVirtualClock('2026-11-21T20:00:00Z');
  const run = vi.fn<() => void>();
  clock.after(10, run);
  clock.setBack(3_600_000);
  expect(clock.now()).toEqual(new Date('2026-11-21T19:00:00Z'));
  await clock.advance(10);
  expect(run).toHaveBeenCalledOnce();
  clock.setTime('2026-12-01T12:00:00Z');
  expect(clock.now()).toEqual(new Date('2026-12-01T12:00:00Z'));
});

it('aborts a deadline when its time is up, with its outer signal, or not at all once it is disposed of', async () => {
  const clock = createVirtualClock();
  const late = clock.deadline(50);
  const outer = new AbortController();
  const inner = clock.deadline(50, outer.signal);
  const ended = clock.deadline(50);
  ended[Symbol.dispose]();
  outer.abort('se fue');
  expect(inner.signal.reason).toBe('se fue');
  await clock.advance(50);
  expect(late.signal.reason).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(ended.signal.aborted).toBe(false);
  expect(clock.deadline(50, outer.signal).signal.reason).toBe('se fue');
});

it('passes at once, and finishes work in as much time as the work waits for', async () => {
  const clock = createVirtualClock();
  const startMs = clock.steadyMs();
  const ran: number[] = [];
  clock.every(100, () => void ran.push(clock.steadyMs() - startMs));
  clock.pass(250);
  expect(ran).toEqual([100, 200]);
  const work = new Promise<string>((resolve) => void clock.after(1_000, () => resolve('hecho')));
  expect(await clock.finish(work)).toBe('hecho');
  expect(clock.steadyMs() - startMs).toBe(1_250);
});

it('passes until something holds, and says how long that took', async () => {
  const clock = createVirtualClock();
  let count = 0;
  clock.every(40, () => (count += 1));
  expect(await clock.passUntil('three times', () => count === 3)).toBe(120);
  expect(await clock.passUntil('three times', () => count === 3)).toBe(0);
});

it('says when work waits for something else than time', async () => {
  const clock = createVirtualClock();
  await expect(clock.finish(new Promise(() => undefined))).rejects.toThrow('something else than time');
  await expect(clock.finish(Promise.reject(new Error('falla')))).rejects.toThrow('falla');
  await expect(clock.passUntil('la cena', () => false)).rejects.toThrow('never happened: la cena');
});
