import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMemoryNetwork,
  createTransportStream,
  createVirtualClock,
  readFrames,
  startFakeUpstream,
  type FakeUpstream,
  type SeenFrame,
  type TransportStream,
} from '@butaca/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { NewStreamGrant } from '../../../../shared/stream/stream-grant.ts';
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);
let upstream: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ network, timing: { clock } });
});
beforeEach(async () => {
  upstream = await startFakeUpstream(network);
});
afterEach(async () => {
  test.reset();
  await upstream[Symbol.asyncDispose]();
});
afterAll(() => test[Symbol.asyncDispose]());

/** A channel in MPEG-TS that the provider broadcasts; each connection gets what is sent from then on. */
interface Broadcast {
  connections: ServerResponse[];
  /** Sends the next frames to all connections. */
  send(frames: number): void;
  /** Sends frames until the given number of bytes has been taken by the gateway. */
  sendBytes(bytes: number): Promise<void>;
}

function broadcast(name: string, stream: TransportStream): Broadcast {
  const connections: ServerResponse[] = [];
  upstream.serve(`/${name}.ts`, (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).flushHeaders();
    connections.push(response);
    response.once('close', () => connections.splice(connections.indexOf(response), 1));
    // The first bytes, without which no answer begins.
    response.write(stream.frame());
  });
  return {
    connections,
    send(frames) {
      for (let count = 0; count < frames; count += 1) {
        const frame = stream.frame();
        for (const connection of connections) connection.write(frame);
      }
    },
    async sendBytes(bytes) {
      let sent = 0;
      while (sent < bytes) {
        const frame = stream.frame();
        sent += frame.length;
        const isTaken = connections.map((connection) => connection.write(frame));
        if (isTaken.includes(false)) await Promise.all(connections.map((each) => once(each, 'drain')));
      }
    },
  };
}

interface Viewer {
  response: IncomingMessage;
  received: Buffer[];
  /** The frames that have come so far. */
  seen: SeenFrame[];
  /** The numbers of the frames that have come so far. */
  frames(): number[];
}

function addressFor(person: number, name: string, grant: Partial<NewStreamGrant> = {}): string {
  return test.address(
    { address: `${upstream.origin}/${name}.ts`, streamKind: 'ts' },
    {
      accountId: `cuenta-${person}`,
      sessionKey: `sesión-${person}`,
      deviceId: String(person).padStart(32, '0'),
      itemKey: `channel:${name}`,
      ...grant,
    },
  );
}

async function watch(address: string): Promise<Viewer> {
  const response = await test.ask(address);
  expect(response.statusCode).toBe(200);
  const received: Buffer[] = [];
  const seen: SeenFrame[] = [];
  // The beginning of a packet whose end has not come yet. Each byte is read once: one test sends twelve megabytes.
  let rest = Buffer.alloc(0);
  response
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      received.push(chunk);
      const bytes = Buffer.concat([rest, chunk]);
      const wholeBytes = bytes.length - (bytes.length % packetBytes);
      seen.push(...readFrames(bytes.subarray(0, wholeBytes)));
      rest = bytes.subarray(wholeBytes);
    });
  return { response, received, seen, frames: () => seen.map(({ number }) => number) };
}

const has = (viewer: Viewer, frame: number) => () => viewer.frames().includes(frame);
/** The bytes of a packet of MPEG-TS. */
const packetBytes = 188;
const people = Array.from({ length: 20 }, (_, person) => person + 1);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('viewers of a channel in MPEG-TS', () => {
  it('share one connection, and each begins at the newest keyframe after the tables', async () => {
    const channel = broadcast('uno', createTransportStream({ groupFrames: 10 }));
    const first = await watch(addressFor(0, 'uno'));
    channel.send(34);
    await clock.passUntil('the first viewer has all frames', has(first, 34));
    const others = await Promise.all(people.map((person) => watch(addressFor(person, 'uno'))));
    channel.send(5);
    for (const viewer of [first, ...others]) await clock.passUntil('all frames have come', has(viewer, 39));
    expect(first.frames()).toEqual(range(0, 39));
    for (const viewer of others) {
      expect(viewer.frames()).toEqual(range(30, 39));
      const bytes = Buffer.concat(viewer.received);
      const pids = [0, packetBytes, 2 * packetBytes].map((at) => bytes.readUInt16BE(at + 1) & 0x1fff);
      expect(pids).toEqual([0, 0x1000, 0x100]);
    }
    expect(upstream.seen).toHaveLength(1);
  });

  it('who come at once share one connection from its beginning', async () => {
    const channel = broadcast('juntos', createTransportStream({ groupFrames: 10 }));
    const viewers = await Promise.all(people.map((person) => watch(addressFor(person, 'juntos'))));
    channel.send(9);
    for (const viewer of viewers) await clock.passUntil('all frames have come', has(viewer, 9));
    for (const viewer of viewers) expect(viewer.frames()).toEqual(range(0, 9));
    expect(upstream.seen).toHaveLength(1);
  });

  it('of two channels of one host have a connection for each channel', async () => {
    for (const name of ['a', 'b']) broadcast(name, createTransportStream({ groupFrames: 5 }));
    await watch(addressFor(1, 'a'));
    await watch(addressFor(2, 'b'));
    await watch(addressFor(3, 'a'));
    expect(upstream.seen.map(({ path }) => path)).toEqual(['/a.ts', '/b.ts']);
  });

  it('share it with the program that converts the channel for others', async () => {
    const channel = broadcast('convertido', createTransportStream({ groupFrames: 5 }));
    const viewer = await watch(addressFor(1, 'convertido'));
    channel.send(12);
    await clock.passUntil('frames have come', has(viewer, 12));
    const source = {
      address: `${upstream.origin}/convertido.ts`,
      streamKind: 'ts',
      userAgent: null,
      referrer: null,
    } as const;
    const loopback = await test.gateway.openLoopback(source, { channelKey: 'channel:convertido' });
    const response = await test.ask(loopback.address, { range: 'bytes=0-' });
    const received: Buffer[] = [];
    response.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk));
    // The program's own connection is a real one. The last frame lets the one before it pass on.
    channel.send(4);
    await until('the program has frame 15', () =>
      readFrames(Buffer.concat(received)).some(({ number }) => number === 15),
    );
    expect(readFrames(Buffer.concat(received))[0]).toEqual({ number: 10, isKeyframe: true });
    expect([response.statusCode, upstream.seen.length]).toEqual([200, 1]);
    loopback.end();
  });
});

