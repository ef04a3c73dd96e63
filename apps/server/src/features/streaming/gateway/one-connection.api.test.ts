import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMemoryNetwork, createVirtualClock } from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const length = 40_000_000;
const network = createMemoryNetwork();
const clock = createVirtualClock(undefined, network);

/**
 * A provider that allows one transfer at a time, and refuses others with the given status. It notices only after a while
 * that a transfer was closed.
 */
interface StrictProvider extends AsyncDisposable {
  server: Server;
  origin: string;
  refused: number;
  ranges: (string | undefined)[];
}

async function startProvider(status: number, noticedAfterMs = 0, isReal = false): Promise<StrictProvider> {
  let open = 0;
  const server = createServer((request, response) => {
    provider.ranges.push(request.headers.range);
    if (open > 0) {
      provider.refused += 1;
      response.writeHead(status).end();
      return;
    }
    open += 1;
    const notice = () => {
      open -= 1;
    };
    response.once('close', () => {
      if (noticedAfterMs === 0) notice();
      else if (isReal) setTimeout(notice, noticedAfterMs);
      else clock.after(noticedAfterMs, notice);
    });
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': `bytes ${from}-${length - 1}/${length}`,
      'content-length': length - from,
    });
    response.write(Buffer.alloc(1_000_000, 1));
  });
  const provider: StrictProvider = {
    server,
    origin: isReal ? await listen(server) : `http://127.0.0.1:${network.serve(server)}`,
    refused: 0,
    ranges: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves a provider in memory. @returns its address */
const serve = (handler: RequestListener): string =>
  `http://127.0.0.1:${network.serve(createServer(handler))}`;

/** The playback failures that the gateway has reported. */
const failures: string[] = [];
let test: TestGateway;
/** A gateway on real sockets, for what is asked at a loopback address. */
let real: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({
    network,
    timing: { clock },
    onUpstreamFailure: (itemKey, code) => failures.push(`${itemKey} ${code}`),
  });
  real = await startTestGateway();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await real[Symbol.asyncDispose]();
});

/** Reads the beginning of an answer and keeps the transfer open, as a player does. */
async function begin(address: string, range: string): Promise<IncomingMessage> {
  const answer = await clock.finish(test.ask(address, { range }));
  answer.on('error', () => undefined);
  if (answer.statusCode === 206) await once(answer, 'readable');
  return answer;
}

async function beginReally(address: string, range: string): Promise<IncomingMessage> {
  const answer = await real.ask(address, { range });
  answer.on('error', () => undefined);
  if (answer.statusCode === 206) await once(answer, 'readable');
  return answer;
}

it.each([403, 429, 458, 503])(
  'a seek succeeds at a provider that answers %i to a second connection, and the next one is not refused',
  async (status) => {
    await using provider = await startProvider(status);
    const address = test.address({ address: `${provider.origin}/film.mp4` }, { itemKey: `video:${status}` });
    const first = await begin(address, 'bytes=0-');
    const second = await begin(address, 'bytes=20000000-');
    expect([first.statusCode, second.statusCode]).toEqual([206, 206]);
    await clock.passUntil('the first transfer has ended', () => first.resume().destroyed);
    const known = provider.refused;
    expect(known).toBeGreaterThan(0);
    const third = await begin(address, 'bytes=30000000-');
    expect(third.statusCode).toBe(206);
    third.destroy();
    await clock.passUntil('the last transfer has ended', () => !test.gateway.isBusy());
  },
);

const slowMs = 400;

const codeOf = async (answer: IncomingMessage): Promise<string> =>
  (JSON.parse(await text(answer)) as { code: string }).code;

/** Requests several places of a file at the same moment, and keeps what comes open. */
async function beginTogether(addresses: readonly string[]): Promise<IncomingMessage[]> {
  const answers = await clock.finish(
    Promise.all(
      addresses.map((address, place) => test.ask(address, { range: `bytes=${place * 20_000_000}-` })),
    ),
  );
  for (const answer of answers) answer.on('error', () => undefined);
  return answers;
}

