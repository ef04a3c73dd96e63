import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from '../platform/query-client.ts';
import { keepPrefetched, singleUse, singleUseKey } from './single-use.queries.ts';

const query = { queryKey: singleUseKey('ancla', 'channel') };
const cached = () => queryClient.getQueryData(query.queryKey);

afterEach(() => queryClient.clear());

describe('keepPrefetched', () => {
  it('replaces an earlier prefetched answer that no page uses', async () => {
    expect(await keepPrefetched(query, { url: '/first' })).toBe(true);
    expect(await keepPrefetched(query, { url: '/second' })).toBe(true);
    expect(cached()).toEqual({ url: '/second' });
  });

  it('keeps the answer that a mounted page uses, and returns false', async () => {
    await keepPrefetched(query, { url: '/played' });
    const stop = new QueryObserver(queryClient, { ...singleUse, ...query }).subscribe(() => undefined);
    expect(await keepPrefetched(query, { url: '/second' })).toBe(false);
    expect(cached()).toEqual({ url: '/played' });
    stop();
  });
});
