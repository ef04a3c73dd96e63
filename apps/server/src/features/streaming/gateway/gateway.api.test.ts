import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { fileBytes, segmentBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  startTestGateway,
  testGrant,
  until,
  type TestGateway,
} from '../../../../test/gateway/start-test-gateway.ts';

let upstream: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway();
});
beforeEach(async () => {
  upstream = await startFakeUpstream();
});
afterEach(async () => {
  test.reset();
  await upstream[Symbol.asyncDispose]();
});
afterAll(() => test[Symbol.asyncDispose]());

const file = () => test.address({ address: `${upstream.origin}/file.mp4` });
const hls = (path: string) => test.address({ address: upstream.origin + path, streamKind: 'hls' });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

/** Lists the absolute URLs that a playlist names. */
async function childrenOf(address: string): Promise<string[]> {
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.apple.mpegurl',
  ]);
  const text = await response.text();
  return [...text.matchAll(/\/api\/stream\/[^"\s]+/g)].map(([path]) => new URL(path, address).href);
}

describe('a file passed through the gateway', () => {
  it('arrives whole, with its length', async () => {
    const response = await fetch(file());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(fileBytes.length));
    expect((await bytesOf(response)).equals(fileBytes)).toBe(true);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=299000-', 299_000, 300_000],
    ['bytes=-500', 299_500, 300_000],
    ['bytes=100000-999999', 100_000, 300_000],
  ])('arrives for the range %s with its exact Content-Range', async (range, start, end) => {
    const response = await fetch(file(), { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/300000`);
    expect(response.headers.get('content-length')).toBe(String(end - start));
    expect((await bytesOf(response)).equals(fileBytes.subarray(start, end))).toBe(true);
  });

  it('answers 416 with its size and an empty body to a range beyond its end', async () => {
    const response = await fetch(file(), { headers: { range: 'bytes=300000-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
    expect(await response.text()).toBe('');
  });

  it.each([400, 403, 405, 406, 412, 416, 501])(
    'arrives whole from a provider that answers %i to every request for a part of it',
    async (status) => {
      upstream.serve('/sin-partes.mp4', (request, response) => {
        if (request.headers.range !== undefined) return void response.writeHead(status).end();
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': fileBytes.length });
        return void response.end(fileBytes);
      });
      const address = test.address({ address: `${upstream.origin}/sin-partes.mp4` }, { itemKey: 'video:1' });
      for (let times = 0; times < 2; times += 1) {
        const response = await fetch(address, { headers: { range: 'bytes=0-' } });
        expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
        expect((await bytesOf(response)).equals(fileBytes)).toBe(true);
      }
    },
  );

  it('arrives whole when If-Range names another version', async () => {
    const fresh = await fetch(file(), { headers: { range: 'bytes=0-9', 'if-range': '"fichero-1"' } });
    expect([fresh.status, (await bytesOf(fresh)).length]).toEqual([206, 10]);
    const stale = await fetch(file(), { headers: { range: 'bytes=0-9', 'if-range': '"fichero-0"' } });
    expect([stale.status, (await bytesOf(stale)).length]).toEqual([200, 300_000]);
  });

  it.each(['bytes=0-1,5-9', 'bytes=a-b', 'items=0-1', 'bytes=5', `bytes=0-${'9'.repeat(40)}`])(
    'arrives whole for the unusable range %s',
    async (range) => {
      const response = await fetch(file(), { headers: { range } });
      expect([response.status, (await bytesOf(response)).length]).toEqual([200, 300_000]);
      expect(upstream.seen[0]?.headers.range).toBeUndefined();
    },
  );

  it('answers HEAD with its headers alone', async () => {
    const response = await fetch(file(), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '300000']);
    expect(upstream.seen[0]?.method).toBe('HEAD');
  });

  it('reuses the connection to the upstream', async () => {
    for (let count = 0; count < 5; count += 1) await bytesOf(await fetch(file()));
    expect(upstream.countConnections()).toBe(1);
  });

  it.each([
    ['usuario:cl%40ve', 'usuario:cl@ve'],
    ['usuario:100%', 'usuario:100%'],
    ['us%zz:cl%40ve', 'us%zz:cl@ve'],
  ])('is requested with the user name and password of its address: %s', async (written, meant) => {
    const address = `${upstream.origin.replace('//', `//${written}@`)}/file.mp4`;
    expect((await bytesOf(await fetch(test.address({ address })))).length).toBe(300_000);
    expect(upstream.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from(meant).toString('base64')}`);
  });
});

describe('headers', () => {
  it('of the viewer never reach an upstream', async () => {
    // A request that a proxy has forwarded needs the cookie that comes with an address.
    let own = '';
    const client = { ip: '127.0.0.1', keepCookie: (given: string) => void (own = given.split(';')[0] ?? '') };
    const address = test.address({ address: `${upstream.origin}/file.mp4` }, testGrant, client);
    await bytesOf(
      await fetch(address, {
        headers: {
          authorization: 'Bearer canario',
          cookie: `canario=1; ${own}`,
          'x-device-id': 'canario',
          'x-forwarded-for': 'canario',
          'user-agent': 'canario',
          'accept-language': 'canario',
          referer: 'http://canario/',
        },
      }),
    );
    expect(JSON.stringify(upstream.seen[0]?.headers)).not.toContain('canario');
    expect(Object.keys(upstream.seen[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('of an upstream reach the viewer only if they are on a fixed list and well formed', async () => {
    upstream.answer('/raro.mp4', {
      headers: {
        'content-type': 'text/html; charset=canario',
        'content-security-policy': 'canario',
        'strict-transport-security': 'canario',
        'access-control-allow-origin': 'canario',
        'set-cookie': 'canario=1',
        server: 'canario',
        location: 'http://canario/',
        link: '<http://canario/>',
        etag: 'canario',
        'last-modified': 'canario',
        'x-canario': '1',
      },
      body: fileBytes,
    });
    const response = await fetch(test.address({ address: `${upstream.origin}/raro.mp4` }));
    expect(JSON.stringify([...response.headers])).not.toContain('canario');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await bytesOf(response)).length).toBe(300_000);
  });

  it('that a list sets for a source are sent for its playlist and for all that it names', async () => {
    const source = {
      address: `${upstream.origin}/guarded/index.m3u8`,
      streamKind: 'hls' as const,
      userAgent: 'Reproductor/1.0',
      referrer: 'https://portal.example/',
    };
    const children = await childrenOf(test.address(source));
    expect(children).toHaveLength(4);
    expect((await bytesOf(await fetch(children[0] ?? ''))).equals(segmentBytes)).toBe(true);
    const refused = await fetch(test.address({ ...source, referrer: null }));
    expect([refused.status, await codeOf(refused)]).toEqual([502, 'upstream.forbidden']);
  });

  it('that a list sets for a source cannot add other headers', async () => {
    const userAgent = 'Reproductor\r\nx-canario: 1\u00e9';
    await bytesOf(await fetch(test.address({ address: `${upstream.origin}/file.mp4`, userAgent })));
    expect(upstream.seen[0]?.headers['user-agent']).toBe('Reproductorx-canario: 1');
    expect(upstream.seen[0]?.headers['x-canario']).toBeUndefined();
  });
});

describe('playlists', () => {
  it('of a live channel keep the tokens of segments that remain after a refresh', async () => {
    const address = hls('/live/index.m3u8');
    const before = await childrenOf(address);
    upstream.advanceLive();
    const after = await childrenOf(address);
    expect(after.slice(0, 3)).toEqual(before.slice(1));
    expect(before).not.toContain(after[3]);
    expect(upstream.seen).toHaveLength(2);
  });

  describe('of a live channel whose provider changes the query of every segment at each refresh', () => {
    let refreshes: number;
    beforeEach(() => {
      refreshes = 0;
      upstream.serve('/canjes/index.m3u8', (_request, response) => {
        refreshes += 1;
        const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${refreshes}`];
        lines.push(`#EXT-X-MAP:URI="inicio.mp4?canje=canario-${refreshes}"`);
        for (let number = refreshes; number < refreshes + 4; number += 1) {
          lines.push('#EXTINF:2,', `${number}.m4s?canje=canario-${refreshes}`);
        }
        response.end(lines.join('\n'));
      });
      upstream.serve('/canjes/', (request, response) => {
        const isNewest = request.url?.endsWith(`?canje=canario-${refreshes}`);
        response.writeHead(isNewest === true ? 200 : 403).end(segmentBytes);
      });
    });
    const pathOf = (address = '') => address.split('?')[0];

    it('keep the path of each segment, and fetch it with the newest query', async () => {
      const address = hls('/canjes/index.m3u8');
      const [mapBefore, ...before] = await childrenOf(address);
      const [mapAfter, ...after] = await childrenOf(address);
      expect(after.slice(0, 3).map(pathOf)).toEqual(before.slice(1).map(pathOf));
      expect(pathOf(mapAfter)).toBe(pathOf(mapBefore));
      expect(new Set([...before, ...after].map(pathOf)).size).toBe(5);
      expect((await bytesOf(await fetch(after[0] ?? ''))).equals(segmentBytes)).toBe(true);
      expect(upstream.seen.at(-1)?.path).toBe('/canjes/2.m4s?canje=canario-2');
      expect(after[0]?.split('?')[0]?.split('/').at(-1)).toBe('segment.m4s');
    });

    it('seal the query too, and bind it to its path', async () => {
      const [, first = '', second = ''] = await childrenOf(hls('/canjes/index.m3u8'));
      expect(Buffer.from(first, 'base64url').toString('latin1') + first).not.toContain('canario');
      const asked = upstream.seen.length;
      const query = (address: string) => address.slice(address.indexOf('?'));
      const forged = [
        pathOf(first) + query(second),
        `${first}A`,
        `${first}&${query(first).slice(1)}`,
        `${pathOf(first)}?at=`,
        `${pathOf(first)}?at=canario`,
      ];
      for (const address of forged) {
        expect(await codeOf(await fetch(address))).toBe('stream.invalid');
      }
      expect(upstream.seen).toHaveLength(asked);
    });
  });

  describe('of a live channel whose redirect leads to another server at each request', () => {
    const closed = new Set<string>();
    beforeEach(() => {
      let redirects = 0;
      closed.clear();
      upstream.serve('/reparto/', (request, response) => {
        redirects += 1;
        const location = `/servidor-${redirects}${(request.url ?? '').slice('/reparto'.length)}`;
        response.writeHead(302, { location }).end();
      });
      upstream.serve('/servidor-', (request, response) => {
        const [, server = '', name] = (request.url ?? '').split('/');
        if (closed.has(server)) response.writeHead(403).end();
        else if (name === 'muda.m3u8' && server === 'servidor-1' && closed.has('muda')) return;
        else if (name === 'maestra.m3u8')
          response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n');
        else if (name?.endsWith('.m3u8') === true)
          response.end('#EXTM3U\n#EXTINF:2,\n1.ts\n#EXTINF:2,\n2.ts\n');
        else response.end(segmentBytes);
      });
    });
    const askedFor = (name: string) =>
      upstream.seen.map(({ path }) => path).filter((path) => path.endsWith(name));

    it('are refreshed at the server to which the first redirect led', async () => {
      const address = hls('/reparto/index.m3u8');
      const before = await childrenOf(address);
      expect(await childrenOf(address)).toEqual(before);
      expect(await childrenOf(address)).toEqual(before);
      expect(askedFor('index.m3u8')).toEqual([
        '/reparto/index.m3u8',
        '/servidor-1/index.m3u8',
        '/servidor-1/index.m3u8',
        '/servidor-1/index.m3u8',
      ]);
      await bytesOf(await fetch(before[0] ?? ''));
      expect(upstream.seen.at(-1)?.path).toBe('/servidor-1/1.ts');
    });

    it('ask for a new redirect once that server fails, and keep the paths of segments', async () => {
      const address = hls('/reparto/index.m3u8');
      const pathsOf = (addresses: string[]) => addresses.map((each) => new URL(each).pathname);
      const before = await childrenOf(address);
      closed.add('servidor-1');
      const after = await childrenOf(address);
      expect(pathsOf(after)).toEqual(pathsOf(before));
      await childrenOf(address);
      expect(askedFor('index.m3u8').slice(2)).toEqual([
        '/servidor-1/index.m3u8',
        '/reparto/index.m3u8',
        '/servidor-2/index.m3u8',
        '/servidor-2/index.m3u8',
      ]);
      await bytesOf(await fetch(after[0] ?? ''));
      expect(upstream.seen.at(-1)?.path).toBe('/servidor-2/1.ts');
    });

    it('ask for a new redirect once that server no longer answers', async () => {
      await using own = await startTestGateway({ timing: { answerWithinMs: 400 } });
      const address = own.address({ address: `${upstream.origin}/reparto/muda.m3u8`, streamKind: 'hls' });
      await childrenOf(address);
      closed.add('muda');
      expect(await childrenOf(address)).toHaveLength(2);
      expect(askedFor('muda.m3u8').at(-1)).toBe('/servidor-2/muda.m3u8');
    });

    it('are opened by another viewer of the channel where the first one was led', async () => {
      await childrenOf(hls('/reparto/index.m3u8'));
      const source = { address: `${upstream.origin}/reparto/index.m3u8`, streamKind: 'hls' as const };
      await childrenOf(test.address(source, { sessionKey: 'otra' }));
      expect(askedFor('index.m3u8')).toEqual(['/reparto/index.m3u8', '/servidor-1/index.m3u8']);
    });

    it('are opened by another viewer at their own address where they are no channel', async () => {
      const source = { address: `${upstream.origin}/reparto/index.m3u8`, streamKind: 'hls' as const };
      const film = { itemKey: 'video:1' } as const;
      await childrenOf(test.address(source, film));
      await childrenOf(test.address(source, { ...film, sessionKey: 'otra' }));
      expect(askedFor('index.m3u8').at(-1)).toBe('/servidor-2/index.m3u8');
    });

    it('are opened at their own address again when they name renditions', async () => {
      const address = hls('/reparto/maestra.m3u8');
      await childrenOf(address);
      await childrenOf(address);
      expect(askedFor('maestra.m3u8').at(-1)).toBe('/servidor-2/maestra.m3u8');
    });
  });

  it('of a live channel name segments that answer 404 when the upstream no longer has them', async () => {
    for (const status of [404, 410]) upstream.answer(`/segmentos/${status}.ts`, { status, body: 'canario' });
    const lines = ['404.ts', '410.ts', '../status/403', '../status/503'].map((each) => `#EXTINF:2,\n${each}`);
    upstream.answer('/segmentos/index.m3u8', { body: ['#EXTM3U', ...lines].join('\n') });
    const children = await childrenOf(hls('/segmentos/index.m3u8'));
    const answers = await Promise.all(children.map((address) => fetch(address)));
    expect(await Promise.all(answers.map(async (each) => [each.status, await codeOf(each)]))).toEqual([
      [404, 'segment.not_found'],
      [404, 'segment.not_found'],
      [502, 'upstream.forbidden'],
      [503, 'upstream.busy'],
    ]);
  });

  it('that do not exist, and keys that do not, are failures of the upstream', async () => {
    const key = '#EXT-X-KEY:METHOD=AES-128,URI="../status/404?clave"';
    const body = `#EXTM3U\n${key}\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",URI="../status/404?pista"\n`;
    upstream.answer('/segmentos/index.m3u8', { body });
    for (const address of [hls('/status/404'), ...(await childrenOf(hls('/segmentos/index.m3u8')))]) {
      const response = await fetch(address);
      expect([response.status, await codeOf(response)]).toEqual([502, 'upstream.gone']);
    }
  });

  it.each([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are read when the upstream compresses them with %s unasked', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'audio/x-mpegurl' };
    upstream.answer('/empaquetada.m3u8', { headers, body: compress('#EXTM3U\n#EXTINF:2,\n1.ts\n') });
    for (const streamKind of ['hls', 'file'] as const) {
      const address = test.address({ address: `${upstream.origin}/empaquetada.m3u8`, streamKind });
      expect(await childrenOf(address)).toHaveLength(1);
    }
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])(
    'name segments that are unpacked when the upstream compresses them with %s unasked',
    async (encoding, compress) => {
      const headers = { 'content-encoding': encoding, 'content-type': 'video/mp2t' };
      const sent = Buffer.concat(Array.from({ length: 500 }, () => segmentBytes));
      upstream.answer('/empaquetada.ts', { headers, body: compress(sent) });
      upstream.answer('/con-empaquetada.m3u8', { body: '#EXTM3U\n#EXTINF:2,\nempaquetada.ts\n' });
      const [segment = ''] = await childrenOf(hls('/con-empaquetada.m3u8'));
      const response = await fetch(segment);
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
      expect((await bytesOf(response)).equals(sent)).toBe(true);
    },
  );

  it('lead from the master playlist to the key and the segments of a film', async () => {
    const [audio = '', variant = ''] = await childrenOf(hls('/vod/master.m3u8'));
    const [key = '', first = '', second = ''] = await childrenOf(variant);
    expect(await childrenOf(audio)).toHaveLength(3);
    expect((await bytesOf(await fetch(key))).equals(Buffer.alloc(16, 7))).toBe(true);
    expect((await bytesOf(await fetch(first))).equals(segmentBytes)).toBe(true);
    const names = [key, first, second].map((address) => new URL(address).pathname.split('/').at(-1));
    expect(names).toEqual(['key.bin', 'segment.ts', 'segment.ts']);
    expect(upstream.seen.at(-1)?.path).toBe('/vod/0.ts?clave=secreta');
  });

  it('of films are fetched once per play session', async () => {
    const address = hls('/vod/index.m3u8');
    expect(await childrenOf(address)).toEqual(await childrenOf(address));
    expect(upstream.seen).toHaveLength(1);
    await childrenOf(
      test.address(
        { address: `${upstream.origin}/vod/index.m3u8`, streamKind: 'hls' },
        { sessionKey: 'otra' },
      ),
    );
    expect(upstream.seen).toHaveLength(2);
  });

  it('from the cache are refused once the permission of the viewer has ended', async () => {
    const address = hls('/vod/index.m3u8');
    await childrenOf(address);
    test.grants.refusal = new AppError('stream.forbidden');
    expect(await codeOf(await fetch(address))).toBe('stream.forbidden');
  });

  it('are resolved against the address that redirects led to', async () => {
    const [child = ''] = await childrenOf(hls(`/redirect?to=${encodeURIComponent('/vod/index.m3u8')}`));
    await fetch(child);
    expect(upstream.seen.at(-1)?.path).toBe('/vod/key.bin');
  });

  it('are recognised by their content, whatever the stream kind and content type', async () => {
    const playlist = '#EXTM3U\n#EXTINF:2,\nhttp://usuario:clave@canario.example/1.ts\n';
    for (const type of ['audio/x-mpegurl', 'application/octet-stream', 'text/plain', 'video/mp2t']) {
      const path = `/lista-${type.replace('/', '-')}`;
      upstream.answer(path, { headers: { 'content-type': type }, body: playlist });
      for (const streamKind of ['hls', 'ts', 'file'] as const) {
        const address = test.address({ address: upstream.origin + path, streamKind });
        expect(await childrenOf(address)).toHaveLength(1);
        const ranged = await (await fetch(address, { headers: { range: 'bytes=0-200' } })).text();
        expect(ranged).not.toContain('canario');
      }
    }
  });

  it('are fetched once, even when the stream kind of the source is file', async () => {
    const body = '#EXTM3U\n#EXTINF:2,\n1.ts\n';
    upstream.answer('/lista', { headers: { 'content-type': 'text/plain' }, body });
    upstream.answer('/lista-entera', {
      status: 206,
      headers: { 'content-type': 'text/plain', 'content-range': `bytes 0-${body.length - 1}/${body.length}` },
      body,
    });
    for (const path of ['/lista', '/lista-entera']) {
      const address = test.address({ address: upstream.origin + path, streamKind: 'file' });
      const response = await fetch(address, { headers: { range: 'bytes=0-' } });
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('/api/stream/'),
      ]);
    }
    expect(upstream.seen.map(({ path }) => path)).toEqual(['/lista', '/lista-entera']);
  });

  it('are fetched whole when the client requested a range of a source of kind file', async () => {
    const body = '#EXTM3U\n#EXTINF:2,\n1.ts\n';
    upstream.answer('/parte', {
      status: 206,
      headers: { 'content-type': 'audio/x-mpegurl', 'content-range': `bytes 0-9/${body.length}` },
      body: body.slice(0, 10),
    });
    const address = test.address({ address: `${upstream.origin}/parte`, streamKind: 'file' });
    await fetch(address, { headers: { range: 'bytes=0-9' } });
    expect(upstream.seen.map(({ headers }) => headers['range'])).toEqual(['bytes=0-9', undefined]);
  });

  it('cannot be read through byte ranges', async () => {
    const address = 'http://usuario:clave@canario.example/1.ts';
    upstream.answer('/trozo', {
      status: 206,
      headers: { 'content-type': 'application/octet-stream', 'content-range': 'bytes 20-60/100' },
      body: address,
    });
    const response = await fetch(test.address({ address: `${upstream.origin}/trozo` }), {
      headers: { range: 'bytes=20-60' },
    });
    expect([response.status, await codeOf(response)]).toEqual([502, 'upstream.page']);
  });

  it('of internal sources are rewritten too, and name internal sources', async () => {
    const opened: string[] = [];
    await using own = await startTestGateway({
      internal: {
        demo: {
          async open(path) {
            opened.push(path);
            if (path === 'live/musa/index.m3u8') {
              return {
                status: 200,
                headers: { 'content-type': 'application/vnd.apple.mpegurl' },
                body: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720/index.m3u8\n',
              };
            }
            if (path === 'live/musa/720/index.m3u8') {
              return { status: 200, headers: {}, body: Buffer.from('#EXTM3U\n#EXTINF:2,\n1.ts\n') };
            }
            return path === 'live/musa/720/1.ts'
              ? {
                  status: 200,
                  headers: { 'content-type': 'video/mp2t', 'set-cookie': 'canario' },
                  body: segmentBytes,
                }
              : undefined;
          },
        },
      },
    });
    const [variant = ''] = await childrenOf(
      own.address({ address: 'internal:demo/live/musa/index.m3u8', streamKind: 'hls' }),
    );
    const [segment = ''] = await childrenOf(variant);
    const response = await fetch(segment);
    expect([response.headers.get('content-type'), response.headers.get('set-cookie')]).toEqual([
      'video/mp2t',
      null,
    ]);
    expect((await bytesOf(response)).equals(segmentBytes)).toBe(true);
    expect(opened).toEqual(['live/musa/index.m3u8', 'live/musa/720/index.m3u8', 'live/musa/720/1.ts']);
    for (const address of [
      'internal:demo/nada',
      'internal:otra/1',
      'internal:__proto__/1',
      'internal:constructor/1',
    ]) {
      expect(await codeOf(await fetch(own.address({ address })))).toBe('stream.invalid');
    }
  });
});

describe('tokens', () => {
  it('answer 404 without a request to the upstream when forged or changed', async () => {
    const address = file();
    const changed = address.replace(
      /stream\/.{20}/,
      (start) => start.slice(0, -1) + (start.endsWith('A') ? 'B' : 'A'),
    );
    for (const bad of [
      changed,
      address.replace(/stream\/[^/]+/, 'stream/nada'),
      address.replace(/stream\/[^/]+/, 'stream/%00'),
    ]) {
      const response = await fetch(bad);
      expect([response.status, await codeOf(response)]).toEqual([404, 'stream.invalid']);
    }
    await using other = await startTestGateway();
    const elsewhere = new URL(new URL(address).pathname, other.address({ address: upstream.origin }));
    expect(await codeOf(await fetch(elsewhere))).toBe('stream.invalid');
    expect([upstream.countConnections(), test.grants.checks]).toEqual([0, 0]);
  });

  it('expire two hours after their last use, also those in their playlists', async () => {
    const address = hls('/live/index.m3u8');
    const [segment = ''] = await childrenOf(address);
    const pass = (ms: number) => {
      test.time.now = new Date(test.time.now.getTime() + ms);
    };
    pass(2 * 3_600_000 - 1_000);
    expect((await fetch(segment)).status).toBe(200);
    pass(2 * 3_600_000 - 1_000);
    expect((await fetch(address)).status).toBe(200);
    pass(2 * 3_600_000 + 1_000);
    const asked = upstream.seen.length;
    for (const expired of [segment, address]) {
      const response = await fetch(expired);
      expect([response.status, await codeOf(response)]).toEqual([410, 'stream.expired']);
    }
    expect(upstream.seen).toHaveLength(asked);
  });

  it('expire with their play session plus a minute of clock skew, also those in its playlists', async () => {
    const [segment = ''] = await childrenOf(hls('/live/index.m3u8'));
    const issuedAt = test.time.now.getTime();
    for (let hour = 2; hour <= 12; hour += 2) {
      test.time.now = new Date(issuedAt + hour * 3_600_000 + (hour === 12 ? 0 : 59_000));
      expect((await fetch(segment)).status).toBe(200);
    }
    test.time.now = new Date(issuedAt + 12 * 3_600_000 + 59_000);
    expect((await fetch(segment)).status).toBe(200);
    const asked = upstream.seen.length;
    test.time.now = new Date(issuedAt + 12 * 3_600_000 + 61_000);
    const response = await fetch(segment);
    expect([response.status, await codeOf(response)]).toEqual([410, 'stream.expired']);
    expect(upstream.seen).toHaveLength(asked);
  });

  it.each([
    [403, 'stream.forbidden'],
    [403, 'stream.stopped'],
    [429, 'stream.limit'],
  ] as const)('answer %d %s without asking the upstream when the grant is refused', async (status, code) => {
    test.grants.refusal = new AppError(code);
    const response = await fetch(file());
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
    expect(upstream.countConnections()).toBe(0);
  });

  it('log who is refused and why, without the address of the stream', async () => {
    test.grants.refusal = new AppError('stream.forbidden');
    await fetch(file());
    await fetch(file().replace(/stream\/[^/]+/, 'stream/AAAA'));
    const lines = test.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === 'stream refused')).toMatchObject([
      { level: 'warn', code: 'stream.forbidden', accountId: testGrant.accountId, itemKey: testGrant.itemKey },
      { level: 'warn', code: 'stream.invalid', ip: expect.stringContaining('127.0.0.1') as unknown },
    ]);
    expect(test.logged.join('')).not.toMatch(new RegExp(`AAAA|${upstream.origin}`));
  });

  it('answer 404 to methods other than GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(file(), { method })).status).toBe(404);
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('media of this server without an end', () => {
  const endless = () => {
    const body = new PassThrough();
    const internal = {
      live: {
        open: () => Promise.resolve({ status: 200, headers: { 'content-type': 'video/mp2t' }, body }),
      },
    };
    return { body, internal };
  };
  const source = { address: 'internal:live/x/stream.ts', streamKind: 'ts' as const };

  it('renew the lease of the device while it receives them', async () => {
    const { body, internal } = endless();
    let renewals = 0;
    await using own = await startTestGateway({
      internal,
      timing: { renewMs: 0 },
      grants: {
        check: () => Promise.resolve(undefined),
        renew: async () => void (renewals += 1),
        charge: () => Promise.resolve(),
      },
    });
    body.write('uno');
    const response = await own.ask(own.address(source));
    response.resume();
    body.write('dos');
    await until('the lease is renewed twice', () => renewals >= 2);
    response.destroy();
    await until('the media are closed', () => body.destroyed);
  });

  it('are closed when their reader never reads again', async () => {
    const { body, internal } = endless();
    await using own = await startTestGateway({ internal, timing: { recheckMs: 20, stalledClientMs: 100 } });
    const chunk = Buffer.alloc(65_536);
    body.write(chunk);
    const response = await own.ask(own.address(source));
    response.pause();
    response.on('error', () => undefined);
    const write = () => {
      while (!body.destroyed && body.write(chunk));
    };
    body.on('drain', write);
    write();
    await until('the media are closed', () => body.destroyed);
  });

  it('are refused under a free trial, which nothing would charge', async () => {
    const { body, internal } = endless();
    await using own = await startTestGateway({ internal });
    const response = await own.ask(own.address(source, { isTrial: true }));
    expect([response.statusCode, body.destroyed]).toEqual([403, true]);
  });
});