it.each([
  [403, 0],
  [403, slowMs],
  [429, slowMs],
  [458, slowMs],
  [503, slowMs],
])(
  'two places of a film that a player requests at once both begin at a provider that answers %i, and notices an end after %i ms',
  async (status, noticedAfterMs) => {
    await using provider = await startProvider(status, noticedAfterMs);
    const address = test.address(
      { address: `${provider.origin}/film.mp4` },
      { itemKey: `video:juntos-${status}-${noticedAfterMs}` },
    );
    const answers = await beginTogether([address, address]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([206, 206]);
    for (const answer of answers) answer.destroy();
    await clock.passUntil('the transfers have ended', () => !test.gateway.isBusy());
  },
);

it('two films that a device opens at once follow each other at a provider of one connection', async () => {
  await using provider = await startProvider(403);
  const addressOf = (name: string) =>
    test.address({ address: `${provider.origin}/${name}.mp4` }, { itemKey: `video:${name}` });
  const answers = await beginTogether([addressOf('uno'), addressOf('dos')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([206, 206]);
  for (const answer of answers) answer.destroy();
  await clock.passUntil('the transfers have ended', () => !test.gateway.isBusy());
});

it('the place that a provider notices too late is told to ask again in a moment', async () => {
  await using provider = await startProvider(403, 1_500);
  const address = test.address({ address: `${provider.origin}/film.mp4` }, { itemKey: 'video:tarde' });
  const end = async (answers: readonly IncomingMessage[]): Promise<void> => {
    for (const answer of answers) answer.destroy();
    await clock.passUntil('the transfers have ended', () => !test.gateway.isBusy());
  };
  await end(await beginTogether([address, address]));
  // The provider has just lost a transfer, and takes almost as long to notice that as the gateway waits for both places.
  const answers = await beginTogether([address, address]);
  const [late] = answers.filter(({ statusCode }) => statusCode !== 206);
  expect(late && [late.statusCode, late.headers['retry-after'], await codeOf(late)]).toEqual([
    503,
    '1',
    'upstream.connections',
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 206)).toHaveLength(1);
  await end(answers);
});

it('a place that gives way before its first byte has come is told to ask again in a moment', async () => {
  let open = 0;
  const origin = serve((request, response) => {
    if (open > 0) return void response.writeHead(403).end();
    open += 1;
    response.once('close', () => (open -= 1));
    const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    response.writeHead(206, { 'content-range': `bytes ${from}-${length - 1}/${length}` });
    // The first place begins with a tag, of which only the beginning comes; whether media follow is not known yet.
    const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\u0010\0\0', 'latin1'), Buffer.alloc(100)]);
    return void response.write(from === '0' ? tag : Buffer.alloc(100_000, 1));
  });
  const reported = failures.length;
  const address = test.address({ address: `${origin}/film.mp4` }, { itemKey: 'video:silencio' });
  const [first, second] = await beginTogether([address, address]);
  expect(first && [first.statusCode, first.headers['retry-after'], await codeOf(first)]).toEqual([
    503,
    '1',
    'upstream.full',
  ]);
  expect(second?.statusCode).toBe(206);
  // The provider has not failed.
  expect(failures.slice(reported)).toEqual([]);
  second?.destroy();
});

it('two places of a film that its provider forbids are requested once each', async () => {
  const asked: string[] = [];
  const origin = serve((request, response) => {
    asked.push(request.headers.range ?? '');
    response.writeHead(403).end();
  });
  const address = test.address({ address: `${origin}/film.mp4` }, { itemKey: 'video:prohibida' });
  const answers = await beginTogether([address, address]);
  expect(await Promise.all(answers.map(codeOf))).toEqual(['upstream.forbidden', 'upstream.forbidden']);
  expect(asked.filter((range) => range !== '')).toEqual(['bytes=0-', 'bytes=20000000-']);
});

const fileOf = (provider: StrictProvider, path: string) =>
  ({ address: `${provider.origin}${path}`, streamKind: 'file', userAgent: null, referrer: null }) as const;
const { signal } = new AbortController();
const wanted = { limitBytes: 100_000, isEnough: () => true, withinMs: 5_000, signal };

it('a look, a part and a program follow each other at a provider that is slow to notice their end', async () => {
  await using provider = await startProvider(403, slowMs, true);
  const source = fileOf(provider, '/film.mkv');
  expect((await real.gateway.readStart(source, wanted)).bytes.length).toBeGreaterThan(0);
  const part = { fromByte: 100, length: 64, withinMs: 5_000, signal };
  expect(await real.gateway.readPart(source, part)).toHaveLength(64);
  const program = await real.gateway.openLoopback(source);
  const probed = await beginReally(program.address, 'bytes=0-');
  program.end();
  const next = await real.gateway.openLoopback(source);
  const converted = await beginReally(next.address, 'bytes=0-');
  expect([probed.statusCode, converted.statusCode]).toEqual([206, 206]);
  next.end();
  const played = await beginReally(real.address(source), 'bytes=0-');
  expect(played.statusCode).toBe(206);
  played.destroy();
});

it('looks at two channels of such a provider at once wait for each other', async () => {
  await using provider = await startProvider(458, slowMs);
  const look = (path: string) => test.gateway.readStart(fileOf(provider, path), wanted);
  const both = await clock.finish(Promise.all([look('/1.ts'), look('/2.ts')]));
  expect(both.map(({ bytes }) => bytes.length > 0)).toEqual([true, true]);
});

it('a device that changes the channel gives up its old transfer, and another tab of it does not take it back', async () => {
  await using provider = await startProvider(403, slowMs);
  const addressOf = (itemKey: ItemKey, at: string) => {
    test.time.now = new Date(at);
    return test.address(fileOf(provider, `/${itemKey}`), { itemKey });
  };
  const [older, newer] = [
    addressOf('channel:1', '2026-01-01T12:00:00Z'),
    addressOf('channel:2', '2026-01-01T12:00:05Z'),
  ];
  const first = await begin(older, 'bytes=0-');
  const second = await begin(newer, 'bytes=0-');
  expect([first.statusCode, second.statusCode]).toEqual([206, 206]);
  await clock.passUntil('the first transfer has ended', () => first.resume().destroyed);
  const again = await begin(older, 'bytes=0-');
  expect([again.statusCode, await codeOf(again)]).toEqual([503, 'upstream.connections']);
  expect(second.destroyed).toBe(false);
  second.destroy();
});

it('a second viewer learns that a provider is full once it has refused a second connection', async () => {
  await using provider = await startProvider(403);
  const own = test.address(fileOf(provider, '/a.mp4'));
  const first = await begin(own, 'bytes=0-');
  const sought = await begin(own, 'bytes=20000000-');
  await clock.passUntil('the first transfer has ended', () => first.resume().destroyed);
  const known = provider.refused;
  const stranger = { sessionKey: 'otra', accountId: 'cuenta-2', deviceId: 'e'.repeat(32) };
  const refused = await begin(test.address(fileOf(provider, '/b.mp4'), stranger), 'bytes=0-');
  expect([refused.statusCode, await codeOf(refused)]).toEqual([503, 'upstream.connections']);
  expect([provider.refused - known, sought.destroyed]).toEqual([1, false]);
  sought.destroy();
});

it.each([
  [401, 'upstream.unauthorized'],
  [403, 'upstream.forbidden'],
  [503, 'upstream.busy'],
])(
  'a channel that is dead with %i does not end what another tab of the device plays',
  async (status, code) => {
    const asked: string[] = [];
    const origin = serve((request, response) => {
      asked.push(request.url ?? '');
      if (request.url !== '/live') return void response.writeHead(status).end();
      response.writeHead(206, { 'content-range': `bytes 0-${length - 1}/${length}` });
      return void response.write(Buffer.alloc(100_000, 1));
    });
    const addressOf = (path: string, itemKey: ItemKey) =>
      test.address({ address: `${origin}${path}` }, { itemKey });
    const played = await begin(addressOf('/live', 'channel:1'), 'bytes=0-');
    expect(played.statusCode).toBe(206);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await codeOf(await begin(addressOf('/dead', 'channel:2'), 'bytes=0-'))).toBe(code);
    }
    // The provider is asked once more for what plays, which shows that it has room for another connection. It might forbid
    // parts of files only, which is tried once.
    const whole = status === 403 ? ['/dead'] : [];
    expect(asked).toEqual(['/live', '/dead', '/live', ...whole, '/dead']);
    expect(played.destroyed).toBe(false);
    played.destroy();
  },
);

it('a provider that refuses every connection is asked once for each request', async () => {
  const asked: string[] = [];
  const origin = serve((request, response) => {
    asked.push(request.headers.range ?? 'whole');
    response.writeHead(403).end();
  });
  const address = test.address({ address: `${origin}/film.mp4` }, { itemKey: 'video:no' });
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=9-', 'bytes=0-']) {
    expect((await clock.finish(test.ask(address, { range }))).statusCode).toBe(502);
  }
  // It might forbid parts of files only, which is tried once.
  expect(asked).toEqual(['bytes=0-', 'whole', 'bytes=0-0', 'bytes=9-', 'bytes=0-']);
});

