import { createVirtualClock } from '@butaca/testing';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../platform/http/app-error.ts';
import { createLog } from '../../platform/log.ts';
import { createListRetries } from './retry-list.ts';

/** An error as the gateway gives it for a connection that failed with this code. */
const failureOf = (code: string) =>
  new AppError('upstream.unreachable', { cause: Object.assign(new Error('upstream failed'), { code }) });

function createRetries(signal = new AbortController().signal) {
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  const clock = createVirtualClock();
  return { retries: createListRetries({ providerId: 'uno', clock, log, signal }), logged, clock };
}

it('a list whose connection was reset is requested again at once, over a connection of its own', async () => {
  const { retries, logged } = createRetries();
  const work = vi.fn(async (isFresh: boolean) => {
    if (!isFresh) throw failureOf('ECONNRESET');
    return 'lista';
  });
  expect(await retries.run(work)).toBe('lista');
  expect(work.mock.calls).toEqual([[false], [true]]);
  expect(JSON.parse(logged.join(''))).toMatchObject({ code: 'ECONNRESET', providerId: 'uno', tries: 1 });
});

it.each([
  ['an answer', new AppError('upstream.unreachable', { cause: new Error('upstream answered 500') })],
  ['a server that takes too long', failureOf('UND_ERR_BODY_TIMEOUT')],
  ['a server that refuses connections', failureOf('ECONNREFUSED')],
  ['a fault of ours', new TypeError('no list')],
])('%s is no reason to request a list again', async (_what, error) => {
  const { retries, logged } = createRetries();
  await expect(retries.prepare(error, 1)).rejects.toBe(error);
  expect(logged).toEqual([]);
});

it('the third try begins two seconds after the second break', async () => {
  const { retries, clock } = createRetries();
  let isReady = false;
  const preparing = retries.prepare(failureOf('ECONNRESET'), 2).then(() => (isReady = true));
  await clock.advance(1_999);
  expect(isReady).toBe(false);
  await clock.advance(1);
  expect(isReady).toBe(true);
  await preparing;
});

it('the third break is the failure of the list', async () => {
  const { retries, logged } = createRetries();
  const error = failureOf('EPIPE');
  await expect(retries.prepare(error, 3)).rejects.toBe(error);
  expect(logged).toHaveLength(1);
});

it('a list that is given up while the third try is awaited is not requested again', async () => {
  const stop = new AbortController();
  const { retries } = createRetries(stop.signal);
  const preparing = retries.prepare(failureOf('ECONNRESET'), 2);
  const reason = new AppError('import.cancelled');
  stop.abort(reason);
  await expect(preparing).rejects.toBe(reason);
});
