import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  createMemoryNetwork,
  createVirtualClock,
  segmentBytes,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import { makePacket } from '@butaca/ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { continuousPerGrant } from './delivery/stream-limits.ts';
import {
  readAnswer,
  startTestGateway,
  testGrant,
  until,
  type TestGateway,
} from '../../../../test/gateway/start-test-gateway.ts';

const packed = gzipSync('#EXTM3U\n#EXTINF:2,\n1.ts\n');
const longPlaylist = `#EXTM3U\n#EXTINF:2,\n1.ts\n${'\n'.repeat(3_000_000)}`;

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let upstream: FakeUpstream;
let test: TestGateway;
const startUpstream = () => startFakeUpstream(network, 0, clock);
const startGateway = (needs: Parameters<typeof startTestGateway>[0] = {}) =>
  startTestGateway({ network, timing: { clock }, ...needs });
beforeAll(async () => {
  test = await startGateway();
});
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(async () => {
  test.reset();
  await upstream[Symbol.asyncDispose]();
});
afterAll(() => test[Symbol.asyncDispose]());

const hls = (path: string) => test.address({ address: upstream.origin + path, streamKind: 'hls' });
// Each path is another channel's: of one channel only a few addresses are requested in a minute.
const ts = (path: string) =>
  test.address({ address: upstream.origin + path, streamKind: 'ts' }, { itemKey: `channel:${path}` });

const ask = (address: string) => clock.finish(test.ask(address));
const read = (response: IncomingMessage) => clock.finish(readAnswer(response));

/** What a request is answered that waits for no time. */
async function outcome(address: string, own = test): Promise<[number | undefined, string]> {
  const response = await own.ask(address);
  const { code } = JSON.parse(String(await readAnswer(response))) as { code: string };
  return [response.statusCode, code];
}
const lateOutcome = (address: string, own = test) => clock.finish(outcome(address, own));
/** Waits until no answer of the upstream is under way. */
const untilLetGo = () => clock.finish(Promise.all(upstream.seen.map(({ ended }) => ended)));

describe('an upstream that does not answer in time', () => {
  it.each(['hls', 'file'] as const)(
    'is not asked again when the player repeats its request: %s',
    async (kind) => {
      const address = test.address({ address: `${upstream.origin}/silent`, streamKind: kind });
      expect(await lateOutcome(address)).toEqual([504, 'upstream.timeout']);
      expect(await outcome(address)).toEqual([504, 'upstream.timeout']);
      expect(upstream.seen).toHaveLength(1);
    },
  );

  it('is not named to a person whose permission has ended', async () => {
    const address = hls('/silent');
    await lateOutcome(address);
    test.grants.refusal = new AppError('stream.forbidden');
    expect(await outcome(address)).toEqual([403, 'stream.forbidden']);
  });
});

