import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { startProvider } from './world/provider.ts';

/** A request that a test's own HTTP server (the raw server) has received. */
export interface RawRequest {
  method: string;
  /** Path and query of the request, such as `/api/videos?page=2`. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Whether the client has closed the connection before the raw server's answer was complete. */
  isAbandoned: boolean;
}

/** How a test's own HTTP server (the raw server) answers a request. */
export interface RawAnswer {
  /** The HTTP status of the answer; 200 by default. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The body of the answer, as pieces that are sent one after the other; empty by default. */
  body?: readonly string[];
  /**
   * What follows the body of the answer: its proper end (by default), a connection that breaks, or nothing, so that the
   * client waits for more.
   */
  ending?: 'complete' | 'broken' | 'open';
}

export interface RawServer extends AsyncDisposable {
  /** The base URL of the test's raw server: `http://127.0.0.1:<port>`. */
  origin: string;
  /** The requests that the test's raw server has received so far, in order. */
  requests: RawRequest[];
}

/**
 * Starts an HTTP server that answers whatever a test wants, for answers that our own server never gives: a proxy's web
 * page in place of JSON, or a connection that breaks in the middle.
 *
 * @param answer - decides the answer to each request
 */
export async function startRawServer(answer: (request: RawRequest) => RawAnswer): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = await startProvider(async (message, response) => {
    const { method = '', url: path = '', headers } = message;
    const body = await text(message);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-device-id, prefer');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const request: RawRequest = { method, path, headers, body, isAbandoned: false };
    response.once('close', () => {
      request.isAbandoned = !response.writableFinished;
    });
    requests.push(request);
    await sendRaw(response, answer(request));
  });
  return {
    origin: server.origin,
    requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function sendRaw(
  response: ServerResponse,
  { status = 200, headers = {}, body = [], ending = 'complete' }: RawAnswer,
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  for (const piece of body) {
    // oxlint-disable-next-line no-await-in-loop -- each piece is sent by itself, so that none is lost
    await new Promise<void>((resolve) => {
      response.write(piece, () => resolve());
    });
    // oxlint-disable-next-line no-await-in-loop -- each piece is sent by itself, so that none is lost
    await setImmediate();
  }
  if (ending === 'complete') response.end();
  if (ending === 'broken') response.destroy();
}
