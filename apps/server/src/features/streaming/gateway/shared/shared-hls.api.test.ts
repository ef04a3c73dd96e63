import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createVirtualClock, startFakeUpstream, type FakeUpstream, type VirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { NewStreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

let upstream: FakeUpstream;
let test: TestGateway;
let clock: VirtualClock;
beforeEach(async () => {
  clock = createVirtualClock();
  upstream = await startFakeUpstream();
  test = await startTestGateway({ timing: { clock } });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const segmentOf = (path: string, bytes = 20_000): Buffer => Buffer.alloc(bytes, `${path} `);

/** A live channel of the provider: its playlist names four segments, and what else it is asked for is up to the test. */
function serveChannel(
  name: string,
  {
    targetSeconds = 2,
    lines = [],
    answer,
  }: { targetSeconds?: number; lines?: string[]; answer?: Answer } = {},
) {
  const channel = { sequence: 1 };
  upstream.serve(`/${name}/`, (request, response) => {
    const path = request.url ?? '';
    if (!path.endsWith('/index.m3u8')) {
      if (answer !== undefined) return answer(request, response);
      return void response.writeHead(200, { 'content-type': 'video/mp2t' }).end(segmentOf(path));
    }
    const numbers = [0, 1, 2, 3].map((step) => channel.sequence + step);
    const head = ['#EXTM3U', `#EXT-X-TARGETDURATION:${targetSeconds}`];
    const sequence = `#EXT-X-MEDIA-SEQUENCE:${channel.sequence}`;
    const segments = numbers.flatMap((number) => [`#EXTINF:${targetSeconds},`, `${number}.ts`]);
    return void response.end([...head, sequence, ...lines, ...segments].join('\n'));
  });
  return channel;
}

/** The address of a channel for one of several people. */
function addressFor(
  person: number,
  name: string,
  { grant, source }: { grant?: Partial<NewStreamGrant>; source?: Partial<StreamSource> } = {},
): string {
  const own = { accountId: `cuenta-${person}`, sessionKey: `sesión-${person}`, itemKey: `channel:${name}` };
  const deviceId = String(person).padStart(32, '0');
  return test.address(
    { address: `${upstream.origin}/${name}/index.m3u8`, streamKind: 'hls', ...source },
    { ...own, itemKey: `channel:${name}`, deviceId, ...grant },
  );
}

async function childrenOf(address: string): Promise<string[]> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const text = await response.text();
  return [...text.matchAll(/\/api\/stream\/[^"\s]+/g)].map(([path]) => new URL(path, address).href);
}
const bytesOf = async (address: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  Buffer.from(await (await fetch(address, { headers })).arrayBuffer());
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const askedFor = (end: string) => upstream.seen.filter(({ path }) => path.endsWith(end)).length;
const people = Array.from({ length: 20 }, (_, person) => person + 1);

describe('twenty viewers of a live channel in HLS', () => {
  it('cause one request for its playlist and one for each segment', async () => {
    serveChannel('uno');
    const lists = await Promise.all(people.map((person) => childrenOf(addressFor(person, 'uno'))));
    const all = await Promise.all(lists.map((list) => Promise.all(list.map((address) => bytesOf(address)))));
    for (const bodies of all) {
      const wanted = [1, 2, 3, 4].map((number) => segmentOf(`/uno/${number}.ts`));
      expect(bodies.every((body, index) => body.equals(wanted[index] ?? Buffer.alloc(0)))).toBe(true);
    }
    expect(upstream.seen.map(({ path }) => path).toSorted()).toEqual([
      '/uno/1.ts',
      '/uno/2.ts',
      '/uno/3.ts',
      '/uno/4.ts',
      '/uno/index.m3u8',
    ]);
    // Each viewer has addresses of their own all the same.
    expect(new Set(lists.flat()).size).toBe(80);
  });

  it('cause one request for its key, with the headers that the list gives for the channel', async () => {
    serveChannel('cifrado', { lines: ['#EXT-X-KEY:METHOD=AES-128,URI="clave.bin"'] });
    const source = { userAgent: 'Lector/1.0', referrer: 'https://portal.example/' };
    const lists = await Promise.all(
      people.map((person) => childrenOf(addressFor(person, 'cifrado', { source }))),
    );
    await Promise.all(lists.map(([key = '']) => bytesOf(key)));
    const keys = upstream.seen.filter(({ path }) => path === '/cifrado/clave.bin');
    expect(keys.map(({ headers }) => [headers['user-agent'], headers.referer])).toEqual([
      ['Lector/1.0', 'https://portal.example/'],
    ]);
  });

  it('cause one request for each byte range that they need', async () => {
    const file = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
    serveChannel('rangos', {
      answer(request, response) {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        const part = file.subarray(Number(from), Number(to) + 1);
        response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${file.length}` }).end(part);
      },
    });
    const lists = await Promise.all(people.map((person) => childrenOf(addressFor(person, 'rangos'))));
    const read = (range: string) =>
      Promise.all(lists.map(([first = '']) => bytesOf(first, { range: `bytes=${range}` })));
    for (const body of await read('0-99')) expect(body.equals(file.subarray(0, 100))).toBe(true);
    for (const body of await read('100-399')) expect(body.equals(file.subarray(100, 400))).toBe(true);
    expect(askedFor('/1.ts')).toBe(2);
  });

  it('get its playlist anew after half its target duration, at the earliest', async () => {
    const channel = serveChannel('ritmo');
    const sequenceFor = async (person: number) => {
      const text = await (await fetch(addressFor(person, 'ritmo'))).text();
      return Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
    };
    expect(await Promise.all(people.map(sequenceFor))).toEqual(people.map(() => 1));
    channel.sequence = 2;
    await clock.advance(999);
    expect(await Promise.all(people.map(sequenceFor))).toEqual(people.map(() => 1));
    await clock.advance(1);
    expect(await Promise.all(people.map(sequenceFor))).toEqual(people.map(() => 2));
    expect(askedFor('index.m3u8')).toBe(2);
  });
});

it('a channel with a single viewer is refreshed whenever the player asks', async () => {
  serveChannel('solo');
  const address = addressFor(1, 'solo');
  for (let turn = 0; turn < 3; turn += 1) await childrenOf(address);
  expect(askedFor('index.m3u8')).toBe(3);
});

it('a segment that its viewers no longer need is not kept for later ones', async () => {
  serveChannel('breve', { targetSeconds: 1 });
  const [first = ''] = await childrenOf(addressFor(1, 'breve'));
  await bytesOf(first);
  await bytesOf(first);
  expect(askedFor('/1.ts')).toBe(1);
  await clock.advance(3_999);
  await bytesOf(first);
  expect(askedFor('/1.ts')).toBe(1);
  await clock.advance(1);
  await bytesOf(first);
  expect(askedFor('/1.ts')).toBe(2);
});

it('the oldest segments of a channel go when they take too much memory', async () => {
  serveChannel('grande', {
    targetSeconds: 10,
    answer: (request, response) => void response.end(segmentOf(request.url ?? '', 5_000_000)),
  });
  const list = await childrenOf(addressFor(1, 'grande'));
  for (const address of list) expect(await bytesOf(address)).toHaveLength(5_000_000);
  const [first = '', , , last = ''] = list;
  await bytesOf(last);
  await bytesOf(first);
  expect([askedFor('/1.ts'), askedFor('/4.ts')]).toEqual([2, 1]);
});

it('a segment that is larger than what is kept arrives whole for all who wait for it', async () => {
  const body = Buffer.alloc(30_000_000, 'grande ');
  serveChannel('enorme', { answer: (_request, response) => void response.end(body) });
  const lists = await Promise.all([1, 2].map((person) => childrenOf(addressFor(person, 'enorme'))));
  const bodies = await Promise.all(lists.map(([first = '']) => bytesOf(first)));
  expect(bodies.map((each) => each.equals(body))).toEqual([true, true]);
});

describe('a viewer who leaves', () => {
  /** Serves a channel whose segments begin, and end when the test lets them. */
  function serveHeld(name: string): { finish(): void } {
    const open: ServerResponse[] = [];
    serveChannel(name, {
      answer(_request, response) {
        response.writeHead(200, { 'content-type': 'video/mp2t' }).write(segmentOf('inicio'));
        open.push(response);
      },
    });
    return { finish: () => open.forEach((response) => response.end(segmentOf('final'))) };
  }

  it('does not end what others wait for', async () => {
    const held = serveHeld('compartido');
    const [leaving, staying] = await Promise.all(
      [1, 2].map(async (person) => {
        const [first = ''] = await childrenOf(addressFor(person, 'compartido'));
        return test.ask(first);
      }),
    );
    leaving?.destroy();
    await until('one viewer is left', () => leaving?.destroyed === true);
    held.finish();
    expect((await buffer(staying as IncomingMessage)).length).toBe(40_000);
    expect(askedFor('/1.ts')).toBe(1);
  });

  it('as the last one ends the request to the upstream', async () => {
    serveHeld('dejado');
    const [first = ''] = await childrenOf(addressFor(1, 'dejado'));
    const viewers = [await test.ask(first), await test.ask(first)];
    const request = await upstream.waitFor('/dejado/1.ts');
    for (const viewer of viewers) viewer.destroy();
    expect(await request.ended).toBe('cut');
  });

  it('before the answer does not cancel it for others, who were asked for once', async () => {
    const waiting: ServerResponse[] = [];
    serveChannel('lento', { answer: (_request, response) => void waiting.push(response) });
    const lists = await Promise.all([1, 2].map((person) => childrenOf(addressFor(person, 'lento'))));
    const leaving = new AbortController();
    const [one = [], other = []] = lists;
    const left = fetch(one[0] ?? '', { signal: leaving.signal }).catch(() => 'left');
    await upstream.waitFor('/lento/1.ts');
    const stays = bytesOf(other[0] ?? '');
    await until('both wait', () => test.grants.checks === 4);
    leaving.abort();
    expect(await left).toBe('left');
    await until('one is left', () => waiting.length === 1);
    waiting[0]?.end(segmentOf('final'));
    expect(await stays).toHaveLength(20_000);
    expect(askedFor('/1.ts')).toBe(1);
  });
});

describe('a viewer whose permission has ended', () => {
  it('gets nothing of what is kept for others', async () => {
    serveChannel('permiso');
    const lists = await Promise.all([1, 2].map((person) => childrenOf(addressFor(person, 'permiso'))));
    const [[first = ''] = [], [second = ''] = []] = lists;
    await bytesOf(first);
    const asked = upstream.seen.length;
    test.grants.refusal = new AppError('stream.forbidden');
    for (const address of [second, addressFor(2, 'permiso')]) {
      const response = await fetch(address);
      expect([response.status, await codeOf(response)]).toEqual([403, 'stream.forbidden']);
    }
    expect(upstream.seen).toHaveLength(asked);
  });

  it('is cut while a segment arrives that others go on receiving', async () => {
    let finish: () => void = () => undefined;
    serveChannel('corte', {
      answer(_request, response) {
        response.writeHead(200).write(segmentOf('inicio'));
        finish = () => response.end(segmentOf('final'));
      },
    });
    const lists = await Promise.all([1, 2].map((person) => childrenOf(addressFor(person, 'corte'))));
    const [cut, stays] = await Promise.all(lists.map(([first = '']) => test.ask(first)));
    const broken = buffer(cut as IncomingMessage).catch(() => 'cut');
    test.gateway.end(({ accountId }) => accountId === 'cuenta-1');
    expect(await broken).toBe('cut');
    finish();
    expect(await buffer(stays as IncomingMessage)).toHaveLength(40_000);
  });
});

describe('a source that fails while it is shared', () => {
  it('answers all who wait with one failure, which is not kept', async () => {
    let isBroken = true;
    const waiting: ServerResponse[] = [];
    serveChannel('fallo', {
      answer(_request, response) {
        if (isBroken) waiting.push(response);
        else response.end(segmentOf('bien'));
      },
    });
    const lists = await Promise.all([1, 2, 3].map((person) => childrenOf(addressFor(person, 'fallo'))));
    const answers = lists.map(([first = '']) => fetch(first));
    await until('all wait', () => test.grants.checks === 6 && waiting.length === 1);
    waiting[0]?.writeHead(503).end();
    expect(await Promise.all(answers.map(async (each) => (await each).status))).toEqual([503, 503, 503]);
    isBroken = false;
    expect(await bytesOf(lists[0]?.[0] ?? '')).toHaveLength(20_000);
    expect(askedFor('/1.ts')).toBe(2);
  });

  it('breaks off for all viewers, and is asked anew', async () => {
    let isBroken = true;
    serveChannel('roto', {
      answer(_request, response) {
        if (!isBroken) return void response.end(segmentOf('bien'));
        response.writeHead(200, { 'content-length': 40_000 });
        return void response.write(segmentOf('inicio'), () => response.destroy());
      },
    });
    const lists = await Promise.all([1, 2].map((person) => childrenOf(addressFor(person, 'roto'))));
    const outcomes = await Promise.all(
      lists.map(([first = '']) => bytesOf(first).then(String, () => 'broken')),
    );
    expect(outcomes).toEqual(['broken', 'broken']);
    isBroken = false;
    expect(await bytesOf(lists[0]?.[0] ?? '')).toHaveLength(20_000);
  });
});

describe('what is not the same for the upstream', () => {
  it('is not shared: two channels of one host, and two sets of request headers', async () => {
    serveChannel('a');
    serveChannel('b');
    const [one = ''] = await childrenOf(addressFor(1, 'a'));
    const [two = ''] = await childrenOf(addressFor(2, 'b'));
    const [other = ''] = await childrenOf(addressFor(3, 'a', { source: { userAgent: 'Otro/1.0' } }));
    expect((await bytesOf(one)).equals(segmentOf('/a/1.ts'))).toBe(true);
    expect((await bytesOf(two)).equals(segmentOf('/b/1.ts'))).toBe(true);
    await bytesOf(other);
    expect([askedFor('/a/1.ts'), askedFor('/b/1.ts'), askedFor('index.m3u8')]).toEqual([2, 1, 3]);
  });

  it('is not shared: the segments and lists of films', async () => {
    for (const person of [1, 2]) {
      const source = { address: `${upstream.origin}/vod/index.m3u8` };
      const grant = { itemKey: 'video:1' as const };
      const [key = '', first = ''] = await childrenOf(addressFor(person, 'film', { grant, source }));
      await bytesOf(key);
      await bytesOf(first);
    }
    expect([askedFor('/vod/index.m3u8'), askedFor('/vod/key.bin')]).toEqual([2, 2]);
    expect(askedFor('/vod/0.ts?clave=secreta')).toBe(2);
  });
});

describe('a provider that gives each viewer a session of their own', () => {
  it('has one session for all viewers of a channel, by the redirect of its master playlist', async () => {
    let sessions = 0;
    upstream.serve('/reparto/maestra.m3u8', (_request, response) => {
      sessions += 1;
      response.writeHead(302, { location: `/sesion-${sessions}/maestra.m3u8` }).end();
    });
    upstream.serve('/sesion-', (request, response) => {
      const path = request.url ?? '';
      if (path.endsWith('/maestra.m3u8')) {
        response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n');
      } else if (path.endsWith('.m3u8')) response.end('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n');
      else response.end(segmentOf(path));
    });
    const source = { address: `${upstream.origin}/reparto/maestra.m3u8` };
    for (const person of people) {
      const [variant = ''] = await childrenOf(addressFor(person, 'reparto', { source }));
      const [first = ''] = await childrenOf(variant);
      expect((await bytesOf(first)).equals(segmentOf('/sesion-1/1.ts'))).toBe(true);
    }
    expect([sessions, askedFor('/1.ts'), askedFor('index.m3u8')]).toEqual([1, 1, 1]);
    // A viewer whose player asks again, because what the list names has expired, gets a new session.
    await childrenOf(addressFor(1, 'reparto', { source }));
    expect(sessions).toBe(2);
  });

  it('gives its cookie to the channel, which its other viewers use, and loses it with a refusal', async () => {
    const cookies: (string | undefined)[] = [];
    let isRefused = false;
    upstream.serve('/galleta/', (request, response) => {
      cookies.push(request.headers.cookie);
      if (isRefused && request.headers.cookie !== undefined) return void response.writeHead(403).end();
      if (!(request.url ?? '').endsWith('.m3u8')) return void response.end(segmentOf('trozo'));
      response.setHeader('set-cookie', 'sid=7');
      return void response.end('#EXTM3U\n#EXT-X-TARGETDURATION:60\n#EXTINF:4,\n1.ts\n');
    });
    const [first = ''] = await childrenOf(addressFor(1, 'galleta'));
    const [second = ''] = await childrenOf(addressFor(2, 'galleta'));
    expect(await bytesOf(second)).toHaveLength(20_000);
    expect(await bytesOf(first)).toHaveLength(20_000);
    await childrenOf(addressFor(3, 'galleta', { source: { userAgent: 'Otro/1.0' } }));
    expect(cookies).toEqual([undefined, 'sid=7', 'sid=7']);
    isRefused = true;
    const other = { source: { userAgent: 'Tercero/1.0' } };
    expect(await codeOf(await fetch(addressFor(4, 'galleta', other)))).toBe('upstream.forbidden');
    expect((await fetch(addressFor(4, 'galleta', other))).status).toBe(200);
  });
});