it('the transfer of one person is not ended for another one who is refused', async () => {
  await using provider = await startProvider(403);
  const watched = await begin(test.address({ address: `${provider.origin}/a.mp4` }), 'bytes=0-');
  const stranger = { sessionKey: 'otra', deviceId: 'e'.repeat(32), itemKey: 'video:otra' } as const;
  const refused = await begin(test.address({ address: `${provider.origin}/a.mp4` }, stranger), 'bytes=5-');
  expect([watched.statusCode, refused.statusCode]).toEqual([206, 502]);
  expect(provider.ranges).toEqual(['bytes=0-', 'bytes=5-']);
  watched.destroy();
});

it('two transfers of a player go on side by side where the provider allows them', async () => {
  const open: string[] = [];
  const origin = serve((request, response) => {
    open.push(request.headers.range ?? '');
    response.writeHead(206, { 'content-range': `bytes 0-${length - 1}/${length}` });
    response.write(Buffer.alloc(100_000, 1));
  });
  const address = test.address({ address: `${origin}/film.mp4` });
  const [head, tail] = [await begin(address, 'bytes=0-'), await begin(address, 'bytes=30000000-')];
  expect([head.destroyed, tail.destroyed, open.length]).toEqual([false, false, 2]);
  head.destroy();
  tail.destroy();
});

