import {
  endsSession,
  requestTimeoutMs,
  type Endpoint,
  type EndpointAccepted,
  type EndpointAnswer,
  type EndpointByRoute,
  type EndpointCall,
  type RouteKey,
} from '@butaca/contract';
import { linkAbort } from './link-abort.ts';
import { deviceId, knownDeviceId } from '../session/device-id.ts';
import { sessionToken } from '../session/session-store.ts';
import { announceAnswerHeaders } from './answer-headers.ts';
import { ApiError, readErrorAnswer, timeoutSentence } from './api-error.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { noteServerDate } from './server-clock.ts';
import { announceSessionEnd } from './session-end.ts';

interface AnyCall {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** The calls that begin a session, now or once the person is let in, and so bind the session to this device's id. */
const beginsSession = /^POST \/api\/auth\/(?:login|register|activation)$/;

/** The headers of every call to the server: the session token and the device id. */
export function callHeaders(route: RouteKey): Record<string, string> {
  const token = sessionToken();
  const device = token !== undefined || beginsSession.test(route) ? deviceId() : knownDeviceId();
  return {
    ...(device !== undefined && { 'x-device-id': device }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

/**
 * Calls the server. A call is named by its route (`GET /api/home`), from which its types are derived; none of the API's
 * validation schemas are bundled.
 *
 * @param options - `keepalive` lets the call finish after the page that made it is closed
 * @throws ApiError with the server's sentence; an error code that the API lists as ending sessions ends this one
 */
export function api<R extends RouteKey>(
  route: R,
  call: EndpointCall<EndpointByRoute<R>>,
  signal?: AbortSignal,
  options: Pick<RequestInit, 'keepalive'> = {},
): Promise<EndpointAnswer<EndpointByRoute<R>>> {
  return send(route, call, signal, options);
}

/**
 * Starts an operation on the server, such as an import, without waiting for its end: the answer holds the id
 * (`importId`) by which the operation can be followed.
 *
 * @throws ApiError as `api` does
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.1
 */
export function startCall<R extends RouteKey>(
  route: R,
  call: EndpointCall<EndpointByRoute<R>>,
): Promise<EndpointAccepted<EndpointByRoute<R> & Endpoint>> {
  return send(route, call, undefined, { headers: { prefer: 'respond-async' } });
}

async function send<T>(
  route: RouteKey,
  call: object,
  signal: AbortSignal | undefined,
  { headers = {}, ...options }: { keepalive?: boolean; headers?: Record<string, string> },
): Promise<T> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { params = {}, query = {}, body } = call as AnyCall;
  const token = sessionToken();
  // A repeated call stays one of the person who made it.
  const ownHeaders = callHeaders(route);
  const ending = linkAbort([signal], requestTimeoutMs);
  const url = addressOf(path, params, query);
  const ask = async (): Promise<Response> => {
    const response = await fetch(url, {
      ...options,
      method,
      headers: {
        ...ownHeaders,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: ending.signal,
    });
    noteServerDate(response.headers.get('date'));
    return response;
  };
  try {
    const early = takeEarlyAnswer(`${method} ${url}`, token, ending.signal);
    let response = (early && (await early)) ?? (await ask());
    if (response.status === 503) {
      const { repeatWhileBusy } = await import('./busy.ts');
      response = await repeatWhileBusy(response, ask, ending.signal);
    }
    announceAnswerHeaders(response.headers, token);
    return await readAnswer(response.status, await response.text(), token);
  } catch (error) {
    throw readFailure(error, ending.signal.aborted, signal);
  } finally {
    ending.release();
  }
}

/** The URL of a call: the route's path with its parameters filled in and its query appended. */
export function addressOf(
  path: string,
  params: Record<string, string>,
  query: Record<string, string | undefined>,
): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
  // Some routes have a query in their path (`?view=admin`), so further parameters are appended with `&`.
  return search === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${search}`;
}

/**
 * Parses the server's answer to a call and throws for a failure; a failure code that ends sessions also ends the
 * person's session.
 *
 * @param token - the session token that the call was made with: a late answer to an older session does not end the
 *   present one
 */
export async function readAnswer<T>(status: number, text: string, token: string | undefined): Promise<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    if (body === undefined) throw new ApiError({ status, code: 'answer.unreadable' });
    return body as T;
  }
  const error = readErrorAnswer(status, body);
  if (endsSession(error.code) && token === sessionToken()) announceSessionEnd();
  throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readFailure(error: unknown, isLate: boolean, signal: AbortSignal | undefined): unknown {
  if (error instanceof ApiError || signal?.aborted === true) return error;
  if (isLate) return new ApiError({ status: 0, code: 'call.timeout', serverMessage: timeoutSentence });
  return new ApiError({ status: 0, code: 'call.unreachable' });
}