describe('a viewer who reads slowly', () => {
  it('delays nobody, and goes on at a keyframe when the part that they lack is gone', async () => {
    const stream = createTransportStream({ groupFrames: 10, framePackets: 200 });
    const channel = broadcast('lento', stream);
    const fast = await watch(addressFor(1, 'lento'));
    const slow = await watch(addressFor(2, 'lento'));
    await clock.passUntil('both have begun', () => fast.frames().length > 0 && slow.frames().length > 0);
    slow.response.pause();
    await channel.sendBytes(12_000_000);
    channel.send(1);
    const last = Math.ceil(12_000_000 / (200 * packetBytes));
    await clock.passUntil('the fast viewer has nearly all', () => fast.frames().length >= last);
    const all = fast.frames();
    expect(all).toEqual(range(0, all.length - 1));
    slow.response.resume();
    await clock.passUntil(
      'the slow viewer has caught up',
      () => slow.frames().at(-1) === fast.frames().at(-1),
    );
    const { seen } = slow;
    const gaps = seen.filter(
      ({ number }, index) => index > 0 && number !== (seen[index - 1]?.number ?? 0) + 1,
    );
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.isKeyframe).toBe(true);
    expect(seen.length).toBeLessThan(all.length);
    expect(upstream.seen).toHaveLength(1);
  });

  it('alone lets the provider wait, as without others', async () => {
    broadcast('pausa', createTransportStream({ groupFrames: 10 }));
    upstream.serve('/pausa-llena.ts', (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      const stream = createTransportStream({ groupFrames: 10, framePackets: 200 });
      const send = () => {
        while (!response.destroyed && response.write(stream.frame()));
      };
      response.on('drain', send);
      send();
    });
    const viewer = await watch(addressFor(1, 'pausa-llena'));
    viewer.response.pause();
    const request = await upstream.waitFor('/pausa-llena.ts');
    let before = -1;
    await clock.passUntil('the provider sends nothing more', () => {
      const isStill = before === request.sentBytes && before > 0;
      before = request.sentBytes;
      return isStill;
    });
    expect(request.sentBytes).toBeLessThan(12_000_000);
  });
});

it('a file with an end among the channels is requested by each viewer alone, one as fast as the other', async () => {
  const body = Buffer.alloc(100_000, 1);
  const waiting: ServerResponse[] = [];
  upstream.serve('/fin.ts', (_request, response) => void waiting.push(response));
  const first = test.ask(addressFor(1, 'fin'));
  await clock.passUntil('the provider is asked', () => waiting.length === 1);
  waiting[0]?.writeHead(200, { 'content-length': body.length }).write(body.subarray(0, 1_000));
  expect((await first).statusCode).toBe(200);
  // Neither waits for the other, although the first transfer goes on.
  const others = [2, 3].map((person) => test.ask(addressFor(person, 'fin')));
  await clock.passUntil('the provider is asked by both', () => waiting.length === 3);
  for (const response of waiting.slice(1))
    response.writeHead(200, { 'content-length': body.length }).end(body);
  for (const other of others) (await other).resume();
});

