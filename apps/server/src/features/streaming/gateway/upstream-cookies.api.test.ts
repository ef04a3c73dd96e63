import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindCookies } from '../../../shared/stream/list-cookies.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const playlistType = { 'content-type': 'application/vnd.apple.mpegurl' };
const segment = Buffer.alloc(188 * 8, 0x47);
const playlistOf = (...segments: string[]) =>
  ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...segments.flatMap((uri) => ['#EXTINF:2,', uri])].join('\n');

let provider: FakeUpstream;
/** A server under another host name than the provider's, on the same machine. */
let other: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  [provider, other] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
});
afterAll(async () => {
  await Promise.all([provider[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
});
beforeEach(async () => {
  provider.seen.length = 0;
  other.seen.length = 0;
  test = await startTestGateway({
    resolve: (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
});
afterEach(() => test[Symbol.asyncDispose]());

const named = (host: string, { port }: FakeUpstream) => `http://${host}.example:${port}`;
const cookiesOf = ({ seen }: FakeUpstream) => seen.map(({ headers }) => headers.cookie);
const linesOf = (playlist: string) => playlist.split('\n').filter((line) => line.startsWith('/'));

async function read(address: string) {
  const answer = await test.ask(address);
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}
const readChild = (path: string, address: string) => read(new URL(path, address).href);

describe('the cookies and the origin of a list', () => {
  const cookie = 'clave=a=1~b; plan=oro';
  const portal = 'https://portal.example';
  const sourceAt = (address: string) =>
    ({ address, streamKind: 'hls', cookies: bindCookies(cookie, address), origin: portal }) as const;

  it('are sent with the playlist and its segments on the same host', async () => {
    provider.answer('/canal/lista.m3u8', { headers: playlistType, body: playlistOf('1.ts') });
    provider.answer('/canal/1.ts', { body: segment });
    const address = test.address(sourceAt(`${named('uno', provider)}/canal/lista.m3u8`));
    const [child = ''] = linesOf((await read(address)).text);
    expect((await readChild(child, address)).status).toBe(200);
    expect(cookiesOf(provider)).toEqual([cookie, cookie]);
    expect(provider.seen.map(({ headers }) => headers.origin)).toEqual([portal, portal]);
  });

  it('never leave for another host: the cookies of a redirect, of a segment, of a playlist', async () => {
    const far = named('dos', other);
    provider.answer('/a.m3u8', { status: 302, headers: { location: `${far}/b.m3u8` } });
    other.answer('/b.m3u8', {
      headers: playlistType,
      body: playlistOf('1.ts', `${named('uno', provider)}/2.ts`),
    });
    other.answer('/1.ts', { body: segment });
    provider.answer('/2.ts', { body: segment });
    const address = test.address(sourceAt(`${named('uno', provider)}/a.m3u8`));
    const children = linesOf((await read(address)).text);
    for (const child of children) expect((await readChild(child, address)).status).toBe(200);
    expect(cookiesOf(other)).toEqual([undefined, undefined]);
    expect(cookiesOf(provider)).toEqual([cookie, cookie]);
  });

  it('stay with their host when a part, the beginning or a loopback address of the stream is asked for', async () => {
    const { signal } = new AbortController();
    const away = `${named('uno', provider)}/redirect?to=${encodeURIComponent(`${named('dos', other)}/file.mp4`)}`;
    const source = { ...sourceAt(away), streamKind: 'file', userAgent: null, referrer: null } as const;
    const limits = { withinMs: 5_000, signal };
    await test.gateway.readPart(source, { fromByte: 0, length: 16, ...limits });
    await test.gateway.readStart(source, { limitBytes: 16, isEnough: () => true, ...limits });
    const loopback = await test.gateway.openLoopback(source);
    expect((await fetch(loopback.address)).status).toBe(200);
    loopback.end();
    expect(cookiesOf(provider)).toEqual([cookie, cookie, cookie]);
    expect(cookiesOf(other)).toEqual([undefined, undefined, undefined]);
  });

  it('are asked for with the source of a film whose duration the trial needs, bound to their host', async () => {
    const asked: StreamSource[] = [];
    await using trial = await startTestGateway({
      durationOf: async (source) => {
        asked.push(source);
        return 60;
      },
    });
    const source = { ...sourceAt(`${provider.origin}/file.mp4`), streamKind: 'file' } as const;
    const answer = await trial.ask(trial.address(source, { isTrial: true }));
    answer.destroy();
    expect(asked.map(({ cookies }) => cookies)).toEqual([{ text: cookie, site: 'http:127.0.0.1' }]);
  });
});

describe('the user name and password in an address', () => {
  it('are sent to its host only, and the user agent, referer and origin of a list to every host', async () => {
    const list = `http://ana:secreta@uno.example:${provider.port}/claves/lista.m3u8`;
    provider.answer('/claves/lista.m3u8', {
      headers: playlistType,
      body: playlistOf('1.ts', `${named('dos', other)}/1.ts`),
    });
    provider.answer('/claves/1.ts', { body: segment });
    other.answer('/1.ts', { body: segment });
    const headers = {
      userAgent: 'Lector/1.0',
      referrer: 'https://portal.example/',
      origin: 'https://portal.example',
    };
    const address = test.address({ streamKind: 'hls', address: list, ...headers });
    for (const child of linesOf((await read(address)).text)) await readChild(child, address);
    const basic = `Basic ${Buffer.from('ana:secreta').toString('base64')}`;
    expect(provider.seen.map((seen) => seen.headers.authorization)).toEqual([basic, basic]);
    expect(other.seen.map((seen) => seen.headers.authorization)).toEqual([undefined]);
    for (const seen of [...provider.seen, ...other.seen]) {
      expect(seen.headers).toMatchObject({
        'user-agent': headers.userAgent,
        referer: headers.referrer,
        origin: headers.origin,
      });
    }
  });
});

describe('the cookies that a server sets', () => {
  /** Answers like a provider who recognises a session by its cookie. */
  const guarded = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/guardado/lista.m3u8') {
      response.writeHead(200, { ...playlistType, 'set-cookie': ['sid=7; Path=/guardado; HttpOnly', 'x=1'] });
      response.end(playlistOf('1.ts', `${named('dos', other)}/1.ts`));
    } else if (request.headers.cookie?.includes('sid=7') === true) response.end(segment);
    else response.writeHead(403).end();
  };

  it('come back to this server with its segments, to no other one, and never reach the player', async () => {
    provider.serve('/guardado/', guarded);
    other.answer('/1.ts', { body: segment });
    const address = test.address({
      streamKind: 'hls',
      address: `${named('uno', provider)}/guardado/lista.m3u8`,
    });
    const list = await read(address);
    expect(list.headers['set-cookie']).toBeUndefined();
    const [own = '', foreign = ''] = linesOf(list.text);
    expect((await readChild(own, address)).status).toBe(200);
    expect((await readChild(foreign, address)).status).toBe(200);
    expect(cookiesOf(other)).toEqual([undefined]);
  });

  it('are those of one play session of a film: another viewer begins without them', async () => {
    provider.serve('/guardado/', guarded);
    const source = { streamKind: 'hls', address: `${named('uno', provider)}/guardado/lista.m3u8` } as const;
    const film = { itemKey: 'video:1' } as const;
    const mine = test.address(source, film);
    await read(mine);
    await read(mine);
    await read(test.address(source, { ...film, sessionKey: 'otra' }));
    expect(cookiesOf(provider)).toEqual([undefined, 'sid=7; x=1', undefined]);
  });

  it('are sent on when a redirect sets them and leads back to the same address', async () => {
    provider.serve('/paso.mp4', (request, response) => {
      if (request.headers.cookie === 'visto=1') response.end(Buffer.alloc(4_000, 1));
      else response.writeHead(302, { location: '/paso.mp4', 'set-cookie': 'visto=1' }).end();
    });
    const source = {
      address: `${named('uno', provider)}/paso.mp4`,
      streamKind: 'file',
      userAgent: null,
      referrer: null,
    } as const;
    expect((await read(test.address(source))).status).toBe(200);
    const { signal } = new AbortController();
    const part = { fromByte: 0, length: 16, withinMs: 5_000, signal };
    expect(await test.gateway.readPart(source, part)).toHaveLength(16);
  });

  it('are bounded: a server that sets ever more has only some of them kept', async () => {
    let number = 0;
    provider.serve('/muchas/', (_request, response) => {
      const set = Array.from({ length: 4 }, () => `c${(number += 1)}=${'x'.repeat(3_000)}; Path=/`);
      response.writeHead(200, { ...playlistType, 'set-cookie': set }).end(playlistOf('1.ts'));
    });
    const address = test.address({ streamKind: 'hls', address: `${named('uno', provider)}/muchas/1.m3u8` });
    for (let turn = 0; turn < 12; turn += 1) expect((await read(address)).status).toBe(200);
    for (const cookie of cookiesOf(provider)) expect(cookie?.length ?? 0).toBeLessThan(8_300);
  });
});
