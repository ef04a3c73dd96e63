import type { ChannelDetail, VideoDetail } from '@butaca/contract';
import { browserAbilities, prepareStream } from '@butaca/player';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { outputAbilities } from '../../../shared/output/output.ts';
import { singleUse, singleUseKey } from '../../../shared/single-use.queries.ts';
import { channelSource } from './channel-source.ts';
import { createEarlyRequests } from './early-request.ts';

/** The stream formats that the player of this page plays, in the page or outside of it. */
const abilities = (): string => outputAbilities() ?? browserAbilities().join(',');

/**
 * Requests a channel with a newly signed stream URL, in a stream format that can be played here. A player in the page gets
 * the playlists with which the stream begins, too; one outside of the page requests the stream itself, and a provider may
 * allow only one connection.
 */
export function fetchChannel(id: string, signal?: AbortSignal): Promise<ChannelDetail> {
  const output = outputAbilities();
  const query = { can: abilities(), ...(output === undefined && { playlists: 'true' as const }) };
  return api('GET /api/channels/id/:id', { params: { id }, query }, signal);
}

/** Requests a channel, and the first bytes of its stream as soon as its URL is known. */
export async function openChannel(id: string, signal?: AbortSignal): Promise<ChannelDetail> {
  const channel = await fetchChannel(id, signal);
  prepareChannel(channel);
  return channel;
}

/** Requests the first bytes of a channel that is about to be played in the page. */
export function prepareChannel(channel: ChannelDetail | null): void {
  if (channel?.playlists !== undefined) prepareStream(channelSource(channel), channel.playlists);
}

/** The query of the channel that the watch page plays; its stream URL is used for one visit of the page. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'channel'),
    queryFn: ({ signal }) => earlyChannels.take(id, signal) ?? openChannel(id, signal),
    ...singleUse,
  });

const earlyChannels = createEarlyRequests(openChannel);

/** Requests a channel that a person has chosen, before the page is rendered for it. */
export function requestChannel(client: QueryClient, id: string): void {
  if (client.getQueryState(channelQuery(id).queryKey) === undefined) earlyChannels.send(id);
}

/** How the watch page asks the server for a video: as it is or converted to HLS, and for which chapter of a series. */
export interface DeliveryForm {
  /**
   * `auto` leaves the choice of the stream format to the server; `remux` requests the video converted to HLS, because
   * the unconverted file did not play.
   */
  play: 'auto' | 'remux';
  /** The id of a series' chapter about to be played, whose file the server then inspects; `undefined` for a film. */
  chapter: string | undefined;
}

/** The server's answer for a film or series, with stream URLs, and the request parameters (`form`) that led to it. */
export interface VideoAnswer {
  video: VideoDetail;
  form: DeliveryForm;
}

export const firstForm: DeliveryForm = { play: 'auto', chapter: undefined };

/**
 * Requests a video in a stream format that this browser plays.
 *
 * @returns `null` if the server answers with no body, as backends other than ours may
 */
export async function fetchVideo(
  id: string,
  isOnTrial: boolean,
  form: DeliveryForm,
  signal?: AbortSignal,
): Promise<VideoAnswer | null> {
  const { play, chapter } = form;
  const query = {
    ...(isOnTrial && { useTrial: 'true' as const }),
    can: abilities(),
    ...(play === 'remux' && { play }),
    ...(chapter !== undefined && { chapter }),
  };
  const video: VideoDetail | null = await api('GET /api/videos/:id', { params: { id }, query }, signal);
  return video === null ? null : { video, form };
}

/**
 * The query of the film or series that the watch page plays. A refetch sends the same `form` (converted or not,
 * chapter) as the request whose answer is cached.
 */
export const videoQuery = (id: string, isOnTrial: boolean) => {
  const queryKey = singleUseKey(id, 'video', isOnTrial);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      fetchVideo(id, isOnTrial, client.getQueryData<VideoAnswer | null>(queryKey)?.form ?? firstForm, signal),
    ...singleUse,
  });
};

/**
 * Stores the server's answer for a video that was requested converted to HLS, or for another chapter, as the cached
 * result of the video's query.
 */
export function adoptVideo(client: QueryClient, answer: VideoAnswer, isOnTrial: boolean): void {
  client.setQueryData(videoQuery(answer.video._id, isOnTrial).queryKey, answer);
}

/**
 * Asks the server whether the person's plan opens a video. The call lacks the `can` parameter (the formats that this
 * browser plays), so the server need not inspect the video file and answers quickly.
 */
export const checkVideo = (id: string, signal: AbortSignal) =>
  api('GET /api/videos/:id', { params: { id }, query: {} }, signal);
