import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { sleep } from './sleep.ts';

it('resolves when its time has passed, and not before', async () => {
  const clock = createVirtualClock();
  let isAwake = false;
  const asleep = sleep(clock, 1_000).then(() => (isAwake = true));
  await clock.advance(999);
  expect(isAwake).toBe(false);
  await clock.advance(1);
  await asleep;
});

it('rejects with the reason of its signal, and leaves no timer behind', async () => {
  const clock = createVirtualClock();
  const leaving = new AbortController();
  const asleep = expect(sleep(clock, 1_000, leaving.signal)).rejects.toBe('se fue');
  leaving.abort('se fue');
  await asleep;
  await expect(sleep(clock, 1_000, leaving.signal)).rejects.toBe('se fue');
  expect(clock.waits()).toEqual([]);
});