it('ffmpeg gets a new part of a file only once the old transfer has ended', async () => {
  await using provider = await startProvider(403, 0, true);
  const loopback = await real.gateway.openLoopback({
    address: `${provider.origin}/film.ts`,
    streamKind: 'ts',
    userAgent: null,
    referrer: null,
  });
  await beginReally(loopback.address, 'bytes=0-');
  const second = await beginReally(loopback.address, 'bytes=20000000-');
  expect(second.statusCode).toBe(206);
  second.destroy();
  loopback.end();
});

it('a transfer that its player breaks off is followed by no connection that no request needs', async () => {
  await using provider = await startProvider(403, 0, true);
  const resolved: string[] = [];
  await using gateway = await startTestGateway({
    resolve(host, done) {
      resolved.push(host);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  const { port } = provider.server.address() as AddressInfo;
  const addressOf = (host: string) =>
    gateway.address({ address: `http://${host}:${port}/film.mp4` }, { itemKey: `video:${host}` });
  const connected = once(provider.server, 'connection') as Promise<[Socket]>;
  const broken = await gateway.ask(addressOf('proveedor.example'));
  broken.on('error', () => undefined);
  const [socket] = await connected;
  broken.destroy();
  await once(socket, 'close');
  // Names are resolved in the order in which connections are made: a superfluous one would come before the next one.
  const next = await gateway.ask(addressOf('otro.example'));
  next.destroy();
  expect(resolved).toEqual(['proveedor.example', 'otro.example']);
});

it('a file whose provider forbids parts is requested over one connection at a time, and then without a part', async () => {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const origin = serve((request, response) => {
    asked.push(request.headers.range ?? 'whole');
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    response.writeHead(request.headers.range === undefined ? 200 : 403, { 'content-type': 'video/mp4' });
    // The refusal goes on for as long as its connection is open.
    if (request.headers.range === undefined) response.end(Buffer.alloc(4_000, 1));
    else response.write(Buffer.alloc(4_000, 1));
  });
  const address = test.address({ address: `${origin}/entera.mp4` }, { itemKey: 'video:entera' });
  for (let times = 0; times < 2; times += 1) {
    const answer = await clock.finish(test.ask(address, { range: 'bytes=0-' }));
    expect(answer.statusCode).toBe(200);
    await clock.finish(text(answer));
  }
  expect(asked).toEqual(['bytes=0-', 'whole', 'whole']);
  expect(most).toBe(1);
});
