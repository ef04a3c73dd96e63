import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMemoryNetwork,
  createTransportStream,
  createVirtualClock,
  dyingWays,
  readFrames,
  readTimes,
  sendChannel,
  sendDying,
  startFakeUpstream,
  type DyingWay,
  type FakeUpstream,
} from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import type { ProviderBudget } from '../upstream/provider-slots.ts';

/** A provider with sources that fail, and one with sources that play. */
let bad: FakeUpstream;
let good: FakeUpstream;
let test: TestGateway;
const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
const sources = new Map<ItemKey, StreamSource[]>();
const budgets = new Map<string, ProviderBudget>();
beforeAll(async () => {
  bad = await startFakeUpstream(network);
  good = await startFakeUpstream(network);
  good.serve('/plays', (_request, response) => sendGood(response));
  test = await start();
});

const start = (): Promise<TestGateway> =>
  startTestGateway({
    network,
    timing: { clock },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
    findBudget: async ({ sourceAddress = '' }) => budgets.get(sourceAddress),
  });
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await bad[Symbol.asyncDispose]();
  await good[Symbol.asyncDispose]();
});

const goodFrame = 10_000;
const sendGood = (response: ServerResponse): void =>
  sendChannel(
    response,
    createTransportStream({ groupFrames: 5, firstFrame: goodFrame, startTicks: 77_000_000 }),
    { clock },
  );

const sourceAt = (address: string): StreamSource => ({
  address,
  streamKind: 'ts',
  userAgent: null,
  referrer: null,
});

interface Viewer {
  response: IncomingMessage;
  /** When the viewer has asked, on the virtual clock. */
  askedAtMs: number;
  /** How long the viewer has waited for the answer, in virtual ms. */
  answeredAfterMs: number;
  bytes(): Buffer;
  frames(): number[];
}

/** Opens a channel with the sources of these addresses. */
async function watch(name: string, addresses: readonly string[]): Promise<Viewer> {
  const itemKey: ItemKey = `channel:${name}`;
  const ofChannel = addresses.map(sourceAt);
  sources.set(itemKey, ofChannel);
  const grant = { itemKey, accountId: 'cuenta-1', sessionKey: 'sesión-1' };
  const askedAtMs = clock.steadyMs();
  const asking = test.ask(test.address(sourceAt(addresses[0] ?? ''), grant));
  const response = await clock.finish(asking);
  const answeredAfterMs = clock.steadyMs() - askedAtMs;
  const received: Buffer[] = [];
  response.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
  const bytes = () => Buffer.concat(received);
  return {
    response,
    askedAtMs,
    answeredAfterMs,
    bytes,
    frames: () => readFrames(bytes()).map(({ number }) => number),
  };
}

const hasGood = (viewer: Viewer) => () => viewer.frames().filter((number) => number >= goodFrame).length > 8;

const verdicts: Record<Exclude<DyingWay, 'closes again and again'>, string> = {
  'status 403': 'forbidden',
  'status 404': 'gone',
  'status 458': 'connections',
  'status 509': 'connections',
  'status 500': 'unreachable',
  page: 'page',
  'closes at start': 'unreachable',
  'closes after some bytes': 'closed',
  stalls: 'starving',
  'sync lost': 'sync_lost',
  'no video': 'no_video',
};
/** After how many ms the second source has sent nine frames of its own, one every 4 ms. */
const playsAfterMs: Partial<Record<DyingWay, number>> = {
  // The six frames of the first source come before.
  'closes after some bytes': 64,
  // The first source is left when it has sent nothing for 1,100 ms more than usual; silence is looked for every 100 ms.
  stalls: 1_304,
  'sync lost': 1_304,
  'no video': 1_304,
};
const playsAtOnceMs = 40;
const ways = dyingWays.filter((way) => way !== 'closes again and again');

