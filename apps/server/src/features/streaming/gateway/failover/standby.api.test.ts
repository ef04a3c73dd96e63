import type { ServerResponse } from 'node:http';
import {
  createMemoryNetwork,
  createTransportStream,
  createVirtualClock,
  readFrames,
  startFakeUpstream,
  type FakeUpstream,
  type TransportStream,
} from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { ProviderBudget } from '../upstream/provider-slots.ts';

const farMs = 600_000;
const goodFrame = 1_000;
let upstream: FakeUpstream;
const sources = new Map<ItemKey, StreamSource[]>();
/** How many connections the provider of all sources of a channel allows, where it is not two. */
const budgets = new Map<ItemKey, ProviderBudget>();
/** A gateway that opens a second source soon and never leaves the first one, and one that leaves it soon. */
const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let patient: TestGateway;
let hasty: TestGateway;
beforeAll(async () => {
  upstream = await startFakeUpstream(network);
  patient = await start({ leaveMs: farMs, silenceMs: farMs });
  hasty = await start({ silenceMs: farMs });
});
afterAll(async () => {
  await patient[Symbol.asyncDispose]();
  await hasty[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const start = (timing: Partial<StreamTiming>): Promise<TestGateway> =>
  startTestGateway({
    network,
    timing: { ...timing, clock },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
    findBudget: async ({ itemKey = 'channel:' }) =>
      budgets.get(itemKey) ?? { providerKey: itemKey, connections: 2 },
  });

/** A source of a channel whose frames the test sends. */
interface Source {
  path: string;
  open: Set<ServerResponse>;
  send(frames: number): void;
  /** Sends bytes to all that are connected. */
  write(bytes: Buffer): void;
}

function serve(path: string, stream: TransportStream): Source {
  const open = new Set<ServerResponse>();
  const write = (bytes: Buffer) => open.forEach((response) => response.write(bytes));
  upstream.serve(path, (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(stream.frame());
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return {
    path,
    open,
    send: (frames) => Array.from({ length: frames }).forEach(() => write(stream.frame())),
    write,
  };
}

/** Opens a channel that has two sources, the first of which has sent its first frames. */
async function watch(test: TestGateway, name: string, person = 1) {
  const itemKey: ItemKey = `channel:${name}`;
  const first = serve(`/${name}-primera`, createTransportStream({ groupFrames: 5, startTicks: 900_000 }));
  const second = serve(
    `/${name}-segunda`,
    createTransportStream({ groupFrames: 1, firstFrame: goodFrame, startTicks: 77_000_000 }),
  );
  const own = [first, second].map(({ path }): StreamSource => ({
    address: upstream.origin + path,
    streamKind: 'ts',
    userAgent: null,
    referrer: null,
  }));
  sources.set(itemKey, own);
  const grant = { itemKey, accountId: `cuenta-${person}`, sessionKey: `sesión-${person}` };
  const response = await clock.finish(
    test.ask(test.address({ streamKind: 'ts', address: own[0]?.address ?? '' }, grant)),
  );
  const received: Buffer[] = [];
  response.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
  const frames = () => readFrames(Buffer.concat(received)).map(({ number }) => number);
  first.send(2);
  await clock.passUntil('the first frames have come', () => frames().includes(1));
  const verdict = () => test.gateway.readSourceHealth(own[0]?.address ?? '')?.verdict;
  return { response, frames, first, second, verdict };
}

/** The first look at which a source has sent nothing for more than 600 ms: the gateway looks every 100 ms. */
const standbyAfterMs = 700;
const untilStandby = (source: Source) =>
  clock.passUntil('the source stands by', () => source.open.size === 1);

const asked = (path: string): number => upstream.seen.filter((request) => request.path === path).length;

describe('a source that is silent for longer than usual', () => {
  it('keeps its viewers when it goes on, and the one that was opened beside it is closed unused', async () => {
    const { response, frames, first, second, verdict } = await watch(patient, 'vuelve');
    expect(await untilStandby(second)).toBe(standbyAfterMs);
    second.send(3);
    expect(first.open.size).toBe(1);
    first.send(10);
    await clock.passUntil('the first source goes on', () => frames().includes(10));
    await clock.passUntil('the second source is closed', () => second.open.size === 0);
    expect(frames().every((number) => number < goodFrame)).toBe(true);
    expect(verdict()).toBeUndefined();
    response.destroy();
  });

  it('is followed by the one that was opened beside it, from its first keyframe on', async () => {
    const { response, frames, first, second, verdict } = await watch(hasty, 'calla');
    expect(await untilStandby(second)).toBe(standbyAfterMs);
    expect(first.open.size).toBe(1);
    second.send(3);
    const leftAfterMs = await clock.passUntil('the second source plays', () =>
      frames().includes(goodFrame + 1),
    );
    expect(standbyAfterMs + leftAfterMs).toBe(1_200);
    expect(frames().filter((number) => number >= goodFrame)[0]).toBe(goodFrame);
    expect([first.open.size, verdict()]).toEqual([0, 'starving']);
    // The one that plays now may be followed in the same way.
    expect(await untilStandby(first)).toBe(800);
    expect([asked(first.path), asked(second.path)]).toEqual([2, 1]);
    response.destroy();
  });

  it('is followed when it sends only sound, while one with a picture stands by', async () => {
    const { response, frames, first, second, verdict } = await watch(hasty, 'suena');
    first.send(40);
    await clock.passUntil('the picture has come', () => frames().includes(40));
    const sound = createTransportStream({ groupFrames: 1 }).frame().subarray(-188);
    const stopSound = clock.every(10, () => first.write(sound));
    // The picture's own pauses are not known before 5 s have passed.
    expect(await untilStandby(second)).toBe(5_000);
    second.send(3);
    await clock.passUntil('the second source plays', () => frames().includes(goodFrame + 1));
    stopSound();
    expect(verdict()).toBe('no_video');
    response.destroy();
  });

  it('is waited for where its provider has no connection left', async () => {
    budgets.set('channel:unica', { providerKey: 'uno', connections: 1 });
    const { response, frames, first, second } = await watch(patient, 'unica');
    const other = await watch(patient, 'otra');
    // Another channel has its second source meanwhile.
    expect(await untilStandby(other.second)).toBe(standbyAfterMs);
    expect([first.open.size, asked(second.path)]).toEqual([1, 0]);
    first.send(10);
    await clock.passUntil('the first source goes on', () => frames().includes(10));
    response.destroy();
    other.response.destroy();
  });
});

it('a source that is silent is left after three seconds where no other one may be opened beside it', async () => {
  budgets.set('channel:sola', { providerKey: 'tres', connections: 1 });
  await using usual = await start({});
  const { response, first, second } = await watch(usual, 'sola');
  expect(await clock.passUntil('the second source is asked', () => second.open.size === 1)).toBe(3_000);
  expect(first.open.size).toBe(0);
  response.destroy();
});

describe('a source that stands by', () => {
  it('is closed when the viewers leave', async () => {
    const { response, first, second } = await watch(patient, 'espera');
    expect(await untilStandby(second)).toBe(standbyAfterMs);
    response.destroy();
    // The connection stays for who zaps back.
    expect(await clock.passUntil('both are closed', () => first.open.size + second.open.size === 0)).toBe(
      2_000,
    );
  });

  it('gives its slot to another channel', async () => {
    for (const name of ['cede', 'pide'] as const) {
      budgets.set(`channel:${name}`, { providerKey: 'dos', connections: 2 });
    }
    const { response, first, second } = await watch(patient, 'cede');
    expect(await untilStandby(second)).toBe(standbyAfterMs);
    const other = await watch(patient, 'pide', 2);
    expect([other.response.statusCode, other.first.open.size]).toEqual([200, 1]);
    await clock.passUntil('the source that stood by is closed', () => second.open.size === 0);
    expect(first.open.size).toBe(1);
    for (const each of [response, other.response]) each.destroy();
  });
});
