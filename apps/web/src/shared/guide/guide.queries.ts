import type { EndpointAnswer, getGuideNow, Programme } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { queryClient } from '../../platform/query-client.ts';

const minuteMs = 60_000;
/** What is on now and next says enough for a while: when the first is over, the second is on. */
const staleMs = 3 * minuteMs;

/** What a channel shows at an instant, and what it shows after that. */
export interface OnAir {
  now: Programme | undefined;
  next: Programme | undefined;
}

/** What the channels with a guide show now and next, by the ids of the channels. */
export type OnAirByChannel = ReadonlyMap<string, readonly Programme[]>;

const readNow = ({ channels }: EndpointAnswer<typeof getGuideNow>): OnAirByChannel =>
  new Map(
    channels.map(({ channelId, now, next }) => [channelId, [now, next].filter((known) => known !== null)]),
  );

const nowKey = (section: string | undefined) => ['guide', 'now', section ?? ''];

/**
 * The query of what the channels of a section show now and next; without a section, of all channels. The answer for all
 * channels, where the page has it, is that of a section too.
 */
export const nowQuery = (section: string | undefined) =>
  queryOptions({
    queryKey: nowKey(section),
    queryFn: async ({ signal }) =>
      readNow(await api('GET /api/guide/now', { query: section === undefined ? {} : { section } }, signal)),
    staleTime: staleMs,
    refetchInterval: staleMs,
    structuralSharing: false,
    initialData: () => queryClient.getQueryData<OnAirByChannel>(nowKey(undefined)),
    initialDataUpdatedAt: () => queryClient.getQueryState(nowKey(undefined))?.dataUpdatedAt,
  });

/** What of the known programmes of a channel is on at an instant, and what comes next. */
export function onAirAt(programmes: readonly Programme[], atMs: number): OnAir {
  return {
    now: programmes.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= atMs && atMs < Date.parse(endsAt)),
    next: programmes.find(({ startsAt }) => Date.parse(startsAt) > atMs),
  };
}
