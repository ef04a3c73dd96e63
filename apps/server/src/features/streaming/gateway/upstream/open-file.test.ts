import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createVirtualClock, selfSigned, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import { openFile, type FileRequest } from './open-file.ts';

let upstream: FakeUpstream;
let test: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const requestOf = (path: string, more: Partial<FileRequest> = {}): FileRequest => ({
  address: path.startsWith('/') ? upstream.origin + path : path,
  userAgent: null,
  referrer: null,
  limitBytes: 1_000_000,
  answerWithinMs: 5_000,
  withinMs: 5_000,
  signal: new AbortController().signal,
  ...more,
});
const open = (path: string, more?: Partial<FileRequest>) => test.gateway.openFile(requestOf(path, more));
const read = async (path: string, more?: Partial<FileRequest>) => {
  const file = await open(path, more);
  return file && text(file.stream);
};

describe('a file that is read as a stream', () => {
  it('comes with what its server says to ask for it again', async () => {
    upstream.answer('/lista', { headers: { etag: '"uno"', 'last-modified': 'ayer' }, body: '#EXTM3U' });
    const file = await open('/lista');
    expect(file).toMatchObject({ etag: '"uno"', lastModified: 'ayer' });
    expect(file && (await text(file.stream))).toBe('#EXTM3U');
  });

  it('is nothing when it has not changed, but only for who has asked so', async () => {
    upstream.answer('/misma', { status: 304 });
    expect(await open('/misma', { ifNoneMatch: '"uno"' })).toBeUndefined();
    expect(upstream.seen.at(-1)?.headers['if-none-match']).toBe('"uno"');
    await expect(open('/misma')).rejects.toMatchObject({ code: 'upstream.unreachable' });
  });

  it.each([
    ['takes longer than its time', '/stops.ts', { withinMs: 100 }, 'upstream.timeout'],
    ['is larger than the limit', '/endless.ts', { limitBytes: 100_000 }, 'body.too_large'],
    ['breaks off', '/dies.ts', {}, 'upstream.unreachable'],
  ])('that %s fails', async (_what, path, more, code) => {
    await expect(read(path, more)).rejects.toMatchObject({ code });
  });

  it('whose answer takes too long is given up', async () => {
    await expect(read('/silent', { answerWithinMs: 50 })).rejects.toMatchObject({ code: 'upstream.timeout' });
  });

  it('that comes too slowly is given up after a minute, unless its reader lets it wait', async () => {
    const clock = createVirtualClock();
    const openInMemory = async () => {
      let push = (_bytes: Buffer): void => undefined;
      const answer = {
        status: 200,
        headers: {},
        head: Buffer.from('#EXTM3U'),
        read: ({ data }: { data: typeof push }) => void (push = data),
        resume: () => undefined,
        pause: () => undefined,
        abort: () => undefined,
      };
      const upstream = { open: async () => answer } as unknown as Parameters<typeof openFile>[0]['upstream'];
      const file = await openFile({ upstream, clock }, requestOf('/gota', { withinMs: 900_000 }));
      if (file === undefined) throw new Error('no file');
      return { file, drip: (bytes: number) => push(Buffer.alloc(bytes, 35)) };
    };

    const dripping = await openInMemory();
    const failed = text(dripping.file.stream).catch((error: unknown) => error);
    await clock.settle();
    for (let second = 0; second < 55; second += 1) {
      dripping.drip(500);
      await clock.advance(1_000);
    }
    expect(dripping.file.stream.destroyed).toBe(false);
    await clock.advance(5_000);
    expect(await failed).toMatchObject({ code: 'upstream.timeout' });

    const left = await openInMemory();
    left.file.stream.read(0);
    for (let piece = 0; piece < 3; piece += 1) {
      await clock.settle();
      left.drip(300_000);
    }
    await clock.advance(600_000);
    expect(left.file.stream.destroyed).toBe(false);
    left.file.stream.destroy();
  });

  it('ends when nobody wants it any more', async () => {
    const unwanted = new AbortController();
    const file = await open('/stops.ts', { signal: unwanted.signal });
    unwanted.abort(new Error('no longer wanted'));
    await expect(file && text(file.stream)).rejects.toThrow();
    expect(await upstream.seen.at(-1)?.ended).toBe('cut');
  });

  it('comes over a connection of its own where that is asked for, although others are open', async () => {
    upstream.answer('/propia', { body: '#EXTM3U' });
    await read('/propia');
    const before = upstream.countConnections();
    expect(await read('/propia', { isFresh: true })).toBe('#EXTM3U');
    expect(await read('/propia', { isFresh: true })).toBe('#EXTM3U');
    expect(upstream.countConnections() - before).toBe(2);
    expect(await read('/propia')).toBe('#EXTM3U');
    expect(upstream.countConnections() - before).toBe(2);
  });

  it('that is packed is unpacked, unless it is to be left as it comes', async () => {
    const packed = gzipSync('#EXTM3U');
    upstream.answer('/lista.gz', { body: packed });
    expect(await read('/lista.gz')).toBe('#EXTM3U');
    const file = await open('/lista.gz', { keepsPacked: true });
    expect(file && (await buffer(file.stream))).toEqual(packed);
  });

  it('that is damaged where it is packed fails', async () => {
    upstream.answer('/rota.gz', { body: Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(200, 7)]) });
    await expect(read('/rota.gz')).rejects.toMatchObject({ code: 'upstream.unreachable' });
  });
});

describe('a tried address', () => {
  const stagesOf = async (address: string) =>
    (await test.gateway.tryAddress({ address, userAgent: null, referrer: null })).map(
      ({ stage, error }) => `${stage} ${error?.code ?? 'passed'}`,
    );

  it('is told to have a wrong certificate', async () => {
    const secure = createServer(selfSigned, (_request, answer) => answer.end('#EXTM3U'));
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    expect(await stagesOf(`https://127.0.0.1:${port}/lista.m3u`)).toEqual([
      'dns passed',
      'tcp passed',
      'tls upstream.certificate',
    ]);
    secure.close();
  });

  it.each([
    ['/status/401', 'answer upstream.unauthorized'],
    ['/status/404', 'answer upstream.gone'],
    ['/live/index.m3u8', 'answer passed'],
  ])('is told what it answers to %s', async (path, expected) => {
    expect(await stagesOf(upstream.origin + path)).toEqual(['dns passed', 'tcp passed', expected]);
  });

  it('in a network that is not allowed is not connected to', async () => {
    expect(await stagesOf('http://10.0.0.1/lista.m3u')).toEqual(['dns upstream.refused']);
  });
});
