import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createMemoryNetwork, createVirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestGateway,
  type TestGateway,
  type WholeAnswer,
} from '../../../../test/gateway/start-test-gateway.ts';

const sealingKey = randomBytes(32);
const lifeMs = 12_000;
const parts = 8;

/** How a provider signs the addresses of a film, and what it answers to one whose signature has ended. */
interface Signing {
  /** Where the signature is. */
  place: 'query' | 'path';
  /** Whether a master playlist names the playlist with the segments, whose address is signed too. */
  hasMaster: boolean;
  status: 401 | 403 | 410;
}

let network: ReturnType<typeof createMemoryNetwork>;
let clock: ReturnType<typeof createVirtualClock>;
let test: TestGateway;
/** The paths that the provider was asked for, without their signatures, and what it has answered. */
let seen: string[];
/** Whether the provider refuses all segments, whatever their signature is. */
let isForbidden: boolean;
/** By how many segments of advertising the provider begins the playlist, once it is fetched anew. */
let adverts: number;

beforeEach(async () => {
  network = createMemoryNetwork();
  clock = createVirtualClock(undefined, network);
  test = await startTestGateway({ network, sealingKey, timing: { clock } });
  seen = [];
  isForbidden = false;
  adverts = 0;
});
afterEach(() => test[Symbol.asyncDispose]());

/** Starts a provider of a film whose signatures last 12 seconds. @returns the address of the film */
function startSigner({ place, hasMaster, status }: Signing): string {
  const sign = (name: string): string => {
    const endsAtMs = clock.steadyMs() + lifeMs;
    return place === 'query' ? `/vod/${name}?firma=${endsAtMs}` : `/vod/${endsAtMs}/${name}`;
  };
  const isValid = (url: string): boolean => {
    const [, endsAtMs = '0'] = /(?:firma=|^\/vod\/)(\d{2,})/.exec(url) ?? [];
    return clock.steadyMs() <= Number(endsAtMs);
  };
  let lists = 0;
  const media = (): string => {
    const names = Array.from({ length: lists > 0 ? adverts : 0 }, (_, at) => `anuncio-${at}.ts`);
    lists += 1;
    for (let at = 0; at < parts; at += 1) names.push(`${at}.ts`);
    const lines = names.map((name) => `#EXTINF:6,\n${sign(name)}`);
    const key = `#EXT-X-KEY:METHOD=AES-128,URI="${sign('clave.key')}"`;
    return ['#EXTM3U', '#EXT-X-TARGETDURATION:6', key, ...lines, '#EXT-X-ENDLIST', ''].join('\n');
  };
  const master = (): string =>
    ['media', 'alta'].reduce(
      (text, name, at) => `${text}#EXT-X-STREAM-INF:BANDWIDTH=${at + 1}000000\n${sign(`${name}.m3u8`)}\n`,
      '#EXTM3U\n',
    );
  const send = (url: string, response: ServerResponse): number => {
    const name = url.split('?')[0]?.split('/').at(-1) ?? '';
    if (url === '/film.m3u8') response.end(hasMaster ? master() : media());
    else if (!isValid(url) || (isForbidden && name.endsWith('.ts'))) response.writeHead(status).end();
    else if (name.endsWith('.m3u8')) response.end(media());
    else if (name === 'clave.key') response.end(Buffer.alloc(16, 1));
    else response.end(Buffer.from(`segmento ${name}`));
    return response.statusCode;
  };
  const server = createServer(({ url = '' }: IncomingMessage, response) => {
    const code = send(url, response);
    seen.push(`${url.split('?')[0]?.split('/').at(-1)} ${code}`);
  });
  return `http://127.0.0.1:${network.serve(server)}/film.m3u8`;
}

const get = (address: string): Promise<WholeAnswer> => clock.finish(test.fetch(address));

