import {
  allChannelsCategory,
  guideChannelsMost,
  guideWindowHoursMost,
  type EndpointAnswer,
  type getGuideNow,
  type Programme,
} from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { queryClient } from '../../platform/query-client.ts';

const minuteMs = 60_000;
/** The hours of one window of programmes. */
export const windowMs = guideWindowHoursMost * 60 * minuteMs;
/** For how long now and next are not requested again: when the present programme ends, the page goes on to the next one, which it knows. */
const staleMs = 3 * minuteMs;

/** What a channel shows at an instant, and what it shows after that. */
export interface OnAir {
  now: Programme | undefined;
  next: Programme | undefined;
}

/** What a channel with a guide shows now and next. */
interface KnownOnAir {
  /** One or two, by their starts. */
  programmes: readonly Programme[];
  /** For how many days the archive of the channel keeps programmes; `null` without an archive. */
  archiveDays: number | null;
}

/** What the channels with a guide show now and next, by the ids of the channels. */
export type OnAirByChannel = ReadonlyMap<string, KnownOnAir>;

const readNow = ({ channels }: EndpointAnswer<typeof getGuideNow>): OnAirByChannel =>
  new Map(
    channels.map(({ channelId, now, next, archiveDays }) => [
      channelId,
      { programmes: [now, next].filter((known) => known !== null), archiveDays },
    ]),
  );

/** Of which channels it is asked what they show: those of a category of «TV en Vivo», or those with some ids. */
export type GuideScope = string | readonly string[];

/** The section whose channels a category of «TV en Vivo» has, or the ids; `undefined` for all channels. */
export const scopeOf = (scope: GuideScope): GuideScope | undefined =>
  scope === allChannelsCategory ? undefined : scope;

const nowKey = (scope: GuideScope | undefined) => ['guide', 'now', scope ?? ''];

function writeScope(scope: GuideScope | undefined): { section?: string; channels?: string } {
  if (scope === undefined) return {};
  return typeof scope === 'string'
    ? { section: scope }
    : { channels: scope.slice(0, guideChannelsMost).join(',') };
}

/**
 * The query of what the channels of a section, or those with some ids, show now and next; without a scope, of all channels. Of
 * ids only the first sixty are asked about. The answer for all channels, where the page has it, is that of some of them too.
 */
export const nowQuery = (scope: GuideScope | undefined) =>
  queryOptions({
    queryKey: nowKey(scope),
    queryFn: async ({ signal }) =>
      readNow(await api('GET /api/guide/now', { query: writeScope(scope) }, signal)),
    enabled: scope?.length !== 0,
    staleTime: staleMs,
    refetchInterval: staleMs,
    // In a tab that nobody looked at, time has passed without requests.
    refetchOnWindowFocus: true,
    structuralSharing: false,
    initialData: () => queryClient.getQueryData<OnAirByChannel>(nowKey(undefined)),
    initialDataUpdatedAt: () => queryClient.getQueryState(nowKey(undefined))?.dataUpdatedAt,
  });

/** What of the known programmes of a channel is on at an instant, and what comes next. */
export function onAirAt(known: Pick<KnownOnAir, 'programmes'> | undefined, atMs: number): OnAir {
  const { programmes = [] } = known ?? {};
  return {
    now: programmes.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= atMs && atMs < Date.parse(endsAt)),
    next: programmes.find(({ startsAt }) => Date.parse(startsAt) > atMs),
  };
}
/** The query of the sheet of the programme that a channel shows at an instant. */
export const programmeQuery = (channelId: string, startsAt: string) =>
  queryOptions({
    queryKey: ['guide', 'programme', channelId, startsAt],
    queryFn: ({ signal }) =>
      api('GET /api/guide/programmes/:id/:start', { params: { id: channelId, start: startsAt } }, signal),
  });

/** A programme with its times as numbers: the grid of the guide compares them in every frame. */
export interface TimedProgramme {
  startMs: number;
  endMs: number;
  programme: Programme;
}

const readTimes = (programme: Programme): TimedProgramme => ({
  startMs: Date.parse(programme.startsAt),
  endMs: Date.parse(programme.endsAt),
  programme,
});

/** For how long the programmes of a window are kept after the window was left, so that going back is instant. */
const windowKeptMs = 2 * minuteMs;

/**
 * The query of the programmes of some channels within six hours, by the ids of the channels.
 *
 * @param ids - at most sixty
 * @param fromMs - a whole hour
 */
export const windowQuery = (ids: readonly string[], fromMs: number) =>
  queryOptions({
    queryKey: ['guide', 'window', fromMs, ids.join(',')],
    queryFn: async ({ signal }) => {
      const query = { channels: ids.join(','), from: instant(fromMs), to: instant(fromMs + windowMs) };
      const { channels } = await api('GET /api/guide', { query }, signal);
      return new Map(channels.map(({ channelId, programmes }) => [channelId, programmes.map(readTimes)]));
    },
    staleTime: 5 * minuteMs,
    gcTime: windowKeptMs,
    structuralSharing: false,
  });

/** The programmes of a window, if the page still has them. */
export const findWindow = (ids: readonly string[], fromMs: number) =>
  queryClient.getQueryData(windowQuery(ids, fromMs).queryKey);

const instant = (atMs: number): string => new Date(atMs).toISOString();
