/* A request that is sent when a person chooses a channel, before the page is rendered for it: the page is rendered in a
   transition, which takes longer than the request. The page's query then takes the answer of this request instead of sending
   its own. So a failure is told once, whether it came before the page or after. */
import { steadyMs } from '../../../platform/base/clock.ts';

/** How long an answer that no page has asked for may be used, as long as an answer that was prefetched. */
const keptMs = 10_000;

export interface EarlyRequests<T> {
  /** Sends the request for an item, and gives up the one for another item that no page has taken. */
  send(id: string): void;
  /**
   * Returns the answer to the request that was sent for an item, once; `undefined` if there is none.
   *
   * @param signal - aborts the request
   */
  take(id: string, signal: AbortSignal): Promise<T> | undefined;
}

export function createEarlyRequests<T>(
  request: (id: string, signal: AbortSignal) => Promise<T>,
): EarlyRequests<T> {
  let sent: { id: string; abort: AbortController; answer: Promise<T>; sentAtMs: number } | undefined;
  return {
    send(id) {
      sent?.abort.abort();
      const abort = new AbortController();
      const answer = request(id, abort.signal);
      // Whoever takes the answer gets the failure.
      answer.catch(() => undefined);
      sent = { id, abort, answer, sentAtMs: steadyMs() };
    },
    take(id, signal) {
      if (sent?.id !== id) return undefined;
      const { abort, answer, sentAtMs } = sent;
      sent = undefined;
      if (steadyMs() - sentAtMs > keptMs) return undefined;
      signal.addEventListener('abort', () => abort.abort(), { once: true });
      return answer;
    },
  };
}