describe('an upstream that fails', () => {
  it.each([
    ['/silent', 504, 'upstream.timeout', 10_000],
    ['/drip.m3u8', 504, 'upstream.timeout', 14_000],
    ['/html', 502, 'upstream.page'],
    ['/file.mp4', 502, 'upstream.unreachable'],
    ['/endless.ts', 502, 'upstream.unreachable'],
    ['/hangs-up', 502, 'upstream.unreachable'],
    ['/loop', 502, 'upstream.unreachable'],
    ['/hops/5', 502, 'upstream.unreachable'],
    ['/huge.m3u8', 502, 'upstream.refused'],
    ['/gzip.m3u8', 502, 'upstream.refused'],
    ['/status/401', 502, 'upstream.unauthorized'],
    ['/status/403', 502, 'upstream.forbidden'],
    ['/status/404', 502, 'upstream.gone'],
    ['/status/410', 502, 'upstream.gone'],
    ['/status/451', 502, 'upstream.blocked'],
    ['/status/458', 503, 'upstream.connections'],
    ['/status/429', 503, 'upstream.busy'],
    ['/status/204', 502, 'upstream.unreachable'],
    ['/status/500', 502, 'upstream.unreachable'],
    ['/status/503', 503, 'upstream.busy'],
  ])('makes a playlist request for %s answer %i %s', async (path, status, code, afterMs?: number) => {
    const askedAtMs = clock.steadyMs();
    expect(await (afterMs === undefined ? outcome : lateOutcome)(hls(path))).toEqual([status, code]);
    expect(clock.steadyMs() - askedAtMs).toBe(afterMs ?? 0);
    await untilLetGo();
  });

  it.each([
    ['/silent', 504, 'upstream.timeout'],
    ['/drip.ts', 504, 'upstream.timeout'],
    ['/html', 502, 'upstream.page'],
    ['/hangs-up', 502, 'upstream.unreachable'],
    ['/loop', 502, 'upstream.unreachable'],
    ['/status/403', 502, 'upstream.forbidden'],
    ['/status/206', 502, 'upstream.unreachable'],
    ['/status/500', 502, 'upstream.unreachable'],
  ])('makes a request for the bytes of %s answer %i %s', async (path, status, code) => {
    // So that `/drip.ts` has not sent enough to be recognised.
    await using hasty = await startGateway({ timing: { clock, answerWithinMs: 1_000 } });
    const address = hasty.address({ address: upstream.origin + path, streamKind: 'ts' });
    expect(await lateOutcome(address, hasty)).toEqual([status, code]);
  });

  it.each([
    ['cut off', 'gzip', packed.subarray(0, -9), 'upstream.unreachable'],
    ['packed otherwise', 'br', packed, 'upstream.unreachable'],
    ['packed in an unknown way', 'zstd', packed, 'upstream.refused'],
    ['packed twice', 'gzip, gzip', gzipSync(packed), 'upstream.refused'],
    ['a page when unpacked', 'gzip', gzipSync('<!doctype html><title>No</title>'), 'upstream.page'],
    ['many times longer when unpacked', 'gzip', gzipSync(longPlaylist), 'upstream.refused'],
    ['many times longer when unpacked', 'br', brotliCompressSync(longPlaylist), 'upstream.refused'],
  ])('with a compressed playlist that is %s (%s) is refused', async (_what, encoding, body, code) => {
    upstream.answer('/empaquetada.m3u8', { headers: { 'content-encoding': encoding }, body });
    expect(await outcome(hls('/empaquetada.m3u8'))).toEqual([502, code]);
  });

  it.each([
    [
      'a camera',
      'multipart/x-mixed-replace;boundary=foto',
      '--foto\r\nContent-Type: image/jpeg\r\n\r\n\u00ff\u00d8',
    ],
    [
      'a camera that says nothing',
      'text/plain',
      '--foto\nContent-Length: 9\nContent-Type: image/jpeg\n\n\u00ff\u00d8',
    ],
    ['Smooth Streaming', 'text/xml', '<?xml version="1.0"?>\n<SmoothStreamingMedia MajorVersion="2">'],
    [
      'Smooth Streaming in UTF-16',
      'text/xml',
      Buffer.from(
        '\ufeff<?xml version="1.0" encoding="utf-16"?><!-- Encoder --><SmoothStreamingMedia>',
        'utf16le',
      ).toString('latin1'),
    ],
  ])('that sends %s is no page, and its form is named', async (_what, type, text) => {
    upstream.answer('/ajena', { headers: { 'content-type': type }, body: Buffer.from(text, 'latin1') });
    for (const streamKind of ['hls', 'dash', 'ts', 'file'] as const) {
      const address = test.address(
        { address: `${upstream.origin}/ajena`, streamKind },
        { itemKey: 'channel:/ajena' },
      );
      expect(await outcome(address)).toEqual([502, 'upstream.protocol']);
    }
  });

  it('that sends a scrambled channel or film is reported as protected', async () => {
    const packet = makePacket(256, 0xd0);
    const scrambled = Buffer.concat([makePacket(0, 0x10), ...Array.from({ length: 20 }, () => packet)]);
    upstream.answer('/cifrado.ts', { headers: { 'content-type': 'video/mp2t' }, body: scrambled });
    expect(await outcome(ts('/cifrado.ts'))).toEqual([502, 'upstream.protected']);
    const film = { address: `${upstream.origin}/cifrado.ts`, streamKind: 'file' } as const;
    expect(await outcome(test.address(film, { itemKey: 'video:1' }))).toEqual([502, 'upstream.protected']);
  });

  it('is followed through four redirects and no more', async () => {
    const followed = await ask(hls('/hops/4'));
    expect(followed.statusCode).toBe(200);
    await read(followed);
    await outcome(hls('/loop'));
    expect(upstream.seen.filter(({ path }) => path === '/loop')).toHaveLength(5);
  });

  it('is requested once more when it closes a kept connection', async () => {
    expect(await outcome(hls('/hangs-up'))).toEqual([502, 'upstream.unreachable']);
    expect(upstream.seen).toHaveLength(2);
  });

  it.each(['skd://clave', 'skd://clave",KEYFORMAT="com.apple.streamingkeydelivery'])(
    'that protects a stream with FairPlay (%s) is reported as protected',
    async (key) => {
      const lines = ['#EXTM3U', `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="${key}"`, '#EXTINF:4,', '1.ts', ''];
      upstream.answer('/fairplay.m3u8', { body: lines.join('\n') });
      expect(await outcome(hls('/fairplay.m3u8'))).toEqual([502, 'upstream.protected']);
    },
  );

  it('that says when it can be asked again is believed, in seconds', async () => {
    upstream.answer('/lleno', { status: 503, headers: { 'retry-after': '120' }, body: 'no' });
    for (const address of [hls('/lleno'), ts('/lleno')]) {
      const response = await ask(address);
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '120']);
      response.destroy();
    }
  });

  it('that answers with a line of text instead of a playlist or media is reported as a page', async () => {
    upstream.answer('/aviso', { body: 'Max connections reached for this account' });
    expect(await outcome(hls('/aviso'))).toEqual([502, 'upstream.page']);
    expect(await outcome(ts('/aviso'))).toEqual([502, 'upstream.page']);
  });

  it.each([
    'https://www.youtube.com/watch?v=canario',
    'https://youtu.be/canario',
    'http://m.youtube.com/live',
  ])('that is a page of YouTube (%s) is reported as a page without being asked', async (address) => {
    for (const streamKind of ['hls', 'file'] as const) {
      expect(await outcome(test.address({ address, streamKind }))).toEqual([502, 'upstream.page']);
    }
  });

  it('whose name nobody knows is reported as an unknown host', async () => {
    await using real = await startTestGateway();
    const response = await fetch(
      real.address({ address: 'http://nadie.invalid/live/index.m3u8', streamKind: 'hls' }),
    );
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'upstream.unknown_host' });
  });

  it('is reported as unreachable when its port is closed', async () => {
    await using gone = await startUpstream();
    const address = test.address({ address: `${gone.origin}/live/index.m3u8`, streamKind: 'hls' });
    await gone[Symbol.asyncDispose]();
    expect(await outcome(address)).toEqual([502, 'upstream.unreachable']);
  });

  it.each(['/dies.ts', '/short.ts', '/stops.ts'])(
    'at %s makes the gateway break the transfer off instead of ending it',
    async (path) => {
      const response = await ask(ts(path));
      expect(response.statusCode).toBe(200);
      await expect(read(response)).rejects.toThrow('aborted');
    },
  );

  it('is cut when it becomes too slow after a good beginning', async () => {
    upstream.answer('/lento.ts', { headers: { 'content-length': '2000000' }, body: segmentBytes });
    const response = await ask(ts('/lento.ts'));
    const answeredAtMs = clock.steadyMs();
    await expect(read(response)).rejects.toThrow('aborted');
    // Its first 15 s are good, the next 15 s are not.
    expect(clock.steadyMs() - answeredAtMs).toBe(30_000);
    await clock.passUntil('the upstream is let go', () => upstream.countOpenConnections() === 0);
  });

  it('leaves no open connection and no running stream, however often it fails', async () => {
    await using dripping = await startUpstream();
    let drips = 0;
    dripping.serve('/', (_request, response) => {
      drips += 1;
      response.writeHead(302, { location: `${upstream.origin}/vod/0.ts` }).write('x'.repeat(100));
      const cancel = clock.every(20, () => response.write('x'));
      response.once('close', () => {
        cancel();
        drips -= 1;
      });
    });
    const paths = ['/dies.ts', '/short.ts', '/html', '/hangs-up', '/status/500', '/vod/0.ts'];
    const redirected = test.address(
      { address: `${dripping.origin}/`, streamKind: 'ts' },
      { itemKey: 'channel:goteo' },
    );
    for (let round = 0; round < 20; round += 1) {
      const asked = [...paths.map(ts), redirected].map((address) =>
        test
          .ask(address)
          .then(readAnswer)
          .catch(() => undefined),
      );
      await clock.finish(Promise.all(asked));
    }
    await clock.passUntil('connections are few', () => upstream.countOpenConnections() <= paths.length + 1);
    expect(dripping.seen).toHaveLength(20);
    await clock.passUntil('the bodies of redirects are cut', () => drips === 0);
    const checks = test.grants.checks;
    // As long as four periodic checks of running streams take: a check would show that a failed stream is still in the list.
    await clock.advance(20_000);
    expect(test.grants.checks).toBe(checks);
  });

  it('is not opened more often than a player needs, however many clients share an address', async () => {
    const address = ts('/steady.ts');
    const clients = await clock.finish(Promise.all(Array.from({ length: 100 }, () => test.ask(address))));
    const playing = clients.filter(({ statusCode }) => statusCode === 200);
    for (const client of playing) client.on('error', () => undefined).resume();
    const isFew = () => playing.filter(({ destroyed }) => !destroyed).length <= continuousPerGrant;
    await clock.passUntil('the older streams are cut', isFew);
    // Another session is not affected.
    const other = await ask(
      test.address({ address: `${upstream.origin}/file.mp4` }, { sessionKey: 'sesión-2' }),
    );
    expect(other.statusCode).toBe(200);
    for (const client of [...clients, other]) client.destroy();
  });

  it('never shows its address or credentials to viewers or in the log', async () => {
    const secret = upstream.origin.replace('//', '//canario-usuario:canario-clave@');
    const paths = [
      '/live/canario/index.m3u8',
      '/live/index.m3u8?canario',
      '/vod/master.m3u8?canario',
      '/html?canario',
      '/status/500?canario',
      '/hangs-up?canario',
      '/loop?canario',
      '/huge.m3u8?canario',
      '/silent?canario',
    ];
    let seen = '';
    for (const path of paths) {
      for (const streamKind of ['hls', 'ts'] as const) {
        const response = await ask(test.address({ address: secret + path, streamKind }));
        const { date: _date, ...headers } = response.headers;
        seen += JSON.stringify(headers) + String(await read(response));
      }
    }
    const refused = await ask(
      test.address({ address: 'http://canario-usuario:canario-clave@canario.invalid/x', streamKind: 'hls' }),
    );
    seen += String(await read(refused));
    const port = String(upstream.port);
    for (const text of [seen, test.logged.join('\n')]) {
      expect(text).not.toMatch(/canario/);
      expect(text).not.toContain(`127.0.0.1:${port}`);
    }
    expect(test.logged.join('\n')).not.toMatch(/api\/stream\/(?!\[token\])[\w-]/);
    expect(test.logged.join('\n')).toContain('upstream.unreachable');
  });
});

