import type { WatchProgress } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { singleUse, singleUseKey } from '../../../platform/single-use-answers.ts';

/** Asks where the person is in a video; `null` where they have not watched it. */
export async function fetchProgress(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  return (await api('GET /api/videos/:id/progress', { params: { id } }, signal)).watchProgress;
}

/** Nobody waits longer than this before a film that may never have been watched begins. */
const progressWaitMs = 3_000;

/** As {@link fetchProgress}, before a video begins to play. */
export const fetchFirstProgress = (id: string, signal: AbortSignal) =>
  fetchProgress(id, AbortSignal.any([signal, AbortSignal.timeout(progressWaitMs)]));

/** Where the person is in a video. Another device may be writing it: asked for at each opening, and not retried. */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: singleUseKey(id, 'progress'),
    queryFn: ({ signal }) => fetchFirstProgress(id, signal),
    ...singleUse,
    retry: false,
  });
