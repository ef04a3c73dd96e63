import { X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewStreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

const nginxSecret = 'secreto-de-nginx-de-prueba';
const viewerIp = '203.0.113.7';
const film: Partial<NewStreamGrant> = { itemKey: 'video:1' };
/** The host of a film whose certificate an administrator has allowed. */
const secureHost = 'seguro.example';
const fingerprint = new X509Certificate(selfSigned.cert).fingerprint256;
let upstream: FakeUpstream;
let test: TestGateway;
/** What the name `peliculas.example` resolves to, one list for each time that it is asked for. */
let resolved: string[][] = [];
let connections: number | undefined;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    nginxSecret,
    trustedProxies: ['127.0.0.1'],
    resolve(_hostname, callback) {
      const [addresses = []] = resolved.splice(0, 1);
      const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
      callback(found.length === 0 ? new Error('not found') : null, found);
    },
    findCertificates: async (origin) => (new URL(origin).hostname === secureHost ? [fingerprint] : []),
    findBudget: async () =>
      connections === undefined ? undefined : { providerKey: 'proveedor', connections },
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  resolved = [];
  connections = undefined;
});

let films = 0;
/** The address of a film that has not been asked for before. */
const newFilm = (origin = upstream.origin): string => `${origin}/file.mp4?n=${(films += 1)}`;

interface NginxAsks {
  grant?: Partial<NewStreamGrant>;
  step?: string;
  headers?: Record<string, string>;
  /** The address of the viewer; without a proxy in between, that of this machine. */
  ip?: string;
}

/** Requests a part of a film as the nginx of the operator does for a browser. @returns the answer, read to its end */
async function askAsNginx(
  source: Partial<StreamSource> & { address: string },
  { grant = film, step = 'slice', headers = {}, ip = viewerIp }: NginxAsks = {},
): Promise<IncomingMessage> {
  const answer = await test.ask(test.address(source, grant, { ip }), {
    ...(ip === viewerIp && { 'x-forwarded-for': viewerIp }),
    'x-butaca-nginx': nginxSecret,
    'x-butaca-step': step,
    'sec-fetch-mode': 'no-cors',
    range: 'bytes=0-99',
    ...headers,
  });
  answer.resume();
  return answer;
}

/** The address, host and path to which an answer sends nginx; `undefined` for an answer of the gateway itself. */
function originOf({ headers }: IncomingMessage): string[] | undefined {
  if (headers['x-accel-redirect'] === undefined) return undefined;
  expect(headers['x-accel-redirect']).toBe('/_butaca/origin');
  return ['peer', 'host', 'path'].map((name) => String(headers[`x-butaca-${name}`]));
}

describe('what nginx is told of a film', () => {
  it('is the address that was checked, and the headers of its list', async () => {
    const address = newFilm();
    const source = { address, userAgent: 'Reproductor/1.0', referrer: 'https://portal.example/' };
    const answer = await askAsNginx(source);
    const { host, pathname, search } = new URL(address);
    expect(originOf(answer)).toEqual([`127.0.0.1:${upstream.port}`, host, pathname + search]);
    expect(answer.headers).toMatchObject({
      'x-butaca-agent': 'Reproductor/1.0',
      'x-butaca-referrer': 'https://portal.example/',
      'content-type': 'video/mp4',
    });
  });

  it('is where a redirect ends', async () => {
    const end = newFilm();
    const answer = await askAsNginx({ address: `${upstream.origin}/redirect?to=${encodeURIComponent(end)}` });
    expect(originOf(answer)?.[2]).toBe(end.replace(upstream.origin, ''));
  });

  it('is an address that the name has, and that may be connected to', async () => {
    const origin = `http://peliculas.example:${upstream.port}`;
    resolved = [['127.0.0.1'], ['10.0.0.1', '127.0.0.1']];
    const answer = await askAsNginx({ address: newFilm(origin) });
    expect(originOf(answer)?.slice(0, 2)).toEqual([
      `127.0.0.1:${upstream.port}`,
      `peliculas.example:${upstream.port}`,
    ]);
  });

  it('is nothing when the name means a private address the second time', async () => {
    const origin = `http://otras.example:${upstream.port}`;
    resolved = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const answer = await askAsNginx({ address: newFilm(origin) });
    expect([originOf(answer), answer.statusCode]).toEqual([undefined, 206]);
  });

  it('is nothing for an address of this machine that is not allowed', async () => {
    const answer = await askAsNginx({ address: `http://127.0.0.2:${upstream.port}/file.mp4` });
    expect([originOf(answer), answer.statusCode]).toEqual([undefined, 502]);
  });
});

describe('the gateway itself delivers', () => {
  it.each([
    [
      'to a client that does not know the secret',
      { headers: { 'x-butaca-nginx': 'otro-secreto-de-prueba' } },
    ],
    ['to a client that no trusted proxy has forwarded', { ip: '127.0.0.1' }],
    ['after nginx could not', { step: 'alone' }],
    ['under a free trial', { grant: { ...film, isTrial: true } }],
    ['what goes to a television', { grant: { ...film, isCast: true } }],
    ['a file among the channels', { grant: {} }],
    ['a range behind the end', { headers: { range: 'bytes=300000-' } }],
  ])('%s', async (_name, asked) => {
    const answer = await askAsNginx({ address: newFilm() }, asked);
    expect(originOf(answer)).toBeUndefined();
    expect([200, 206, 416]).toContain(answer.statusCode);
  });

  it('a film of a provider that allows a number of connections', async () => {
    connections = 2;
    const address = newFilm();
    expect(originOf(await askAsNginx({ address }))).toBeUndefined();
    connections = undefined;
    expect(originOf(await askAsNginx({ address }))).toBeDefined();
  });

  it('a film of a server whose certificate an administrator has allowed', async () => {
    const secure = createServer(selfSigned, (request, response) =>
      upstream.server.emit('request', request, response),
    );
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    resolved = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1']];
    const address = newFilm(`https://${secureHost}:${(secure.address() as AddressInfo).port}`);
    const answer = await askAsNginx({ address });
    expect([originOf(answer), answer.statusCode]).toEqual([undefined, 206]);
    await once(answer, 'close');
    secure.closeAllConnections();
    secure.close();
  });

  it('what needs a password, sets cookies or is no film', async () => {
    const withPassword = newFilm(upstream.origin.replace('http://', 'http://usuario:clave@'));
    expect(originOf(await askAsNginx({ address: withPassword }))).toBeUndefined();
    for (const path of ['/live/index.m3u8', '/html', '/vod/0.ts']) {
      expect(originOf(await askAsNginx({ address: upstream.origin + path }))).toBeUndefined();
    }
    upstream.answer('/galleta.mp4', {
      status: 206,
      headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 0-3/4', 'set-cookie': 'sesion=1' },
      body: Buffer.from([0, 0, 0, 1]),
    });
    expect(originOf(await askAsNginx({ address: `${upstream.origin}/galleta.mp4` }))).toBeUndefined();
  });

  it('what is cut for players outside of a page', async () => {
    const answer = await test.ask(test.address({ address: newFilm() }, film, { ip: viewerIp }), {
      'x-forwarded-for': viewerIp,
      'x-butaca-nginx': nginxSecret,
      'x-butaca-step': 'offer',
    });
    answer.resume();
    expect([originOf(answer), answer.statusCode]).toEqual([undefined, 200]);
  });
});