describe('a viewer', () => {
  it('who leaves ends the request to the upstream', async () => {
    const response = await ask(ts('/endless.ts'));
    await once(response, 'readable');
    const request = await upstream.waitFor('/endless.ts');
    response.destroy();
    expect(await clock.finish(request.ended)).toBe('cut');
  });

  it('who leaves before the answer ends the request to the upstream, and no error is logged', async () => {
    const leaving = new AbortController();
    const asked = test.ask(ts('/silent'), {}, leaving.signal).catch(() => 'left');
    const request = await upstream.waitFor('/silent');
    leaving.abort();
    expect(await asked).toBe('left');
    const leftAtMs = clock.steadyMs();
    expect(await clock.finish(request.ended)).toBe('cut');
    expect(clock.steadyMs()).toBe(leftAtMs);
    expect(test.logged.join('\n')).not.toContain('"level":"error"');
  });

  it('who stops reading pauses the upstream, uses little memory, and may resume', async () => {
    const response = await ask(ts('/endless.ts'));
    response.pause();
    const request = await upstream.waitFor('/endless.ts');
    await clock.settle();
    const before = request.sentBytes;
    const { checks } = test.grants;
    // Longer than an upstream may send nothing to a viewer who reads.
    await clock.advance(30_000);
    expect(test.grants.checks).toBe(checks + 6);
    expect(request.sentBytes).toBe(before);
    // What the buffers of the two connections hold.
    expect(before).toBeLessThan(1_000_000);
    response.resume();
    await until('the upstream goes on', () => request.sentBytes > before + 5_000_000);
    response.destroy();
    expect(await clock.finish(request.ended)).toBe('cut');
  });

  it('who never reads again is disconnected in the end', async () => {
    const response = await ask(ts('/endless.ts'));
    response.pause();
    response.on('error', () => undefined);
    await clock.settle();
    const pausedAtMs = clock.steadyMs();
    expect(await clock.finish((await upstream.waitFor('/endless.ts')).ended)).toBe('cut');
    // After 300 s, at the next check of running streams.
    expect(clock.steadyMs() - pausedAtMs).toBe(305_000);
  });
});

