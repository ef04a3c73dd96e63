import type { VideoDetail } from '@butaca/contract';
import { browserAbilities } from '@butaca/player';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { singleUse, singleUseKey } from '../../../platform/single-use-answers.ts';

/** Asks for a channel in a form that this browser plays, with a new address. */
export const fetchChannel = (id: string, signal?: AbortSignal) =>
  api('GET /api/channels/id/:id', { params: { id }, query: { can: browserAbilities().join(',') } }, signal);

/** A channel to play. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'channel'),
    queryFn: ({ signal }) => fetchChannel(id, signal),
    ...singleUse,
  });

/** In which form a video is asked for. */
export interface DeliveryForm {
  /** `remux`: the video as it is could not be played. */
  play: 'auto' | 'remux';
  /** The chapter that is about to be played, into whose file the server looks; a film needs no name. */
  chapter: string | undefined;
}

/** A film or series with its addresses, and the form in which they were asked for. */
export interface VideoAnswer {
  video: VideoDetail;
  form: DeliveryForm;
}

export const firstForm: DeliveryForm = { play: 'auto', chapter: undefined };

/**
 * Asks for a video in a form that this browser plays.
 *
 * @returns `null` where a server answers nothing, as other people's do
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
    can: browserAbilities().join(','),
    ...(play === 'remux' && { play }),
    ...(chapter !== undefined && { chapter }),
  };
  const video: VideoDetail | null = await api('GET /api/videos/:id', { params: { id }, query }, signal);
  return video === null ? null : { video, form };
}

/** A film or series to play. A refetch requests the form of the present answer. */
export const videoQuery = (id: string, isOnTrial: boolean) => {
  const queryKey = singleUseKey(id, 'video', isOnTrial);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      fetchVideo(id, isOnTrial, client.getQueryData<VideoAnswer | null>(queryKey)?.form ?? firstForm, signal),
    ...singleUse,
  });
};

/** Makes an answer that was fetched in another form the answer of its query. */
export function adoptVideo(client: QueryClient, answer: VideoAnswer, isOnTrial: boolean): void {
  client.setQueryData(videoQuery(answer.video._id, isOnTrial).queryKey, answer);
}

/** Asks whether a plan opens a video, and no more: the server looks into no file for this call. */
export const checkVideo = (id: string, signal: AbortSignal) =>
  api('GET /api/videos/:id', { params: { id }, query: {} }, signal);
