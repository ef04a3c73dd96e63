import type { EndpointAnswer, EndpointByRoute, EndpointCall, RouteKey } from '@butaca/contract';
import { sessionToken } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { addressOf, callHeaders, readAnswer } from './api.ts';

/**
 * Yields the server-sent events of a call as they arrive, until the server closes the stream. `EventSource` is not used
 * because it cannot send the session token.
 *
 * @param signal - aborting it ends the events without an error
 * @throws ApiError as `api` does; `call.unreachable` if the connection breaks
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* readEvents<R extends RouteKey>(
  route: R,
  call: EndpointCall<EndpointByRoute<R>>,
  signal: AbortSignal,
): AsyncGenerator<EndpointAnswer<EndpointByRoute<R>>> {
  const [, path = ''] = route.split(' ');
  const { params = {} } = call as { params?: Record<string, string> };
  const token = sessionToken();
  try {
    const response = await fetch(addressOf(path, params, {}), { headers: callHeaders(route), signal });
    if (!response.ok || response.body === null) {
      await readAnswer(response.status, await response.text(), token);
      return;
    }
    for await (const text of readBlocks(response.body)) {
      const data = text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart());
      // A block of the event stream without `data:` lines is a keep-alive and is skipped.
      if (data.length > 0) yield JSON.parse(data.join('\n')) as EndpointAnswer<EndpointByRoute<R>>;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ApiError ? error : new ApiError({ status: 0, code: 'call.unreachable' });
  }
}

/**
 * Yields each block of an event stream, which is the text between two empty lines; an unfinished last block is ignored.
 */
async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    // When the caller stops reading events, the rest of the response is cancelled.
    await reader.cancel();
  }
}
