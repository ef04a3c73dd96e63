import type { ServerResponse } from 'node:http';
import {
  createMemoryNetwork,
  createVirtualClock,
  startFakeUpstream,
  type FakeUpstream,
} from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let upstream: FakeUpstream;
let test: TestGateway;
const sources = new Map<ItemKey, StreamSource[]>();
beforeAll(async () => {
  upstream = await startFakeUpstream(network);
  test = await startTestGateway({
    network,
    timing: { clock },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** A live channel in HLS at a source; the test moves it on and lets it fail. */
interface Source {
  sequence: number;
  /** The status with which playlists or segments are refused. */
  playlistStatus: number;
  segmentStatus: number;
}

/** Serves a channel in HLS at a source, its master playlist too. */
function serveSource(name: string, sequence: number): Source {
  const source: Source = { sequence, playlistStatus: 200, segmentStatus: 200 };
  const refuse = (response: ServerResponse, status: number) => void response.writeHead(status).end('no');
  upstream.serve(`/${name}/`, (request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('.ts')) {
      if (source.segmentStatus !== 200) return refuse(response, source.segmentStatus);
      return void response.writeHead(200, { 'content-type': 'video/mp2t' }).end(Buffer.alloc(1_880, 0x47));
    }
    if (path.endsWith('maestra.m3u8')) {
      return void response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\nindex.m3u8\n');
    }
    if (source.playlistStatus !== 200) return refuse(response, source.playlistStatus);
    const numbers = [0, 1, 2, 3].map((step) => source.sequence + step);
    const head = ['#EXTM3U', '#EXT-X-TARGETDURATION:1', `#EXT-X-MEDIA-SEQUENCE:${source.sequence}`];
    return void response.end(
      [...head, ...numbers.flatMap((number) => ['#EXTINF:1,', `${number}.ts`])].join('\n'),
    );
  });
  return source;
}

/** Opens a channel with two sources, `<name>-a` and `<name>-b`. @returns the address at which a viewer plays it */
function channel(name: string, file = 'index.m3u8'): string {
  const itemKey: ItemKey = `channel:${name}`;
  const [a, b] = ['a', 'b'].map((source): StreamSource => ({
    address: `${upstream.origin}/${name}-${source}/${file}`,
    streamKind: 'hls',
    userAgent: `Lector-${source}`,
    referrer: null,
  }));
  if (a === undefined || b === undefined) throw new Error('no sources');
  sources.set(itemKey, [a, b]);
  return test.address(a, { itemKey });
}

const get = (address: string) => clock.finish(test.fetch(address));

interface Seen {
  sequence: number;
  discontinuities: number;
  segments: string[];
}

async function refresh(address: string): Promise<Seen> {
  const { status, body } = await get(address);
  const text = String(body);
  expect([status, text]).toEqual([200, expect.stringContaining('#EXTM3U')]);
  return {
    sequence: Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(text)?.[1]),
    discontinuities: text.match(/^#EXT-X-DISCONTINUITY$/gm)?.length ?? 0,
    segments: [...text.matchAll(/^\/api\/stream\/\S+$/gm)].map(([path]) => new URL(path, address).href),
  };
}

/** Refreshes a playlist ten times a second until its source is left. @returns after how many ms that was */
async function refreshUntilLeft(address: string): Promise<number> {
  const startedAtMs = clock.steadyMs();
  while ((await refresh(address)).discontinuities === 0 && clock.steadyMs() - startedAtMs < 60_000)
    await clock.advance(100);
  return clock.steadyMs() - startedAtMs;
}

/** Fetches a segment. @returns its status, and what the provider was asked for last */
async function fetchSegment(
  address = '',
): Promise<[status: number, path: string | undefined, agent: string | undefined]> {
  const { status } = await get(address);
  const last = upstream.seen.at(-1);
  return [status, last?.path, last?.headers['user-agent']];
}
const verdictOf = (name: string) =>
  test.gateway.readSourceHealth(`${upstream.origin}/${name}-a/index.m3u8`)?.verdict;

it('a channel in HLS whose first source fails begins with the second one, by its headers', async () => {
  serveSource('inicio-a', 1).playlistStatus = 404;
  serveSource('inicio-b', 50);
  const { sequence, segments } = await refresh(channel('inicio'));
  expect(sequence).toBe(50);
  expect(await fetchSegment(segments[0])).toEqual([200, '/inicio-b/50.ts', 'Lector-b']);
  expect(verdictOf('inicio')).toBe('gone');
});

it('a playlist that fails goes on with the second source in the same numbers, after a discontinuity', async () => {
  const first = serveSource('cae-a', 100);
  const second = serveSource('cae-b', 7);
  const address = channel('cae');
  expect(await refresh(address)).toMatchObject({ sequence: 100, discontinuities: 0 });
  first.playlistStatus = 500;
  const changed = await refresh(address);
  expect([changed.sequence, changed.discontinuities, changed.segments.length]).toEqual([101, 1, 6]);
  expect(await fetchSegment(changed.segments[0])).toEqual([200, '/cae-a/101.ts', 'Lector-a']);
  expect(await fetchSegment(changed.segments[3])).toEqual([200, '/cae-b/8.ts', 'Lector-b']);
  second.sequence = 8;
  const later = await refresh(address);
  expect([later.sequence, later.discontinuities]).toEqual([102, 1]);
  expect(await fetchSegment(later.segments.at(-1))).toEqual([200, '/cae-b/11.ts', 'Lector-b']);
  expect(verdictOf('cae')).toBe('unreachable');
});

it('a segment that fails twice is left behind with its source, and players skip what was not fetched', async () => {
  const first = serveSource('trozos-a', 1);
  serveSource('trozos-b', 20);
  const address = channel('trozos');
  const { segments } = await refresh(address);
  first.segmentStatus = 503;
  for (const _try of [1, 2]) expect((await fetchSegment(segments[0]))[0]).toBe(503);
  const changed = await refresh(address);
  expect(changed.discontinuities).toBe(1);
  // A player that gets 404 for a segment goes on with the next one.
  expect((await fetchSegment(changed.segments[1]))[0]).toBe(404);
  expect((await fetchSegment(changed.segments.at(-1)))[0]).toBe(200);
});

it('two segments in a row that do not exist are left behind with their source', async () => {
  const first = serveSource('huecos-a', 1);
  serveSource('huecos-b', 20);
  const address = channel('huecos');
  const { segments } = await refresh(address);
  first.segmentStatus = 404;
  expect((await fetchSegment(segments[0]))[0]).toBe(404);
  expect((await refresh(address)).discontinuities).toBe(0);
  expect((await fetchSegment(segments[1]))[0]).toBe(404);
  expect((await refresh(address)).discontinuities).toBe(1);
  expect(verdictOf('huecos')).toBe('segments');
});

it('a playlist that stands still for longer than its newest segments last goes on with the second source', async () => {
  serveSource('quieta-a', 1);
  serveSource('quieta-b', 20);
  const address = channel('quieta');
  expect((await refresh(address)).discontinuities).toBe(0);
  // One refresh without anything new is usual.
  expect((await refresh(address)).discontinuities).toBe(0);
  // After three times the length of its newest segment and half a second, at the next refresh.
  expect(await refreshUntilLeft(address)).toBe(3_600);
  const asked = upstream.seen.map(({ path }) => path).filter((path) => path.startsWith('/quieta-'));
  const changedAt = asked.indexOf('/quieta-b/index.m3u8');
  expect(asked.slice(0, changedAt).filter((path) => path.startsWith('/quieta-a')).length).toBeGreaterThan(1);
  expect(verdictOf('quieta')).toBe('starving');
});

it('a source that publishes several segments at once is kept between two of its batches', async () => {
  const first = serveSource('tandas-a', 1);
  serveSource('tandas-b', 20);
  const address = channel('tandas');
  await refresh(address);
  first.sequence = 5;
  await refresh(address);
  // A source that names one segment at a time is left before; the playlist of the batch still lasts.
  const single = channel('solos');
  const lone = serveSource('solos-a', 1);
  serveSource('solos-b', 20);
  await refresh(single);
  lone.sequence = 2;
  expect(await refreshUntilLeft(single)).toBe(1_600);
  expect((await refresh(address)).discontinuities).toBe(0);
});

it('a rendition of a master playlist goes on with that of the second source', async () => {
  const first = serveSource('maestra-a', 100);
  serveSource('maestra-b', 7);
  const master = channel('maestra', 'maestra.m3u8');
  const [path = ''] = /^\/api\/stream\/\S+$/m.exec(String((await get(master)).body)) ?? [];
  const rendition = new URL(path, master).href;
  expect((await refresh(rendition)).sequence).toBe(100);
  first.playlistStatus = 403;
  const changed = await refresh(rendition);
  expect([changed.sequence, changed.discontinuities]).toEqual([101, 1]);
  expect(await fetchSegment(changed.segments.at(-1))).toEqual([200, '/maestra-b/10.ts', 'Lector-b']);
});

it('a channel of which a list names forty sources causes requests to eight of them at most', async () => {
  upstream.serve('/muchas/', (_request, response) => void response.writeHead(404).end());
  const named = Array.from({ length: 40 }, (_one, index): StreamSource => ({
    address: `${upstream.origin}/muchas/${index}.m3u8`,
    streamKind: 'hls',
    userAgent: null,
    referrer: null,
  }));
  sources.set('channel:muchas', named);
  const [first] = named;
  if (first === undefined) throw new Error('no sources');
  const address = test.address(first, { itemKey: 'channel:muchas' });
  for (const _try of [1, 2, 3]) expect((await get(address)).status).toBe(502);
  const asked = new Set(upstream.seen.map(({ path }) => path).filter((path) => path.startsWith('/muchas/')));
  expect(asked.size).toBe(8);
});

it('a channel whose master playlist names a playlist of another channel never gets the sources of that one', async () => {
  const first = serveSource('ajena-a', 100);
  serveSource('ajena-b', 7);
  upstream.serve('/intrusa/maestra.m3u8', (_request, response) => {
    response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\n../ajena-a/index.m3u8\n');
  });
  const intruder: StreamSource = {
    address: `${upstream.origin}/intrusa/maestra.m3u8`,
    streamKind: 'hls',
    userAgent: 'Lector-a',
    referrer: null,
  };
  sources.set('channel:intrusa', [intruder]);
  const renditionOf = async (master: string) => {
    const [path = ''] = /^\/api\/stream\/\S+$/m.exec(String((await get(master)).body)) ?? [];
    return new URL(path, master).href;
  };
  const own = await renditionOf(channel('ajena', 'maestra.m3u8'));
  const foreign = await renditionOf(test.address(intruder, { itemKey: 'channel:intrusa' }));
  for (const address of [own, foreign]) expect((await refresh(address)).sequence).toBe(100);
  first.playlistStatus = 403;
  expect((await refresh(own)).discontinuities).toBe(1);
  expect(JSON.parse(String((await get(foreign)).body))).toMatchObject({ code: 'upstream.forbidden' });
});

it('a channel whose sources all fail answers with the failure of the present one', async () => {
  const first = serveSource('todas-a', 1);
  serveSource('todas-b', 1).playlistStatus = 404;
  const address = channel('todas');
  await refresh(address);
  first.playlistStatus = 451;
  expect(JSON.parse(String((await get(address)).body))).toMatchObject({ code: 'upstream.blocked' });
  first.playlistStatus = 200;
  expect((await refresh(address)).discontinuities).toBe(0);
});
