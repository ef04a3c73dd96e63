import { once } from 'node:events';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { segmentBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { continuousPerGrant } from './delivery/stream-limits.ts';
import {
  startTestGateway,
  testGrant,
  until,
  type TestGateway,
} from '../../../../test/gateway/start-test-gateway.ts';

const packed = gzipSync('#EXTM3U\n#EXTINF:2,\n1.ts\n');
const longPlaylist = `#EXTM3U\n#EXTINF:2,\n1.ts\n${'\n'.repeat(20_000_000)}`;

let upstream: FakeUpstream;
let test: TestGateway;
beforeEach(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    timing: {
      answerWithinMs: 400,
      playlistWithinMs: 800,
      idleMs: 500,
      recheckMs: 50,
      paceWindowMs: 300,
      paceBytes: 2_000,
    },
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const hls = (path: string) => test.address({ address: upstream.origin + path, streamKind: 'hls' });
const ts = (path: string) => test.address({ address: upstream.origin + path, streamKind: 'ts' });

async function outcome(address: string): Promise<[number, string]> {
  const response = await fetch(address);
  return [response.status, ((await response.json()) as { code: string }).code];
}

describe('an upstream that does not answer in time', () => {
  it.each(['hls', 'file'] as const)(
    'is not asked again when the player repeats its request: %s',
    async (kind) => {
      const address = test.address({ address: `${upstream.origin}/silent`, streamKind: kind });
      expect(await outcome(address)).toEqual([504, 'upstream.timeout']);
      expect(await outcome(address)).toEqual([504, 'upstream.timeout']);
      expect(upstream.seen).toHaveLength(1);
    },
  );

  it('is not named to a person whose permission has ended', async () => {
    const address = hls('/silent');
    await outcome(address);
    test.grants.refusal = new AppError('stream.forbidden');
    expect(await outcome(address)).toEqual([403, 'stream.forbidden']);
  });
});

describe('an upstream that fails', () => {
  it.each([
    ['/silent', 504, 'upstream.timeout'],
    ['/drip.m3u8', 504, 'upstream.timeout'],
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
  ])('makes a playlist request for %s answer %i %s', async (path, status, code) => {
    expect(await outcome(hls(path))).toEqual([status, code]);
    await until('the upstream is let go', () => upstream.countOpenConnections() <= 1);
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
    expect(await outcome(ts(path))).toEqual([status, code]);
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

  it('is followed through four redirects and no more', async () => {
    expect((await fetch(hls('/hops/4'))).status).toBe(200);
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
      const response = await fetch(address);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
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
    const address = test.address({ address: 'http://nadie.invalid/live/index.m3u8', streamKind: 'hls' });
    expect(await outcome(address)).toEqual([502, 'upstream.unknown_host']);
  });

  it('is reported as unreachable when its port is closed', async () => {
    await using gone = await startFakeUpstream();
    const address = test.address({ address: `${gone.origin}/live/index.m3u8`, streamKind: 'hls' });
    await gone[Symbol.asyncDispose]();
    expect(await outcome(address)).toEqual([502, 'upstream.unreachable']);
  });

  it.each(['/dies.ts', '/short.ts', '/stops.ts'])(
    'at %s makes the gateway break the transfer off instead of ending it',
    async (path) => {
      const response = await fetch(ts(path));
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  it('is cut when it becomes too slow after a good beginning', async () => {
    upstream.answer('/lento.ts', { headers: { 'content-length': '2000000' }, body: segmentBytes });
    const response = await fetch(ts('/lento.ts'));
    await expect(response.arrayBuffer()).rejects.toThrow();
    await until('the upstream is let go', () => upstream.countOpenConnections() === 0);
  });

  it('leaves no open connection and no running stream, however often it fails', async () => {
    await using dripping = await startFakeUpstream();
    let drips = 0;
    dripping.serve('/', (_request, response) => {
      drips += 1;
      response.writeHead(302, { location: `${upstream.origin}/vod/0.ts` }).write('x'.repeat(100));
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => {
        clearInterval(timer);
        drips -= 1;
      });
    });
    const paths = ['/dies.ts', '/short.ts', '/html', '/hangs-up', '/status/500', '/vod/0.ts'];
    const redirected = test.address({ address: `${dripping.origin}/`, streamKind: 'ts' });
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        [...paths.map(ts), redirected].map((address) =>
          fetch(address)
            .then((response) => response.arrayBuffer())
            .catch(() => undefined),
        ),
      );
    }
    await until('connections are few', () => upstream.countOpenConnections() <= paths.length + 1);
    expect(dripping.seen).toHaveLength(20);
    await until('the bodies of redirects are cut', () => drips === 0);
    const checks = test.grants.checks;
    // The test waits as long as four periodic checks of running streams take: a check would show that a failed stream
    // is still in the list.
    await once(test.http.server, 'connection', { signal: AbortSignal.timeout(200) }).catch(() => undefined);
    expect(test.grants.checks).toBe(checks);
  });

  it('is not opened more often than a player needs, however many clients share an address', async () => {
    const address = ts('/endless.ts');
    const clients = await Promise.all(Array.from({ length: 100 }, () => test.ask(address)));
    const playing = clients.filter(({ statusCode }) => statusCode === 200);
    for (const client of playing) client.on('error', () => undefined).resume();
    const isFew = () => playing.filter(({ destroyed }) => !destroyed).length <= continuousPerGrant;
    await until('the older streams are cut', isFew);
    // Another session is not affected.
    const other = await test.ask(
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
        const response = await fetch(test.address({ address: secret + path, streamKind }));
        seen += JSON.stringify([...response.headers]) + (await response.text());
      }
    }
    const refused = await fetch(
      test.address({ address: 'http://canario-usuario:canario-clave@canario.invalid/x', streamKind: 'hls' }),
    );
    seen += await refused.text();
    const port = String(upstream.port);
    for (const text of [seen.replaceAll(/"date","[^"]*"/g, ''), test.logged.join('\n')]) {
      expect(text).not.toMatch(/canario/);
      expect(text).not.toContain(`127.0.0.1:${port}`);
    }
    expect(test.logged.join('\n')).not.toMatch(/api\/stream\/(?!\[token\])[\w-]/);
    expect(test.logged.join('\n')).toContain('upstream.unreachable');
  });
});

describe('a viewer', () => {
  it('who leaves ends the request to the upstream', async () => {
    const response = await test.ask(ts('/endless.ts'));
    await once(response, 'readable');
    const request = await upstream.waitFor('/endless.ts');
    response.destroy();
    expect(await request.ended).toBe('cut');
  });

  it('who leaves before the answer ends the request to the upstream, and no error is logged', async () => {
    const leaving = new AbortController();
    const asked = fetch(ts('/silent'), { signal: leaving.signal }).catch(() => 'left');
    const request = await upstream.waitFor('/silent');
    leaving.abort();
    expect(await asked).toBe('left');
    expect(await request.ended).toBe('cut');
    expect(test.logged.join('\n')).not.toContain('"level":"error"');
  });

  it('who stops reading pauses the upstream, uses little memory, and may resume', async () => {
    await using patient = await startTestGateway({ timing: { recheckMs: 50, paceWindowMs: 100 } });
    const response = await patient.ask(
      patient.address({ address: `${upstream.origin}/endless.ts`, streamKind: 'ts' }),
    );
    response.pause();
    const request = await upstream.waitFor('/endless.ts');
    let before = -1;
    await until('the upstream stands still', () => {
      const now = request.sentBytes;
      const stands = now === before && patient.grants.checks > 4;
      before = now;
      return stands;
    });
    const memoryBefore = process.memoryUsage.rss();
    const { checks } = patient.grants;
    await until('some rechecks pass', () => patient.grants.checks >= checks + 6);
    expect(request.sentBytes).toBe(before);
    // The limit on what the upstream may send while the client does not read: what the socket buffers of upstream and
    // client hold on this machine, plus half a megabyte.
    expect(before).toBeLessThan(24_000_000);
    expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(30_000_000);
    response.resume();
    await until('the upstream goes on', () => request.sentBytes > before + 5_000_000);
    response.destroy();
    expect(await request.ended).toBe('cut');
  });

  it('who never reads again is disconnected in the end', async () => {
    await using impatient = await startTestGateway({ timing: { recheckMs: 20, stalledClientMs: 200 } });
    const response = await impatient.ask(
      impatient.address({ address: `${upstream.origin}/endless.ts`, streamKind: 'ts' }),
    );
    response.pause();
    response.on('error', () => undefined);
    expect(await (await upstream.waitFor('/endless.ts')).ended).toBe('cut');
  });
});

describe('a running stream', () => {
  // Short limits on silence would cut a stream whose provider waits for a busy machine.
  beforeEach(async () => {
    await test[Symbol.asyncDispose]();
    test = await startTestGateway({ timing: { recheckMs: 50 } });
  });

  const start = async (grant = {}) => {
    const address = test.address({ address: `${upstream.origin}/endless.ts`, streamKind: 'ts' }, grant);
    const response = await test.ask(address);
    expect(response.statusCode).toBe(200);
    response.resume();
    const broken = new Promise<void>((resolve) => response.once('error', () => resolve()));
    return { broken, isOver: () => response.destroyed };
  };

  it('is cut soon after its permission has ended', async () => {
    const { broken } = await start();
    const request = await upstream.waitFor('/endless.ts');
    test.grants.refusal = new AppError('stream.forbidden');
    await broken;
    expect(await request.ended).toBe('cut');
  });

  it('is cut at once when its session is ended, while other sessions go on', async () => {
    const mine = await start();
    const other = await start({ sessionKey: 'otra' });
    test.gateway.end(({ sessionKey }) => sessionKey === testGrant.sessionKey);
    await mine.broken;
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
    await using faulty = await startTestGateway({
      timing: { recheckMs: 20 },
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
    const response = await faulty.ask(
      faulty.address({ address: `${upstream.origin}/endless.ts`, streamKind: 'ts' }),
    );
    response.resume();
    await until('several checks have failed', () => failures > 4);
    expect(response.destroyed).toBe(false);
    response.destroy();
  });

  it('does not keep the server from closing', async () => {
    await using closing = await startTestGateway();
    const response = await closing.ask(
      closing.address({ address: `${upstream.origin}/endless.ts`, streamKind: 'ts' }),
    );
    response.resume();
    const broken = once(response, 'error');
    await closing.http.close();
    await broken;
  });
});