describe('a channel in MPEG-TS whose first source fails', () => {
  it.each(ways)('goes on with the second one, in the same answers: %s', async (way) => {
    const path = `/${way.replaceAll(' ', '-')}`;
    bad.serve(path, (_request, response) => sendDying(response, way, clock));
    const addresses = [bad.origin + path, `${good.origin}/plays?${way}`];
    const viewer = await watch(way.replaceAll(' ', '-'), addresses);
    expect(viewer.response.statusCode).toBe(200);
    await clock.passUntil('the second source plays', hasGood(viewer));
    expect(clock.steadyMs() - viewer.askedAtMs).toBe(playsAfterMs[way] ?? playsAtOnceMs);
    expect(viewer.response.complete).toBe(false);
    expect(test.gateway.readSourceHealth(addresses[0] ?? '')?.verdict).toBe(verdicts[way]);
    viewer.response.destroy();
  });

  it('causes requests to eight of its sources at most, however many a list names for it', async () => {
    const addresses = Array.from({ length: 40 }, (_one, index) => `${bad.origin}/muchas/${index}`);
    bad.serve('/muchas/', (_request, response) => void response.writeHead(404).end());
    // Players ask again when a channel fails.
    for (const _try of [1, 2, 3]) {
      const { response } = await watch('muchas', addresses);
      expect(response.statusCode).toBe(502);
    }
    const asked = new Set(bad.seen.map(({ path }) => path).filter((path) => path.startsWith('/muchas/')));
    expect(asked.size).toBe(8);
  });

  it('takes no other channel with it that has the same first source and no second one', async () => {
    bad.serve('/comun', (_request, response) => sendDying(response, 'closes after some bytes', clock));
    const addresses = [`${bad.origin}/comun`, `${good.origin}/plays?comun`];
    const viewer = await watch('con-segunda', addresses);
    const other = await watch('sin-segunda', addresses.slice(0, 1));
    await clock.passUntil('the second source plays', hasGood(viewer));
    expect(other.frames().filter((number) => number >= goodFrame)).toEqual([]);
    for (const { response } of [viewer, other]) response.destroy();
  });

  it('goes on at a keyframe after the tables, at the time at which the first source stopped', async () => {
    bad.serve('/corta', (_request, response) => sendDying(response, 'closes after some bytes', clock));
    const viewer = await watch('corta', [`${bad.origin}/corta`, `${good.origin}/plays?corta`]);
    await clock.passUntil('the second source plays', hasGood(viewer));
    const frames = readFrames(viewer.bytes());
    const at = frames.findIndex(({ number }) => number >= goodFrame);
    expect(frames[at]?.isKeyframe).toBe(true);
    const times = readTimes(viewer.bytes()).map(({ decodeTicks }) => decodeTicks);
    expect(times.slice(0, at + 5)).toEqual(times.slice(0, at + 5).map((_, index) => 900_000 + index * 3_600));
    // Before it come the tables, then packets without payload that announce the gap.
    const cut = viewer.bytes().indexOf(`fotograma ${frames[at]?.number} clave`);
    const packets = Array.from({ length: 3 }, (_, back) => {
      const from = Math.floor(cut / 188) * 188 - (back + 1) * 188;
      return viewer.bytes().subarray(from, from + 188);
    });
    const kinds = packets.map((packet) => packet.readUInt16BE(1) & 0x1fff);
    expect(kinds.slice(-2)).toEqual([0x1000, 0]);
    expect((packets[0]?.readUInt8(3) ?? 0) & 0x30).toBe(0x20);
    expect((packets[0]?.readUInt8(5) ?? 0) & 0x80).toBe(0x80);
    viewer.response.destroy();
  });
});

it('a source that closes again and again after it has played is requested again each time', async () => {
  const path = '/cada-rato';
  let connections = 0;
  bad.serve(path, (_request, response) => {
    const firstFrame = connections * 1_000;
    connections += 1;
    const stream = createTransportStream({ groupFrames: 5, firstFrame, startTicks: 1 });
    sendChannel(response, stream, { frames: 130, everyMs: 40, atEnd: () => response.end(), clock });
  });
  const viewer = await watch('cada-rato', [bad.origin + path, `${good.origin}/plays?cada-rato`]);
  await clock.passUntil('three connections have played', () => viewer.frames().includes(2_005));
  expect(viewer.frames().some((number) => number >= goodFrame)).toBe(false);
  expect(test.gateway.readSourceHealth(bad.origin + path)?.verdict).toBe('closed');
  viewer.response.destroy();
});

