import type { WatchProgress } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { linkAbort } from '../../../platform/api/link-abort.ts';
import { singleUse, singleUseKey } from '../../../shared/single-use.queries.ts';

/** Fetches the person's saved playback position in a video; `null` if they have not watched the video. */
export async function fetchProgress(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  return (await api('GET /api/videos/:id/progress', { params: { id } }, signal)).watchProgress;
}

/**
 * The longest wait for the saved playback position when a video opens; after it, the video starts from the beginning.
 */
const progressWaitMs = 3_000;

/**
 * Fetches the saved playback position before a video starts, as {@link fetchProgress} does, but gives up after three
 * seconds.
 */
export async function fetchFirstProgress(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  const limited = linkAbort([signal], progressWaitMs);
  try {
    return await fetchProgress(id, limited.signal);
  } finally {
    limited.release();
  }
}

/**
 * The query of the person's saved playback position in a video. Another device may be changing the position, so it is
 * fetched each time the watch page opens; a failed request is not retried.
 */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'progress'),
    queryFn: ({ signal }) => fetchFirstProgress(id, signal),
    ...singleUse,
    retry: false,
    // The video plays by now, and would jump.
    refetchOnReconnect: false,
  });