async function childrenOf(address: string): Promise<string[]> {
  const { status, body } = await get(address);
  expect(status).toBe(200);
  return [...body.toString().matchAll(/\/api\/stream\/[^"\s]+/g)].map(
    ([path]) => new URL(path, address).href,
  );
}

/** Opens a film as a player does, which requests each playlist once. @returns the addresses of its key and segments */
async function openFilm(signing: Signing): Promise<string[]> {
  const source = test.address({ address: startSigner(signing), streamKind: 'hls' }, { itemKey: 'video:1' });
  const [first = ''] = await childrenOf(source);
  return signing.hasMaster ? childrenOf(first) : childrenOf(source);
}

const everySigning: Signing[] = (['query', 'path'] as const).flatMap((place) =>
  [false, true].flatMap((hasMaster) =>
    ([401, 403, 410] as const).map((status) => ({ place, hasMaster, status })),
  ),
);

describe('a film in HLS whose signatures end after twelve seconds', () => {
  it.each(everySigning)(
    'plays to its end: signed in the $place, with a master playlist: $hasMaster, refused with $status',
    async (signing) => {
      const [key = '', ...segments] = await openFilm(signing);
      seen.length = 0;
      for (const [at, segment] of segments.entries()) {
        const { status, body } = await get(segment);
        expect([status, body.toString()]).toEqual([200, `segmento ${at}.ts`]);
        await clock.advance(6_000);
      }
      expect((await get(key)).body).toEqual(Buffer.alloc(16, 1));
      // Three segments are delivered within twelve seconds; then one is refused, and the playlist is fetched once.
      expect(seen.filter((one) => one.endsWith(`.ts ${signing.status}`))).toHaveLength(2);
      expect(seen.filter((one) => one === 'film.m3u8 200').length).toBeLessThanOrEqual(3);
    },
  );

  it('goes on after a pause that is longer than the signatures, also at another place', async () => {
    const [, first = '', , , , , last = ''] = await openFilm({ place: 'path', hasMaster: true, status: 403 });
    await get(first);
    await clock.advance(3_600_000);
    expect((await get(last)).body.toString()).toBe('segmento 5.ts');
  });

  it('changes to a quality that its player has not requested before', async () => {
    const signing: Signing = { place: 'path', hasMaster: true, status: 403 };
    const source = test.address({ address: startSigner(signing), streamKind: 'hls' }, { itemKey: 'video:1' });
    const [, high = ''] = await childrenOf(source);
    await clock.advance(lifeMs + 1);
    const [, , second = ''] = await childrenOf(high);
    expect((await get(second)).body.toString()).toBe('segmento 1.ts');
  });

  it('lets its player request a new address after the server was started anew', async () => {
    const [, first = '', second = ''] = await openFilm({ place: 'query', hasMaster: false, status: 403 });
    await get(first);
    await clock.advance(lifeMs + 1);
    await using restarted = await startTestGateway({ network, sealingKey, timing: { clock } });
    const { origin } = new URL(restarted.address({ address: 'http://127.0.0.1/' }));
    const { pathname, search } = new URL(second);
    const { status, body } = await clock.finish(restarted.fetch(origin + pathname + search));
    expect([status, JSON.parse(body.toString())]).toMatchObject([410, { code: 'stream.expired' }]);
  });

  it('finds a segment by its name when the playlist has more of them than before', async () => {
    adverts = 3;
    const [, first = '', second = ''] = await openFilm({ place: 'query', hasMaster: false, status: 403 });
    await get(first);
    await clock.advance(lifeMs + 1);
    expect((await get(second)).body.toString()).toBe('segmento 1.ts');
  });

  it('fetches its playlist once for segments that are refused at the same time', async () => {
    const [, ...segments] = await openFilm({ place: 'path', hasMaster: false, status: 410 });
    await get(segments[0] ?? '');
    await clock.advance(lifeMs + 1);
    seen.length = 0;
    const answers = await clock.finish(Promise.all(segments.slice(1, 5).map((one) => test.fetch(one))));
    expect(answers.map(({ body }) => body.toString())).toEqual([1, 2, 3, 4].map((at) => `segmento ${at}.ts`));
    expect(seen.filter((one) => one.startsWith('film.m3u8'))).toHaveLength(1);
  });

  it('is refused without a further request where its provider refuses the film itself', async () => {
    isForbidden = true;
    const [, first = ''] = await openFilm({ place: 'query', hasMaster: false, status: 403 });
    seen.length = 0;
    const { status, body } = await get(first);
    expect([status, JSON.parse(body.toString())]).toMatchObject([502, { code: 'upstream.forbidden' }]);
    expect(seen).toEqual(['0.ts 403']);
  });

  it('fetches its playlist once, and no more, when its provider begins to refuse the film', async () => {
    const [, first = '', second = ''] = await openFilm({ place: 'query', hasMaster: false, status: 403 });
    await get(first);
    isForbidden = true;
    seen.length = 0;
    for (const segment of [second, second]) expect((await get(segment)).status).toBe(502);
    expect(seen).toEqual(['1.ts 403', 'film.m3u8 200', '1.ts 403']);
  });
});