describe('a running stream', () => {
  const start = async (grant = {}) => {
    const address = test.address({ address: `${upstream.origin}/steady.ts`, streamKind: 'ts' }, grant);
    const response = await ask(address);
    expect(response.statusCode).toBe(200);
    response.resume();
    const broken = new Promise<void>((resolve) => response.once('error', () => resolve()));
    return { broken, isOver: () => response.destroyed };
  };

  it('is cut soon after its permission has ended', async () => {
    const { broken } = await start();
    const request = await upstream.waitFor('/steady.ts');
    const startedAtMs = clock.steadyMs();
    await clock.advance(1_000);
    test.grants.refusal = new AppError('stream.forbidden');
    await clock.finish(broken);
    expect(clock.steadyMs() - startedAtMs).toBe(5_000);
    expect(await clock.finish(request.ended)).toBe('cut');
  });

  it('is cut at once when its session is ended, while other sessions go on', async () => {
    const mine = await start();
    const other = await start({ sessionKey: 'otra' });
    test.gateway.end(({ sessionKey }) => sessionKey === testGrant.sessionKey);
    await clock.finish(mine.broken);
    expect(other.isOver()).toBe(false);
  });

  it('answers 403 when its session is ended before the first byte', async () => {
    const asked = outcome(ts('/silent'));
    await upstream.waitFor('/silent');
    test.gateway.end(() => true);
    expect(await asked).toEqual([403, 'stream.forbidden']);
  });

  it('goes on while the grants cannot be checked', async () => {
    let failures = 0;
    await using faulty = await startGateway({
      grants: {
        check: async () => {
          failures += 1;
          if (failures > 1) throw new Error('la base de datos no responde');
          return undefined;
        },
        renew: async () => undefined,
        charge: () => Promise.resolve(),
      },
    });
    const response = await clock.finish(
      faulty.ask(faulty.address({ address: `${upstream.origin}/steady.ts`, streamKind: 'ts' })),
    );
    response.resume();
    await clock.passUntil('several checks have failed', () => failures > 4);
    expect(response.destroyed).toBe(false);
    response.destroy();
  });

  it('does not keep the server from closing', async () => {
    await using real = await startFakeUpstream();
    await using closing = await startTestGateway();
    const response = await closing.ask(
      closing.address({ address: `${real.origin}/endless.ts`, streamKind: 'ts' }),
    );
    response.resume();
    const broken = once(response, 'error');
    await closing.http.close();
    await broken;
  });
});