describe('the connection to the provider', () => {
  it('stays for a moment when the last viewer has left, for one who zaps back', async () => {
    const channel = broadcast('vuelve', createTransportStream({ groupFrames: 5 }));
    const viewer = await watch(addressFor(1, 'vuelve'));
    channel.send(7);
    await clock.passUntil('frames have come', has(viewer, 7));
    viewer.response.destroy();
    await clock.passUntil('nobody watches', () => !test.gateway.isBusy());
    await clock.advance(1_900);
    const back = await watch(addressFor(1, 'vuelve'));
    channel.send(1);
    await clock.passUntil('the newest frame has come', has(back, 8));
    expect(back.frames()[0]).toBe(5);
    expect(upstream.seen).toHaveLength(1);
    back.response.destroy();
    await clock.settle();
    const leftAtMs = clock.steadyMs();
    expect(await clock.finish(upstream.seen[0]?.ended ?? Promise.reject())).toBe('cut');
    expect(clock.steadyMs() - leftAtMs).toBe(2_000);
  });

  it('ends at once for another channel of a host that allows a single one', async () => {
    const channels = ['a', 'b'].map((name) => broadcast(name, createTransportStream({ groupFrames: 5 })));
    const most: number[] = [];
    upstream.serve('/', () => undefined);
    const first = await watch(addressFor(1, 'a'));
    first.response.destroy();
    await clock.passUntil('nobody watches', () => !test.gateway.isBusy());
    const second = await watch(addressFor(1, 'b'));
    most.push(channels[0]?.connections.length ?? -1);
    expect(second.response.statusCode).toBe(200);
    expect(await upstream.seen[0]?.ended).toBe('cut');
    expect(channels[1]?.connections).toHaveLength(1);
  });

  it('that dies is made anew, and all viewers go on at a keyframe in their answers', async () => {
    const channel = broadcast('muere', createTransportStream({ groupFrames: 5 }));
    const viewers = await Promise.all([1, 2, 3].map((person) => watch(addressFor(person, 'muere'))));
    channel.send(4);
    for (const viewer of viewers) await clock.passUntil('frames have come', has(viewer, 4));
    channel.connections[0]?.destroy();
    await clock.passUntil('the provider is asked again', () => upstream.seen.length === 2);
    channel.send(8);
    for (const viewer of viewers) await clock.passUntil('the viewer goes on', has(viewer, 13));
    // The frame 5 is the first one of the new connection, and a keyframe.
    for (const viewer of viewers) expect(viewer.frames()).toEqual(range(0, 13));
    expect(upstream.seen).toHaveLength(2);
  });
});

describe('a viewer of a shared channel', () => {
  it('whose permission has ended is cut, and cannot join again; others go on', async () => {
    const channel = broadcast('permiso', createTransportStream({ groupFrames: 5 }));
    const [cut, stays] = [await watch(addressFor(1, 'permiso')), await watch(addressFor(2, 'permiso'))];
    test.gateway.end(({ accountId }) => accountId === 'cuenta-1');
    await clock.passUntil('the viewer is cut', () => cut.response.destroyed);
    const before = cut.frames().length;
    channel.send(6);
    await clock.passUntil('the other one goes on', has(stays, 6));
    expect(cut.frames()).toHaveLength(before);
    test.grants.refusal = new AppError('stream.forbidden');
    expect((await test.ask(addressFor(1, 'permiso'))).statusCode).toBe(403);
    expect(upstream.seen).toHaveLength(1);
  });

  it('whose free trial ends is cut, while others go on', async () => {
    let paid = 0;
    await using own = await startTestGateway({
      network,
      timing: { clock },
      grants: {
        check: () => Promise.resolve(undefined),
        renew: async () => undefined,
        charge() {
          paid += 1;
          return paid > 1 ? Promise.reject(new AppError('trial.spent')) : Promise.resolve();
        },
      },
    });
    const channel = broadcast('prueba', createTransportStream({ groupFrames: 10, framePackets: 200 }));
    const addressOf = (person: number, isTrial: boolean) =>
      own.address(
        { address: `${upstream.origin}/prueba.ts`, streamKind: 'ts' },
        { sessionKey: `sesión-${person}`, isTrial },
      );
    const whole = await own.ask(addressOf(1, false));
    const received: Buffer[] = [];
    whole.on('data', (chunk: Buffer) => received.push(chunk));
    const tried = await own.ask(addressOf(2, true));
    let triedBytes = 0;
    tried.on('error', () => undefined).on('data', (chunk: Buffer) => (triedBytes += chunk.length));
    await channel.sendBytes(6_000_000);
    await clock.passUntil('the trial is over', () => tried.destroyed);
    // Five seconds are charged at a time, at half a megabyte a second.
    expect(triedBytes).toBeLessThan(3_000_000);
    const last = Math.floor(6_000_000 / (200 * packetBytes));
    await clock.passUntil('the other one has all', () =>
      readFrames(Buffer.concat(received)).some(({ number }) => number === last),
    );
    expect(upstream.seen).toHaveLength(1);
  });
});
