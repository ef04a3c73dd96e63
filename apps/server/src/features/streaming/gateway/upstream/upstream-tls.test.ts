import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createVirtualClock, otherSelfSigned, selfSigned } from '@butaca/testing';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

it('an upstream whose certificate no authority has signed is sent no request', async () => {
  const asked: (string | undefined)[] = [];
  const upstream = createServer(selfSigned, (request, answer) => {
    asked.push(request.url);
    answer.end('bytes');
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  await using test = await startTestGateway();
  const { port } = upstream.address() as AddressInfo;
  const response = await fetch(test.address({ address: `https://clave@127.0.0.1:${port}/a.ts` }));
  expect([response.status, await response.json()]).toEqual([
    502,
    expect.objectContaining({ code: 'upstream.certificate' }),
  ]);
  expect(asked).toEqual([]);
  upstream.close();
});

it('an upstream that presents another certificate than the allowed one is sent no byte', async () => {
  const received: Buffer[] = [];
  const connections: Socket[] = [];
  const upstream = createTlsServer(otherSelfSigned, (connection) => {
    connection.on('data', (bytes: Buffer) => received.push(bytes)).on('error', () => undefined);
  });
  upstream.on('connection', (connection: Socket) => connections.push(connection));
  upstream.on('tlsClientError', () => undefined);
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { fingerprint256 } = new X509Certificate(selfSigned.cert);
  await using test = await startTestGateway({ findCertificates: async () => [fingerprint256] });
  const { port } = upstream.address() as AddressInfo;
  const response = await fetch(test.address({ address: `https://clave@127.0.0.1:${port}/a.ts` }));
  expect(await response.json()).toMatchObject({ code: 'upstream.certificate' });
  expect(connections.length).toBeGreaterThan(0);
  await Promise.all(connections.map(async (each) => each.closed || once(each, 'close')));
  expect(received).toEqual([]);
  upstream.close();
});

it('an allowed certificate holds for its origin, also for a segment there, and for no other', async () => {
  const { fingerprint256 } = new X509Certificate(selfSigned.cert);
  const asked: string[] = [];
  const servers = await Promise.all(
    ['propio', 'ajeno'].map(async (name) => {
      const server = createServer(selfSigned, (request, answer) => {
        asked.push(`${name} ${request.url}`);
        if (request.url !== '/a.m3u8') return answer.end(Buffer.alloc(188 * 10, 'G'));
        const lines = [
          '#EXTM3U',
          '#EXT-X-TARGETDURATION:2',
          '#EXTINF:2,',
          '/1.ts',
          '#EXTINF:2,',
          `${origins[1]}/2.ts`,
        ];
        return answer.end(lines.join('\n'));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const origins = servers.map((server) => `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await using test = await startTestGateway({
    findCertificates: async (origin) => (origin === origins[0] ? [fingerprint256] : []),
  });
  const address = test.address({ address: `${origins[0]}/a.m3u8`, streamKind: 'hls' });
  const playlist = await (await fetch(address)).text();
  const segments = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const statuses = await Promise.all(
    segments.map(async (segment) => (await test.fetch(new URL(segment, address).href)).status),
  );
  expect(statuses).toEqual([200, 502]);
  expect(asked).toEqual(['propio /a.m3u8', 'propio /1.ts']);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it('a running transfer ends within five seconds of withdrawing the permission of its certificate, and not before', async () => {
  const { fingerprint256 } = new X509Certificate(selfSigned.cert);
  const answers: ServerResponse[] = [];
  const upstream = createServer(selfSigned, (_request, answer) => {
    answers.push(answer);
    answer.write(Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(1_000)]));
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const clock = createVirtualClock();
  let allowed = [fingerprint256];
  await using test = await startTestGateway({ findCertificates: async () => allowed, timing: { clock } });
  const { port } = upstream.address() as AddressInfo;
  const response = await test.ask(test.address({ address: `https://127.0.0.1:${port}/a.mp4` }));
  expect(response.statusCode).toBe(200);
  const received = response.on('error', () => undefined).resume();
  const [answer] = answers as [ServerResponse];

  allowed = [fingerprint256, 'AA:BB'];
  await clock.advance(5_000);
  answer.write('more');
  await once(received, 'data');
  expect(answer.closed).toBe(false);

  allowed = ['AA:BB'];
  await clock.advance(5_000);
  await Promise.all([answer.closed || once(answer, 'close'), received.closed || once(received, 'close')]);
  expect([received.complete, answers.length]).toEqual([false, 1]);
  upstream.close();
});
