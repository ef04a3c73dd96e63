import { afterEach, describe, expect, it } from 'vitest';
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

it('a query that a busy server refused is not retried, because its call was repeated already', () => {
  expect(isRetried(0, new ApiError({ status: 503, code: 'server.busy' }))).toBe(false);
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

describe('a query when the browser has a connection again', () => {
  const key = ['reconnected'];
  const { refetchOnReconnect } = queryClient.getDefaultOptions().queries ?? {};

  /** Whether a mounted query that has failed with this error is requested again. */
  async function isAskedAgain(error: Error | undefined): Promise<boolean> {
    const answer = async (): Promise<string> => {
      if (error !== undefined) throw error;
      return 'answered';
    };
    await queryClient.prefetchQuery({ queryKey: key, queryFn: answer, retry: false });
    const query = queryClient.getQueryCache().find({ queryKey: key });
    if (query === undefined || typeof refetchOnReconnect !== 'function') throw new Error('there is no rule');
    return refetchOnReconnect(query) !== false;
  }

  afterEach(() => queryClient.clear());

  it.each([
    ['without an answer', true, withStatus(0)],
    ['at a proxy without its server', true, withStatus(502)],
    ['because nothing is there', false, withStatus(404)],
    ['by a programming error', false, new TypeError('undefined is not a function')],
  ])('that failed %s is requested again: %s', async (_, expected, error) => {
    expect(await isAskedAgain(error)).toBe(expected);
  });

  it('that was answered is not requested again', async () => {
    expect(await isAskedAgain(undefined)).toBe(false);
  });
});
