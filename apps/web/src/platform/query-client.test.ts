import { expect, it } from 'vitest';
import { ApiError } from './api/api-error.ts';
import { queryClient } from './query-client.ts';

const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
const isRetried = (failures: number, error: Error): boolean =>
  typeof retry === 'function' && retry(failures, error);
const withStatus = (status: number) => new ApiError({ status, code: '' });

it.each([
  [0, 'no answer', true],
  [400, 'a refused input', false],
  [401, 'a session that has ended', false],
  [404, 'nothing there', false],
  [429, 'too many calls', false],
  [500, 'a fault of the server', false],
  [502, 'a proxy without its server', true],
  [503, 'a server that is busy', true],
  [504, 'a proxy that waited in vain', true],
])('a query that failed with status %i (%s) is retried: %s', (status, _, expected) => {
  expect(isRetried(0, withStatus(status))).toBe(expected);
});

it('a query is retried twice at most', () => {
  expect([0, 1, 2, 3].map((failures) => isRetried(failures, withStatus(0)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('a query that failed with a programming error is not retried', () => {
  expect(isRetried(0, new TypeError('undefined is not a function'))).toBe(false);
});

it('the wait before a query’s retry doubles each time', () => {
  const wait = (attempt: number) =>
    typeof retryDelay === 'function' ? retryDelay(attempt, withStatus(0)) : undefined;
  expect([0, 1].map(wait)).toEqual([500, 1_000]);
});