it('a channel ends when none of its sources plays for a while', async () => {
  const frame = createTransportStream({ groupFrames: 1 }).frame();
  const askedAtMs: number[] = [];
  bad.serve('/muere', (_request, response) => {
    askedAtMs.push(clock.steadyMs());
    // All is sent at once, so that no connection lasts as long as one that plays.
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(frame);
    response.end(frame);
  });
  const viewer = await watch('muere', [`${bad.origin}/muere-1`, `${bad.origin}/muere-2`]);
  await clock.passUntil('the answer ends', () => viewer.response.destroyed);
  // Each source at once, then with pauses of 250 ms, 500 ms and 1 s; after five connections in a row nothing more is tried.
  expect(askedAtMs.map((atMs) => atMs - viewer.askedAtMs)).toEqual([0, 0, 250, 750, 1_750]);
  expect(clock.steadyMs() - viewer.askedAtMs).toBe(1_750);
});

it('a channel whose only source does not come back ends after twelve seconds', async () => {
  let requests = 0;
  let brokenAtMs = 0;
  bad.serve('/no-vuelve', (_request, response) => {
    requests += 1;
    if (requests > 1) return response.writeHead(500).end('no');
    const stream = createTransportStream({ groupFrames: 5, startTicks: 1 });
    const atEnd = () => {
      brokenAtMs = clock.steadyMs();
      response.end();
    };
    return sendChannel(response, stream, { frames: 20, atEnd, clock });
  });
  const viewer = await watch('no-vuelve', [`${bad.origin}/no-vuelve`]);
  await clock.passUntil('the answer ends', () => viewer.response.destroyed);
  // The last attempt is the first one that begins more than 12 s after the end.
  expect(clock.steadyMs() - brokenAtMs).toBe(13_750);
});

describe('a channel whose first source does not answer', () => {
  it('begins with the next one soon, and lets the first one go', async () => {
    const viewer = await watch('mudo', [`${bad.origin}/silent`, `${good.origin}/plays?mudo`]);
    // The next one is asked after 1,200 ms, and sends its first frame 4 ms later.
    expect(viewer.answeredAfterMs).toBe(1_204);
    await clock.passUntil('the second source plays', hasGood(viewer));
    expect(await (await bad.waitFor('/silent')).ended).toBe('cut');
    viewer.response.destroy();
  });

  it('does not take a second connection that the provider does not allow', async () => {
    let late: ServerResponse | undefined;
    good.serve('/tarda', (_request, response) => (late = response));
    const addresses = [`${good.origin}/tarda`, `${good.origin}/plays?tarda`];
    for (const address of addresses) budgets.set(address, { providerKey: 'una', connections: 1 });
    const watching = watch('tarda', addresses);
    await clock.passUntil('the first source is asked', () => late !== undefined);
    const other = await watch('otro', [`${bad.origin}/silent?2`, `${good.origin}/plays?otro`]);
    await clock.passUntil('another channel has got its second source meanwhile', hasGood(other));
    expect(good.seen.some(({ path }) => path === '/plays?tarda')).toBe(false);
    if (late !== undefined) sendGood(late);
    const viewer = await watching;
    await clock.passUntil('the first source plays', hasGood(viewer));
    expect(good.seen.some(({ path }) => path === '/plays?tarda')).toBe(false);
    for (const { response } of [viewer, other]) response.destroy();
  });

  it('takes a second connection where the provider allows two', async () => {
    good.serve('/nunca', () => undefined);
    const addresses = [`${good.origin}/nunca`, `${good.origin}/plays?dos`];
    for (const address of addresses) budgets.set(address, { providerKey: 'dos', connections: 2 });
    const viewer = await watch('dos', addresses);
    expect(viewer.answeredAfterMs).toBe(1_204);
    await clock.passUntil('the second source plays', hasGood(viewer));
    viewer.response.destroy();
  });
});

it('the failure of the first source is told when no source answers', async () => {
  const viewer = await watch('nada', [`${bad.origin}/status/404?nada`, `${bad.origin}/status/500`]);
  await clock.passUntil('the answer has come', () => viewer.bytes().length > 0);
  expect(JSON.parse(viewer.bytes().toString())).toMatchObject({ code: 'upstream.gone' });
});
