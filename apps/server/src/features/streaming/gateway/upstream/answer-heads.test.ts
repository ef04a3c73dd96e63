import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { mendAnswerHead } from './answer-heads.ts';

/** Pushes chunks into a stream whose head is mended, and returns all that can be read from it. */
async function read(...chunks: readonly string[]): Promise<string> {
  const stream = new PassThrough();
  mendAnswerHead(stream);
  for (const chunk of chunks) stream.push(Buffer.from(chunk, 'latin1'));
  stream.push(null);
  const received: Buffer[] = [];
  for await (const chunk of stream) received.push(chunk as Buffer);
  return Buffer.concat(received).toString('latin1');
}

const headOf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`;

it.each([
  ['of a SHOUTcast server', 'ICY 200 OK\r\n\r\n', headOf('HTTP/1.0 200 ')],
  ['without CR', 'HTTP/1.1 200 OK\nA: b\n\n', headOf('HTTP/1.1 200 ', 'a: b')],
  ['with CR in some lines', 'HTTP/1.0 200 OK\r\nA: b\n\r\n', headOf('HTTP/1.0 200 ', 'a: b')],
  ['with a blank before a colon', 'HTTP/1.0 200 OK\r\nA : b\r\n\r\n', headOf('HTTP/1.0 200 ', 'a: b')],
  [
    'with lines that are no fields',
    'HTTP/1.0 200 OK\r\nx\r\n a: b\r\nc d: e\r\n\r\n',
    headOf('HTTP/1.0 200 '),
  ],
  ['with control characters', 'HTTP/1.0 200 OK\r\nA: b\u0001c\r\n\r\n', headOf('HTTP/1.0 200 ', 'a: bc')],
  ['of another version', 'HTTP/2 404 Not Found\r\n\r\n', headOf('HTTP/1.0 404 ')],
  [
    'with one length twice',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\ncontent-length: 5\r\n\r\n',
    headOf('HTTP/1.1 200 ', 'content-length: 5'),
  ],
  [
    'with a length of what comes in chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
    headOf('HTTP/1.1 200 ', 'transfer-encoding: chunked'),
  ],
  [
    'with a length and the coding that is none',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: Identity\r\n\r\n',
    headOf('HTTP/1.1 200 ', 'content-length: 9'),
  ],
])('a head %s becomes one that can be read, and its body stays', async (_what, head, mended) => {
  const body = '\u00ffICY \n\nHTTP/1.1 200 OK\n\n';
  expect(await read(head + body)).toBe(mended + body);
  expect(await read(...(head + body).split(''))).toBe(mended + body);
});

it.each([
  'HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\nContent-Length: 4\r\n\r\nICY \n\n',
  'HTTP/1.1 204\r\n\r\n',
  'HTTP/1.1 200 OK\r\nServer: caf\u00e9\r\n\r\n',
  'HTTP/1.0 200 OK\r\n',
  'ICYBOX 200 OK\r\n\r\n',
  'ICE/1.0 200 OK\n\n',
  'SSH-2.0-OpenSSH_9.2\r\n',
  'IC',
  '',
])('an answer that begins with %j stays as it is', async (text) => {
  expect(await read(text)).toBe(text);
  expect(await read(...text.split(''))).toBe(text);
});

it('a head without an end is passed on when it is longer than heads are', async () => {
  const text = `HTTP/1.0 200 OK\n${'a: b\n'.repeat(4_000)}`;
  expect(await read(text)).toBe(text);
});
