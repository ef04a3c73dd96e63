import { createVirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlineErrorCode, systemClock, type Clock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A clock, and how a test lets time pass on it. */
type Kind = [name: string, make: () => { clock: Clock; pass: (ms: number) => Promise<unknown> }];

const kinds: Kind[] = [
  ['systemClock', () => ({ clock: systemClock, pass: (ms) => vi.advanceTimersByTimeAsync(ms) })],
  [
    'createVirtualClock',
    () => {
      const clock = createVirtualClock();
      return { clock, pass: clock.advance };
    },
  ],
];

describe.each(kinds)('%s', (_name, make) => {
  it('after runs once, and not when it is cancelled', async () => {
    const { clock, pass } = make();
    const [run, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()];
    clock.after(100, run);
    clock.after(100, cancelled)();
    await pass(99);
    expect(run).not.toHaveBeenCalled();
    await pass(1_000);
    expect(run).toHaveBeenCalledOnce();
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('every runs again and again until it is cancelled', async () => {
    const { clock, pass } = make();
    const run = vi.fn<() => void>();
    const cancel = clock.every(100, run);
    await pass(350);
    expect(run).toHaveBeenCalledTimes(3);
    cancel();
    await pass(350);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('a deadline aborts with its own error code when its time is up', async () => {
    const { clock, pass } = make();
    using deadline = clock.deadline(100);
    await pass(99);
    expect(deadline.signal.aborted).toBe(false);
    await pass(1);
    expect(deadline.signal.reason).toMatchObject({ code: deadlineErrorCode });
  });

  it('a deadline aborts with the reason of its outer signal, and no more once it is disposed of', async () => {
    const { clock, pass } = make();
    const outer = new AbortController();
    const [joined, ended] = [clock.deadline(100, outer.signal), clock.deadline(100, outer.signal)];
    ended[Symbol.dispose]();
    outer.abort('se fue');
    expect(joined.signal.reason).toBe('se fue');
    expect(clock.deadline(100, outer.signal).signal.reason).toBe('se fue');
    await pass(1_000);
    expect(joined.signal.reason).toBe('se fue');
    expect(ended.signal.aborted).toBe(false);
  });

  it('steadyMs grows with the time that passes', async () => {
    const { clock, pass } = make();
    const beforeMs = clock.steadyMs();
    await pass(5_000);
    expect(clock.steadyMs() - beforeMs).toBe(5_000);
  });
});
