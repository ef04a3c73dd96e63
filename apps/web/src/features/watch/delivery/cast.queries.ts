import type { StreamKind } from '@butaca/contract';
import { api } from '../../../platform/api/api.ts';
import type { CastStream } from '../player/cast/cast-stream.ts';

/** Requests the address at which a television plays a channel, in a format that every television plays. */
export async function fetchChannelForCast(id: string): Promise<CastStream> {
  return toCast(await api('GET /api/channels/id/:id', { params: { id }, query: { for: 'cast' } }));
}

/**
 * Requests the address at which a television plays a film or a chapter of a series.
 *
 * @param chapter - the id of the chapter; `undefined` for a film
 */
export async function fetchVideoForCast(
  id: string,
  isOnTrial: boolean,
  chapter: string | undefined,
): Promise<CastStream> {
  const query = {
    for: 'cast' as const,
    ...(isOnTrial && { useTrial: 'true' as const }),
    ...(chapter !== undefined && { chapter }),
  };
  const video = await api('GET /api/videos/:id', { params: { id }, query });
  const chapters = video.seasons.flatMap((season) => season.chapters);
  return toCast(chapters.find(({ _id }) => _id === chapter) ?? video);
}

function toCast({ url, streamKind }: { url: string | null; streamKind: StreamKind | null }): CastStream {
  return url === null || streamKind === null ? undefined : { src: url, kind: streamKind };
}
