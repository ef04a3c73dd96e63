import type { WatchProgress } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { singleUse, singleUseKey } from '../../../platform/single-use-answers.ts';

/** Fetches the person's saved progress in a video; `null` if they have not watched it. */
export async function fetchProgress(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  return (await api('GET /api/videos/:id/progress', { params: { id } }, signal)).watchProgress;
}

/** The longest wait for the saved position; after it, a film starts from the beginning. */
const progressWaitMs = 3_000;

/** Fetches the progress as {@link fetchProgress} does, but gives up after three seconds; used before a video starts. */
export const fetchFirstProgress = (id: string, signal: AbortSignal) =>
  fetchProgress(id, AbortSignal.any([signal, AbortSignal.timeout(progressWaitMs)]));

/**
 * The query of the person's progress in a video. Another device may be changing the progress, so it is fetched at each
 * opening; a failure is not retried.
 */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'progress'),
    queryFn: ({ signal }) => fetchFirstProgress(id, signal),
    ...singleUse,
    retry: false,
  });
