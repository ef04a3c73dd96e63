import type { EndpointAnswer, EndpointByRoute, RouteKey } from '@butaca/contract';
import { sessionToken } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { addressOf, callHeaders, readAnswer } from './api.ts';

/**
 * Listens to the events of a call, for as long as the server has any. `EventSource` cannot say who listens; `fetch` can.
 *
 * @throws ApiError as `api` does; `call.unreachable` when the connection breaks off
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* watchEvents<R extends RouteKey>(
  route: R,
  params: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<EndpointAnswer<EndpointByRoute<R>>> {
  const [, path = ''] = route.split(' ');
  const token = sessionToken();
  try {
    const response = await fetch(addressOf(path, params, {}), { headers: callHeaders(route), signal });
    if (!response.ok || response.body === null) {
      await readAnswer(response.status, await response.text(), token);
      return;
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (rest + decoder.decode(part.value, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      // Lines that begin with a colon only say that the connection lives.
      for (const event of events) {
        if (event.startsWith('data: '))
          yield JSON.parse(event.slice('data: '.length)) as EndpointAnswer<EndpointByRoute<R>>;
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ApiError ? error : new ApiError({ status: 0, code: 'call.unreachable' });
  }
}
