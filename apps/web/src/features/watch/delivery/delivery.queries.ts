import type { VideoDetail } from '@butaca/contract';
import { browserAbilities } from '@butaca/player';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { singleUse, singleUseKey } from '../../../platform/single-use-answers.ts';

/** Requests a channel with a new stream URL, in a form that this browser plays. */
export const fetchChannel = (id: string, signal?: AbortSignal) =>
  api('GET /api/channels/id/:id', { params: { id }, query: { can: browserAbilities().join(',') } }, signal);

/** The query of the channel that the watch page plays. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'channel'),
    queryFn: ({ signal }) => fetchChannel(id, signal),
    ...singleUse,
  });

/** The form in which a video is requested. */
export interface DeliveryForm {
  /**
   * `auto` leaves the choice to the server; `remux` requests a converted form, because the unconverted file did not
   * play.
   */
  play: 'auto' | 'remux';
  /** The id of the chapter about to be played, whose file the server then inspects; `undefined` for a film. */
  chapter: string | undefined;
}

/** A film or series with its stream URLs, and the form in which it was requested. */
export interface VideoAnswer {
  video: VideoDetail;
  form: DeliveryForm;
}

export const firstForm: DeliveryForm = { play: 'auto', chapter: undefined };

/**
 * Requests a video in a form that this browser plays.
 *
 * @returns `null` if the server answers with no body, as foreign backends may
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

/** The query of a film or series to play. A refetch requests the same form as the cached answer. */
export const videoQuery = (id: string, isOnTrial: boolean) => {
  const queryKey = singleUseKey(id, 'video', isOnTrial);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      fetchVideo(id, isOnTrial, client.getQueryData<VideoAnswer | null>(queryKey)?.form ?? firstForm, signal),
    ...singleUse,
  });
};

/** Stores a video answer that was fetched in another form as the result of the video's query. */
export function adoptVideo(client: QueryClient, answer: VideoAnswer, isOnTrial: boolean): void {
  client.setQueryData(videoQuery(answer.video._id, isOnTrial).queryKey, answer);
}

/** Asks only whether the person's plan opens a video; the server inspects no file for this call. */
export const checkVideo = (id: string, signal: AbortSignal) =>
  api('GET /api/videos/:id', { params: { id }, query: {} }, signal);
