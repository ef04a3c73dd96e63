import {
  createMemoryNetwork,
  createVirtualClock,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

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

const sourceOf = (path: string) =>
  ({
    address: `${upstream.origin}${path}`,
    streamKind: 'file',
    userAgent: 'Lector/1.0',
    referrer: null,
  }) as const;

describe('a loopback address', () => {
  it('gives a local program the bytes of a source, and sends only the headers of that source', async () => {
    const loopback = await test.gateway.openLoopback(sourceOf('/file.mp4'));
    expect(loopback.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/stream\//);
    expect(loopback.address).not.toContain('file.mp4');
    const response = await fetch(loopback.address, { headers: { range: 'bytes=10-19', cookie: 'a=b' } });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'user-agent': 'Lector/1.0', range: 'bytes=10-19' });
    expect(upstream.seen.at(-1)?.headers.cookie).toBeUndefined();
    loopback.end();
  });

  it('is refused on the public port, and tokens of viewers are refused on the loopback port', async () => {
    const loopback = await test.gateway.openLoopback(sourceOf('/file.mp4'));
    const door = new URL(test.address({ address: `${upstream.origin}/file.mp4` }));
    const own = new URL(loopback.address);
    const seen = upstream.seen.length;
    const answers = await Promise.all(
      [`${door.origin}${own.pathname}`, `${own.origin}${door.pathname}`].map(async (url) => {
        const response = await fetch(url);
        return [response.status, ((await response.json()) as { code: string }).code];
      }),
    );
    expect(answers).toEqual([
      [404, 'stream.invalid'],
      [404, 'stream.invalid'],
    ]);
    expect(upstream.seen.length).toBe(seen);
    loopback.end();
  });

  it('cannot be reached from another machine', async () => {
    const loopback = await test.gateway.openLoopback(sourceOf('/file.mp4'));
    const { port } = new URL(loopback.address);
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && !one.internal && one.family === 'IPv4');
    for (const one of outside) {
      await expect(fetch(`http://${one?.address}:${port}/`)).rejects.toThrow();
    }
    loopback.end();
  });

  it('cuts running transfers when it ends, and gives nothing afterwards', async () => {
    const loopback = await test.gateway.openLoopback(sourceOf('/endless.ts'));
    const response = await fetch(loopback.address);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    loopback.end();
    const ended = (async () => {
      while (!(await reader?.read())?.done);
    })();
    await Promise.allSettled([ended]);
    const again = await fetch(loopback.address);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([
      403,
      'stream.forbidden',
    ]);
  });

  it.each(['and the next one is given', 'and the server closes'])(
    'is refused when this machine cannot open a listener, %s',
    async (then) => {
      const fresh = await startTestGateway();
      const noListener = Object.assign(new Error('listen EMFILE'), { code: 'EMFILE' });
      const listening = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(() => {
        throw noListener;
      });
      try {
        await expect(fresh.gateway.openLoopback(sourceOf('/file.mp4'))).rejects.toThrow('EMFILE');
        if (then.includes('next')) {
          const loopback = await fresh.gateway.openLoopback(sourceOf('/file.mp4'));
          expect((await fetch(loopback.address)).status).toBe(200);
        }
      } finally {
        listening.mockRestore();
        await fresh[Symbol.asyncDispose]();
      }
    },
  );

  it('goes through the address filter like every stream', async () => {
    await using closed = await startTestGateway({ allowPrivate: false });
    const connections = upstream.countConnections();
    const loopback = await closed.gateway.openLoopback(sourceOf('/file.mp4'));
    const response = await fetch(loopback.address);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      502,
      'upstream.refused',
    ]);
    expect(upstream.countConnections()).toBe(connections);
  });

  it.each(['file:///etc/passwd', 'concat:/etc/passwd', 'internal:demo/live/x', 'ftp://127.0.0.1/x'])(
    'for the source %s answers with an error',
    async (address) => {
      const loopback = await test.gateway.openLoopback({
        address,
        streamKind: 'file',
        userAgent: null,
        referrer: null,
      });
      expect((await fetch(loopback.address)).status).toBeGreaterThanOrEqual(400);
      loopback.end();
    },
  );
});

