import { PassThrough } from 'node:stream';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerClientError } from './client-error.ts';

/**
 * Lets the server answer bytes that are no valid HTTP request, with a stream in place of the client's socket; returns
 * what the client would read.
 */
function answerTo(code: string | undefined, { isClosed = false } = {}) {
  const stream = new PassThrough();
  if (isClosed) stream.end();
  answerClientError(
    Object.assign(new Error('x'), code !== undefined && { code }),
    stream as unknown as Socket,
    { 'x-content-type-options': 'nosniff' },
  );
  return { said: String((stream.read() as Buffer | null) ?? ''), stream };
}

describe('the answer to a malformed request', () => {
  it.each([
    ['HPE_INVALID_METHOD', '400 Bad Request', 'request.malformed'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'request.headers_too_large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request.timeout'],
    [undefined, '400 Bad Request', 'request.malformed'],
  ])('for the parser error %s has the status %s', (code, statusLine, errorCode) => {
    const { said, stream } = answerTo(code);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    const [first, ...headers] = head.split('\r\n');
    expect(first).toBe(`HTTP/1.1 ${statusLine}`);
    expect(headers).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(headers).toContain('connection: close');
    expect(headers).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({ code: errorCode, error: expect.stringMatching(/\.$/) });
    expect(stream.writableEnded).toBe(true);
  });

  it.each([
    ['ECONNRESET', false],
    ['HPE_INVALID_METHOD', true],
  ])('is not sent to a client that has gone (%s)', (code, isClosed) => {
    const { said, stream } = answerTo(code, { isClosed });
    expect([said, stream.destroyed]).toEqual(['', true]);
  });
});
