import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readIcyAsHttp } from './icy-answers.ts';

/** Pushes chunks into a stream that reads ICY answers as HTTP, and returns all that can be read from it. */
async function read(...chunks: readonly string[]): Promise<string> {
  const stream = new PassThrough();
  readIcyAsHttp(stream);
  for (const chunk of chunks) stream.push(Buffer.from(chunk, 'latin1'));
  stream.push(null);
  const received: Buffer[] = [];
  for await (const chunk of stream) received.push(chunk as Buffer);
  return Buffer.concat(received).toString('latin1');
}

it.each([
  ['in one chunk', ['ICY 200 OK\r\n\r\n\u00ffICY ']],
  ['byte by byte', 'ICY 200 OK\r\n\r\n\u00ffICY '.split('')],
  ['cut after three letters', ['ICY', ' 200 OK\r\n\r\n\u00ffICY ']],
])('an answer of SHOUTcast that arrives %s begins as HTTP, and its body stays', async (_how, chunks) => {
  expect(await read(...chunks)).toBe('HTTP/1.0 200 OK\r\n\r\n\u00ffICY ');
});

it.each(['HTTP/1.1 200 OK\r\n\r\nICY ', 'ICYBOX', 'ICE/1.0 200', 'IC', ''])(
  'an answer that begins with %j stays as it is',
  async (text) => {
    expect(await read(text)).toBe(text);
    expect(await read(...text.split(''))).toBe(text);
  },
);
