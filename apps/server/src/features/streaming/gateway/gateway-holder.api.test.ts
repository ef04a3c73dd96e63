import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  createMemoryNetwork,
  createVirtualClock,
  fileBytes,
  segmentBytes,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { continuousPerGrant } from './delivery/stream-limits.ts';
import {
  startTestGateway,
  testGrant,
  until,
  type TestGateway,
} from '../../../../test/gateway/start-test-gateway.ts';

let upstream: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Requests a stream from one of this machine's own addresses, as a client of that address does. */
async function askFrom(localAddress: string, address: string, headers: Record<string, string> = {}) {
  const request = httpRequest(address, { localAddress, headers, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(response);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const code = isJson ? (JSON.parse(body) as { code: string }).code : undefined;
  return { status: response.statusCode, code, body };
}

/** Issues the address of a stream to a client. @returns the address, and the cookie that the client got with it */
function issueTo(
  ip: string,
  path: string,
  streamKind: 'file' | 'hls' | 'ts' = 'file',
  sessionKey = 'sesión-1',
) {
  let cookie = '';
  const address = test.address(
    { address: `${upstream.origin}${path}`, streamKind },
    { ...testGrant, sessionKey },
    {
      ip,
      keepCookie(given) {
        cookie = given.split(';')[0] ?? '';
      },
    },
  );
  return { address, cookie };
}

/** Sends the beginning of a file that has an end, which viewers do not share, and leaves the answer open. */
function sendBeginning(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': 1_000_000_000 });
  response.write(segmentBytes);
}

describe('an address of a stream that is passed on', () => {
  it('is answered to the range of addresses to which it was issued, and to no other of 40 clients', async () => {
    const { address } = issueTo('127.0.0.1', '/file.mp4');
    const near = [1, 2, 3, 4, 5].map((host) => `127.0.0.${host}`);
    const far = [1, 2, 3, 4, 5].map((network) => `127.0.${network}.1`);
    const before = upstream.seen.length;
    const clients = [...near, ...far].flatMap((ip) => [ip, ip, ip, ip]);
    expect(clients).toHaveLength(40);
    // One after the other, because an address has few transfers at once.
    const answers: Awaited<ReturnType<typeof askFrom>>[] = [];
    for (const ip of clients) answers.push(await askFrom(ip, address));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.slice(20).map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 20 }, () => [403, 'stream.elsewhere']),
    );
    expect(upstream.seen.length - before).toBe(20);
  });

  it('is not answered to others behind the same proxy that is not trusted, only to the browser', async () => {
    const { address, cookie } = issueTo('127.0.0.1', '/file.mp4');
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect(await askFrom('127.0.0.1', address, forwarded)).toMatchObject({
      status: 403,
      code: 'stream.elsewhere',
    });
    expect(await askFrom('127.0.0.1', address, { ...forwarded, cookie })).toMatchObject({ status: 200 });
  });

  it('plays for as many clients of its range as one player needs at once, and for no more', async () => {
    upstream.serve('/abierto.ts', (_request, response) => sendBeginning(response));
    const { address } = issueTo('127.0.0.1', '/abierto.ts', 'ts');
    const before = upstream.seen.length;
    const clients: IncomingMessage[] = [];
    for (let host = 1; host <= 20; host += 1) {
      const request = httpRequest(address, { localAddress: `127.0.0.${host}`, agent: false });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      clients.push(response.on('error', () => undefined).resume());
    }
    const playing = () => clients.filter(({ destroyed }) => !destroyed).length;
    await until('the others are cut', () => playing() <= continuousPerGrant);
    expect(clients.slice(-continuousPerGrant).every(({ destroyed }) => !destroyed)).toBe(true);
    const ended = upstream.seen.slice(before, -continuousPerGrant).map((request) => request.ended);
    expect(new Set(await Promise.all(ended))).toEqual(new Set(['cut']));
    for (const client of clients) client.destroy();
  });

  it('is not answered elsewhere for the parts that its playlist names either', async () => {
    const { address, cookie } = issueTo('127.0.0.1', '/live/index.m3u8', 'hls');
    const { body } = await askFrom('127.0.0.1', address);
    const segment = body.split('\n').find((line) => line.startsWith('/api/stream/')) ?? '';
    const part = new URL(segment, address).href;
    expect(await askFrom('127.0.7.1', part)).toMatchObject({ status: 403, code: 'stream.elsewhere' });
    expect((await askFrom('127.0.7.1', part, { cookie })).status).toBe(200);
  });

  it('is answered anywhere with the cookie of its session, and not with that of another', async () => {
    const { address, cookie } = issueTo('127.0.0.1', '/file.mp4');
    const { cookie: other } = issueTo('127.0.0.1', '/file.mp4', 'file', 'sesión-2');
    const answer = await askFrom('127.0.9.1', address, { cookie });
    expect([answer.status, answer.body.length]).toEqual([200, fileBytes.toString().length]);
    expect(await askFrom('127.0.9.1', address, { cookie: other })).toMatchObject({
      status: 403,
      code: 'stream.elsewhere',
    });
  });
});

it('a provider is asked for a limited number of answers at once, and viewers beyond learn that this server is full', async () => {
  const requestsPerHost = 4;
  const network = createMemoryNetwork();
  const clock = createVirtualClock(undefined, network);
  await using busy = await startFakeUpstream(network);
  await using limited = await startTestGateway({ network, timing: { clock }, requestsPerHost });
  busy.serve('/abierto.ts', (_request, response) => sendBeginning(response));
  const address = { address: `${busy.origin}/abierto.ts`, streamKind: 'ts' } as const;
  const ask = (viewer: number) =>
    clock.finish(limited.ask(limited.address(address, { sessionKey: `s${viewer}` })));
  const clients = await Promise.all(Array.from({ length: requestsPerHost }, (_, viewer) => ask(viewer)));
  expect(clients.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const refused = await ask(requestsPerHost);
  expect([refused.statusCode, JSON.parse(await text(refused))]).toEqual([
    503,
    expect.objectContaining({ code: 'upstream.crowded' }),
  ]);
  clients[0]?.destroy();
  await clock.passUntil('the first transfer has ended', () => busy.countOpenConnections() < requestsPerHost);
  const next = await ask(requestsPerHost);
  expect(next.statusCode).toBe(200);
  for (const client of [...clients, next]) client.destroy();
});
