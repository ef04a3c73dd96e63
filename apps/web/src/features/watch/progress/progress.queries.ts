import type { WatchProgress } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { singleUse, singleUseKey } from '../../../platform/single-use-answers.ts';

/** Asks where the person is in a video; `null` where they have not watched it. */
export async function fetchProgress(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  return (await api('GET /api/videos/:id/progress', { params: { id } }, signal)).watchProgress;
}

/** After this time a film begins without the saved position. */
const progressWaitMs = 3_000;

/** As {@link fetchProgress}, before a video begins to play. */
export const fetchFirstProgress = (id: string, signal: AbortSignal) =>
  fetchProgress(id, AbortSignal.any([signal, AbortSignal.timeout(progressWaitMs)]));

/**
 * The person's position in a video. Another device may be changing it, so it is fetched at each opening, and a failure is not
 * retried.
 */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'progress'),
    queryFn: ({ signal }) => fetchFirstProgress(id, signal),
    ...singleUse,
    retry: false,
  });
