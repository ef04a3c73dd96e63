import { once } from 'node:events';
import { request } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProvider, type Provider } from './provider.ts';

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider[Symbol.asyncDispose]());

const body = Buffer.from('0123456789');
const ask = (path: string, range?: string) =>
  fetch(`${provider.origin}${path}`, { headers: range === undefined ? {} : { range } });

it.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  [undefined, 200, '0123456789', null],
  ['bytes=10-', 416, 'fuera de rango', 'bytes */10'],
])('answers the range %s', async (range, status, text, contentRange) => {
  provider.answer('/film', { body, hasRanges: true });
  const answer = await ask('/film', range);
  expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
});

it.each([
  ['half', '01234'],
  ['end', '0123456789'],
  [3, '012'],
] as const)('cuts the connection at %s of what it has announced', async (cutAt, received) => {
  provider.answer('/film', { headers: { 'content-length': 20 }, body, cutAt });
  const asked = request(`${provider.origin}/film`).end();
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
  let text = '';
  const read = async (): Promise<void> => {
    for await (const bytes of response) text += bytes.toString();
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(text).toBe(received);
});

it('sends the pieces of a body at its pace, and counts what is open', async () => {
  provider.answer('/film', { body, pace: { bytes: 4, everyMs: 1, firstBytes: 2 } });
  expect(await (await ask('/film')).text()).toBe('0123456789');
  const leaving = new AbortController();
  const endless = await fetch(`${provider.origin}/endless.ts`, { signal: leaving.signal });
  expect([endless.status, provider.counts]).toMatchObject([200, { requests: 2, open: 1, most: 1 }]);
  leaving.abort();
  expect(await (await provider.waitFor('/endless.ts')).ended).toBe('cut');
});

it('goes away and comes back on the same port', async () => {
  await provider.goAway();
  await expect(ask('/status/204')).rejects.toThrow('fetch failed');
  await provider.comeBack();
  expect((await ask('/status/204')).status).toBe(204);
});

it('answers on a connection in memory', async () => {
  const sent: Buffer[] = [];
  const client = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      sent.push(bytes);
      done();
    },
  });
  provider.answer('/film', { body });
  const ended = once(client, 'finish');
  provider.server.emit('connection', client);
  client.push('GET /film HTTP/1.1\r\nhost: proveedor.example\r\nconnection: close\r\n\r\n');
  await ended;
  expect(Buffer.concat(sent).toString()).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*0123456789/);
});
