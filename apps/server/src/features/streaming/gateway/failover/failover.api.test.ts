import type { IncomingMessage, ServerResponse } from 'node:http';
import {
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
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { ProviderBudget } from '../upstream/provider-slots.ts';

/** A provider with sources that fail, and one with sources that play. */
let bad: FakeUpstream;
let good: FakeUpstream;
let test: TestGateway;
const clock = createVirtualClock();
const sources = new Map<ItemKey, StreamSource[]>();
const budgets = new Map<string, ProviderBudget>();
beforeAll(async () => {
  bad = await startFakeUpstream();
  good = await startFakeUpstream();
  good.serve('/plays', (_request, response) => sendGood(response));
  test = await start({});
});

const start = (timing: Partial<StreamTiming>): Promise<TestGateway> =>
  startTestGateway({
    timing: { ...timing, clock },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
    findBudget: async ({ sourceAddress = '' }) => budgets.get(sourceAddress),
  });
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await bad[Symbol.asyncDispose]();
  await good[Symbol.asyncDispose]();
});

const goodFrame = 1_000;
const sendGood = (response: ServerResponse): void =>
  sendChannel(
    response,
    createTransportStream({ groupFrames: 5, firstFrame: goodFrame, startTicks: 77_000_000 }),
  );

const sourceAt = (address: string): StreamSource => ({
  address,
  streamKind: 'ts',
  userAgent: null,
  referrer: null,
});

interface Viewer {
  response: IncomingMessage;
  bytes(): Buffer;
  frames(): number[];
}

/** Opens a channel with the sources of these addresses. */
async function watch(name: string, addresses: readonly string[], gateway = test): Promise<Viewer> {
  const itemKey: ItemKey = `channel:${name}`;
  const ofChannel = addresses.map(sourceAt);
  sources.set(itemKey, ofChannel);
  const grant = { itemKey, accountId: 'cuenta-1', sessionKey: 'sesión-1' };
  const asking = gateway.ask(gateway.address(sourceAt(addresses[0] ?? ''), grant));
  let hasAnswer = false;
  void asking.then(() => (hasAnswer = true));
  await until('the channel answers', () => hasAnswer, clock);
  const response = await asking;
  const received: Buffer[] = [];
  response.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
  const bytes = () => Buffer.concat(received);
  return { response, bytes, frames: () => readFrames(bytes()).map(({ number }) => number) };
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
const ways = dyingWays.filter((way) => way !== 'closes again and again');

describe('a channel in MPEG-TS whose first source fails', () => {
  it.each(ways)('goes on with the second one, in the same answers: %s', async (way) => {
    const path = `/${way.replaceAll(' ', '-')}`;
    bad.serve(path, (_request, response) => sendDying(response, way));
    const addresses = [bad.origin + path, `${good.origin}/plays?${way}`];
    const viewer = await watch(way.replaceAll(' ', '-'), addresses);
    expect(viewer.response.statusCode).toBe(200);
    await until('the second source plays', hasGood(viewer), clock);
    expect(viewer.response.complete).toBe(false);
    expect(test.gateway.readSourceHealth(addresses[0] ?? '')?.verdict).toBe(verdicts[way]);
    viewer.response.destroy();
  });

  it('goes on at a keyframe after the tables, at the time at which the first source stopped', async () => {
    bad.serve('/corta', (_request, response) => sendDying(response, 'closes after some bytes'));
    const viewer = await watch('corta', [`${bad.origin}/corta`, `${good.origin}/plays?corta`]);
    await until('the second source plays', hasGood(viewer), clock);
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
    const firstFrame = connections * 100;
    connections += 1;
    const stream = createTransportStream({ groupFrames: 5, firstFrame, startTicks: 1 });
    sendChannel(response, stream, { frames: 20, atEnd: () => response.end() });
  });
  // The frames come in real time, of which little passes.
  await using gateway = await start({ provenMs: 40 });
  const viewer = await watch('cada-rato', [bad.origin + path, `${good.origin}/plays?cada-rato`], gateway);
  await until('three connections have played', () => viewer.frames().some((number) => number > 205), clock);
  expect(viewer.frames().some((number) => number >= goodFrame)).toBe(false);
  expect(gateway.gateway.readSourceHealth(bad.origin + path)?.verdict).toBe('closed');
  viewer.response.destroy();
});

it('a channel ends when none of its sources plays for a while', async () => {
  const frame = createTransportStream({ groupFrames: 1 }).frame();
  bad.serve('/muere', (_request, response) => {
    // All is sent at once, so that no connection lasts as long as one that plays.
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(frame);
    response.end(frame);
  });
  const viewer = await watch('muere', [`${bad.origin}/muere-1`, `${bad.origin}/muere-2`]);
  await until('the answer ends', () => viewer.response.destroyed, clock);
  const asked = bad.seen.filter(({ path }) => path.startsWith('/muere')).length;
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(8);
});

describe('a channel whose first source does not answer', () => {
  it('begins with the next one soon, and lets the first one go', async () => {
    const viewer = await watch('mudo', [`${bad.origin}/silent`, `${good.origin}/plays?mudo`]);
    await until('the second source plays', hasGood(viewer), clock);
    expect(await (await bad.waitFor('/silent')).ended).toBe('cut');
    viewer.response.destroy();
  });

  it('does not take a second connection that the provider does not allow', async () => {
    let late: ServerResponse | undefined;
    good.serve('/tarda', (_request, response) => (late = response));
    const addresses = [`${good.origin}/tarda`, `${good.origin}/plays?tarda`];
    for (const address of addresses) budgets.set(address, { providerKey: 'una', connections: 1 });
    const watching = watch('tarda', addresses);
    await until('the first source is asked', () => late !== undefined);
    const other = await watch('otro', [`${bad.origin}/silent?2`, `${good.origin}/plays?otro`]);
    await until('another channel has got its second source meanwhile', hasGood(other), clock);
    expect(good.seen.some(({ path }) => path === '/plays?tarda')).toBe(false);
    if (late !== undefined) sendGood(late);
    const viewer = await watching;
    await until('the first source plays', hasGood(viewer), clock);
    expect(good.seen.some(({ path }) => path === '/plays?tarda')).toBe(false);
    for (const { response } of [viewer, other]) response.destroy();
  });

  it('takes a second connection where the provider allows two', async () => {
    good.serve('/nunca', () => undefined);
    const addresses = [`${good.origin}/nunca`, `${good.origin}/plays?dos`];
    for (const address of addresses) budgets.set(address, { providerKey: 'dos', connections: 2 });
    const viewer = await watch('dos', addresses);
    await until('the second source plays', hasGood(viewer), clock);
    viewer.response.destroy();
  });
});

it('the failure of the first source is told when no source answers', async () => {
  const viewer = await watch('nada', [`${bad.origin}/status/404?nada`, `${bad.origin}/status/500`]);
  await until('the answer has come', () => viewer.bytes().length > 0);
  expect(JSON.parse(viewer.bytes().toString())).toMatchObject({ code: 'upstream.gone' });
});
