import { createVirtualClock } from '@butaca/testing';
import { expect, it, vi } from 'vitest';
import { createRepeatedWork } from './repeated-work.ts';

/** Makes repeated work whose runs end when the test lets them. */
function make() {
  const clock = createVirtualClock('2026-01-01T12:00:00Z');
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const failures: unknown[] = [];
  const repeated = createRepeatedWork({
    work: () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
    everyMs: 1_000,
    clock,
    onFailure: (error) => failures.push(error),
    closing: new AbortController(),
  });
  return { clock, ends, failures, repeated };
}

it('runs again after a rest, and at once when it was woken during a run', async () => {
  const { clock, ends, repeated } = make();
  repeated.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await clock.advance(999);
  expect(ends).toHaveLength(1);
  await clock.advance(1);
  expect(ends).toHaveLength(2);
  repeated.wake();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await vi.waitFor(() => expect(ends).toHaveLength(3));
});

it('goes on after a run that failed', async () => {
  const { clock, ends, failures, repeated } = make();
  repeated.wake();
  ends[0]?.reject(new Error('la base de datos no contesta'));
  await clock.advance(1_000);
  expect(failures).toHaveLength(1);
  expect(ends).toHaveLength(2);
});

it('ends with the present run, and does not run again', async () => {
  const { clock, ends, repeated } = make();
  repeated.wake();
  let isDisposed = false;
  const disposed = repeated[Symbol.asyncDispose]().then(() => (isDisposed = true));
  await clock.advance(0);
  expect(isDisposed).toBe(false);
  ends[0]?.resolve();
  await disposed;
  repeated.wake();
  await clock.advance(5_000);
  expect(ends).toHaveLength(1);
});
