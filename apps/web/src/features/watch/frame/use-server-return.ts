import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isServerAway } from '../../../platform/api/server-away.ts';
import { isServerReady } from './server-return.queries.ts';
import { every } from '../../../platform/base/clock.ts';

const askEveryMs = 3000;
/** After so many questions, a minute, the person has to press «Reintentar». */
const mostQuestions = 20;

/**
 * Requests the film or channel of the watch page again once our server is back, if it was away when the page requested it,
 * as while it is started anew. Until then only the server's state is asked for, so that the page stays as it is.
 */
export function useServerReturn({ data, error, refetch }: UseQueryResult): void {
  const isAway = data === undefined && isServerAway(error);
  const request = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!isAway) return undefined;
    let questions = 0;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      questions += 1;
      if (questions >= mostQuestions) cancel();
      const isBack = await isServerReady(left.signal);
      if (isBack && !left.signal.aborted) request();
    };
    const cancel = every(askEveryMs, () => void ask());
    return () => {
      cancel();
      left.abort();
    };
  }, [isAway]);
}
