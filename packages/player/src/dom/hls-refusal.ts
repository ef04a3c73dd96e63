import type { ErrorData } from 'hls.js';
import type { HttpRefusal } from '../playback/playback-failure.ts';
import { readRefusal } from './probe-address.ts';

/** Reads the HTTP error response that caused an error of hls.js; `undefined` if there was none. */
export function refusalOf({ response, networkDetails }: ErrorData): HttpRefusal | undefined {
  const status = response?.code;
  if (status === undefined || status < 400) return undefined;
  if (!(networkDetails instanceof XMLHttpRequest)) return { status };
  return readRefusal(status, (name) => networkDetails.getResponseHeader(name), textOf(networkDetails));
}

/**
 * Decodes the body of a request that the server refused: hls.js requests segments as bytes, so their error bodies
 * arrive as bytes too.
 */
function textOf(request: XMLHttpRequest): string {
  if (request.responseType === '' || request.responseType === 'text') return request.responseText;
  const body: unknown = request.response;
  return body instanceof ArrayBuffer ? new TextDecoder().decode(body) : '';
}