describe('a body in which a playlist is hidden from the gateway', () => {
  const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0002\u002c', 'latin1'), Buffer.alloc(300)]);
  const body = Buffer.concat([tag, Buffer.from('#EXTM3U\n#EXTINF:4,\nhttp://127.0.0.1:1/x\n'), tag]);
  const provider = createServer((request, response) => {
    const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    response.writeHead(request.headers.range === undefined ? 200 : 206).end(body.subarray(Number(from)));
  });
  beforeAll(() => once(provider.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => provider.close());

  it.each([
    ['from inside its tag', 200, tag.length - 200],
    ['from its last byte before the playlist', tag.length - 1, 1],
  ])('is cut before the playlist when it is requested %s', async (_how, from, mostBytes) => {
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/cancion.mp3`;
    const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
    const loopback = await test.gateway.openLoopback(source);
    const headers = { range: `bytes=${from}-` };
    let received = 0;
    await expect(async () => {
      const response = await fetch(loopback.address, { headers });
      for await (const chunk of response.body ?? []) received += (chunk as Uint8Array).length;
    }).rejects.toThrow();
    expect(received).toBeLessThanOrEqual(mostBytes);
    loopback.end();
  });

  it('is refused when it is requested whole', async () => {
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/cancion.mp3`;
    const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
    const loopback = await test.gateway.openLoopback(source);
    expect((await fetch(loopback.address)).status).toBe(502);
    loopback.end();
  });

  it('is rewritten as a playlist when the requested range begins with the playlist', async () => {
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/lista.m3u8`;
    const loopback = await test.gateway.openLoopback({
      address,
      streamKind: 'file',
      userAgent: null,
      referrer: null,
    });
    const response = await fetch(loopback.address, { headers: { range: `bytes=${tag.length}-` } });
    // When a playlist is found in the answer to a range request, the stream gateway requests the whole body. In this
    // test that body begins with an ID3 tag and is therefore not a playlist.
    expect(response.status).toBe(502);
    loopback.end();
  });
});

describe('a part of a file', () => {
  const signal = new AbortController().signal;
  const read = (path: string, fromByte: number, length: number, withinMs = 30_000) =>
    test.gateway.readPart(sourceOf(path), { fromByte, length, withinMs, signal });

  it('has the requested length, and less at the end of the file', async () => {
    const whole = await read('/file.mp4', 0, 1_000_000);
    expect(await read('/file.mp4', 5, 10)).toEqual(whole.subarray(5, 15));
    expect(await read('/file.mp4', whole.length - 3, 100)).toEqual(whole.subarray(-3));
  });

  it('of /status/403 fails with upstream.forbidden', async () => {
    // A provider of its own: while transfers of other tests are open, a refusal is taken for one of a further connection.
    const network = createMemoryNetwork();
    const clock = createVirtualClock(undefined, network);
    await using provider = await startFakeUpstream(network);
    await using own = await startTestGateway({ network, timing: { clock } });
    const source = { ...sourceOf('/'), address: `${provider.origin}/status/403` };
    const startedAtMs = clock.steadyMs();
    const reading = own.gateway.readPart(source, { fromByte: 0, length: 10, withinMs: 30_000, signal });
    await expect(clock.finish(reading)).rejects.toMatchObject({ code: 'upstream.forbidden' });
    expect(clock.steadyMs()).toBe(startedAtMs);
  });

  it.each([
    ['/status/404', 'upstream.gone'],
    ['/silent', 'upstream.timeout', 50],
    ['/hangs-up', 'upstream.unreachable'],
  ])('of %s fails with %s', async (path, code, withinMs?: number) => {
    await expect(read(path, 0, 10, withinMs)).rejects.toMatchObject({ code });
  });

  it('is read from byte zero on when the server ignores ranges, and the rest is not fetched', async () => {
    const begun = await read('/endless.ts', 0, 1_000);
    expect(begun).toHaveLength(1_000);
    expect(await read('/endless.ts', 700, 300)).toEqual(begun.subarray(700));
    await expect(read('/endless.ts', 40_000_000, 10)).rejects.toMatchObject({ code: 'upstream.unreachable' });
  });
});
