import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEarlyRequests } from './early-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const asked: { id: string; signal: AbortSignal }[] = [];
  const early = createEarlyRequests(async (id, signal) => {
    asked.push({ id, signal });
    if (id === 'rota') throw new Error('broken');
    return `answer ${asked.length} for ${id}`;
  });
  return { early, asked };
}
const never = new AbortController().signal;

it('an early request is sent at once, and its answer is taken once', async () => {
  const { early, asked } = start();
  early.send('ancla');
  expect(asked).toHaveLength(1);
  expect(early.take('bruma', never)).toBeUndefined();
  expect(await early.take('ancla', never)).toBe('answer 1 for ancla');
  expect(early.take('ancla', never)).toBeUndefined();
});

it('a failure of an early request is told to whoever takes it', async () => {
  const { early, asked } = start();
  early.send('rota');
  await expect(early.take('rota', never)).rejects.toThrow('broken');
  expect(asked).toHaveLength(1);
});

it('an early request is given up when another item is chosen before a page takes it, and when its page is left', async () => {
  const { early, asked } = start();
  early.send('ancla');
  early.send('bruma');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  const page = new AbortController();
  expect(await early.take('bruma', page.signal)).toBe('answer 2 for bruma');
  early.send('duna');
  expect(asked[1]?.signal.aborted).toBe(false);
  page.abort();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
});

it('the answer to an early request is not used after ten seconds', async () => {
  const { early } = start();
  early.send('ancla');
  vi.advanceTimersByTime(10_001);
  expect(early.take('ancla', never)).toBeUndefined();
});
