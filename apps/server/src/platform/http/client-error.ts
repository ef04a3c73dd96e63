import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorCatalogue, type ErrorBody, type ErrorCode } from '@butaca/contract';

/**
 * Maps Node's error codes for bytes that are not a valid HTTP request to error codes of the API.
 *
 * @see https://nodejs.org/api/http.html#event-clienterror
 */
const byNodeCode: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers bytes that could not be parsed as an HTTP request with an error in the usual JSON format, and closes the
 * connection.
 *
 * @param securityHeaders - by name; no hook adds them, because there is no request
 */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  securityHeaders: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = byNodeCode[error.code ?? ''] ?? 'request.malformed';
  const { status, sentence } = errorCatalogue[code];
  const body = JSON.stringify({ error: sentence, code, requestId: randomUUID() } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
