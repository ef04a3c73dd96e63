import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAnswer, type Answer } from '../world/answers.ts';
import { startProvider } from '../world/provider.ts';
import type { FakeSource } from './fake-works.ts';

const json = { 'content-type': 'application/json;charset=utf-8' };

/** What a source answers to a path: a body that becomes JSON, or its answer to what does not exist. */
export type AnswerCall = (url: URL) => { body: unknown } | undefined;

/**
 * Starts a fake of a source of film data on a real socket.
 *
 * @param fake.answer - its good answers; `fake.refusal`: the body of a 401, `fake.absent` of a 404, `fake.odd`: an answer
 *   whose fields have wrong types
 * @param fake.isAllowed - whether a request has the right key
 */
export async function startFakeSource(fake: {
  basePath: string;
  answer(source: FakeSource): AnswerCall;
  isAllowed(source: FakeSource, url: URL): boolean;
  refusal: unknown;
  absent: unknown;
  odd: unknown;
}): Promise<FakeSource> {
  const server = await startProvider((request, response) => tell(request, response));
  const source: FakeSource = {
    baseUrl: `${server.origin}${fake.basePath}`,
    works: [],
    manner: 'good',
    retryAfterSeconds: 7,
    calls: [],
    unchanged: 0,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  const answerCall = fake.answer(source);

  function tell(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', server.origin);
    url.pathname = url.pathname.slice(fake.basePath.length);
    const shown = new URL(url);
    shown.searchParams.delete('api_key');
    source.calls.push(`${shown.pathname}${decodeURIComponent(shown.search)}`);
    sendAnswer(request, response, choose(url, request.headers['if-none-match']));
  }

  function choose(url: URL, knownTag: string | undefined): Answer {
    if (source.manner === 'silent') return { afterMs: Infinity };
    if (source.manner === 'unauthorized' || !fake.isAllowed(source, url))
      return { status: 401, headers: json, body: JSON.stringify(fake.refusal) };
    if (source.manner === 'busy') {
      const headers = { ...json, 'retry-after': String(source.retryAfterSeconds) };
      return { status: 429, headers, body: JSON.stringify({ status_code: 25, name: 'Too Many Requests' }) };
    }
    if (source.manner === 'broken') return { status: 500, headers: json, body: '' };
    if (source.manner === 'html')
      return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Portal</title>' };
    if (source.manner === 'odd') return { headers: json, body: JSON.stringify(fake.odd) };
    const found = answerCall(url);
    if (found === undefined) return { status: 404, headers: json, body: JSON.stringify(fake.absent) };
    const body = JSON.stringify(found.body);
    const etag = `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    if (etag === knownTag) {
      source.unchanged += 1;
      return { status: 304, headers: { etag } };
    }
    return { headers: { ...json, etag }, body };
  }
  return source;
}
