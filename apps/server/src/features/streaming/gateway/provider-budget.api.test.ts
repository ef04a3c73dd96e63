import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ItemKey } from '@butaca/contract';
import { createTransportStream, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, until, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

let upstream: FakeUpstream;
let test: TestGateway;
/** How many connections the provider allows, as the gateway is told. */
let connections: number;
/** What the gateway has reported as failures of channels. */
let failures: string[];
/** How many connections the provider has open, and how many it had at most. */
let counts: { open: number; most: number };
/** Whether the provider leaves requests for playlists without an answer. */
let isSlow: boolean;
/** The sources by which the gateway has asked for the budget. */
let sources: (string | undefined)[];
beforeEach(async () => {
  isSlow = false;
  sources = [];
  connections = 1;
  failures = [];
  const own = { open: 0, most: 0 };
  counts = own;
  upstream = await startFakeUpstream();
  upstream.serve('/', (request, response) => {
    own.open += 1;
    own.most = Math.max(own.most, own.open);
    response.once('close', () => (own.open -= 1));
    serve(request, response);
  });
  test = await startTestGateway({
    onUpstreamFailure: (itemKey, code) => failures.push(`${itemKey} ${code}`),
    async findBudget({ address, sourceAddress }) {
      sources.push(sourceAddress);
      // Addresses in an archive are made for one request, so no provider is known by them.
      if ((sourceAddress ?? address).includes('/archivo/')) return undefined;
      return { providerKey: 'casa', connections };
    },
    titlesFor: async (itemKeys, { accountId }) =>
      itemKeys.filter((key) => key !== `channel:secreto-${accountId}`).map((key) => `Título ${key}`),
  });
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url.endsWith('.m3u8')) {
    if (isSlow) return;
    response.end('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.seg\n');
    return;
  }
  if (url.endsWith('.seg')) {
    response.end(Buffer.alloc(4_000, 0x47));
    return;
  }
  const stream = createTransportStream({ groupFrames: 2 });
  response.writeHead(200, { 'content-type': 'video/mp2t' });
  response.write(Buffer.concat([stream.frame(), stream.frame(), stream.frame()]));
}

let issued = 0;
function addressFor(
  person: number,
  itemKey: ItemKey,
  path = `${itemKey.slice('channel:'.length)}.ts`,
  playableKey?: ItemKey,
): string {
  // What is issued later is what a device plays now.
  issued += 1;
  test.time.now = new Date(Date.UTC(2026, 0, 1, 12, 0, issued % 3_000));
  const streamKind = path.endsWith('.m3u8') ? 'hls' : 'ts';
  return test.address(
    { address: `${upstream.origin}/${path}`, streamKind },
    {
      accountId: `cuenta-${person}`,
      sessionKey: `sesión-${person}`,
      deviceId: String(person).padStart(32, '0'),
      itemKey,
      ...(playableKey !== undefined && { playableKey }),
    },
  );
}

async function watch(address: string): Promise<IncomingMessage> {
  const response = await test.ask(address);
  response.on('error', () => undefined).resume();
  return response;
}

async function refusalOf(address: string): Promise<Record<string, unknown>> {
  const response = await fetch(address);
  return { status: response.status, ...((await response.json()) as object) };
}

describe('a provider whose account allows one connection', () => {
  it('is not asked for a second channel: the viewer learns how many it allows, and what plays', async () => {
    await watch(addressFor(1, 'channel:uno'));
    expect(await refusalOf(addressFor(2, 'channel:dos'))).toMatchObject({
      status: 503,
      code: 'upstream.full',
      error: 'Tu proveedor solo admite 1 emisión a la vez. Ahora se ve: «Título channel:uno».',
      connections: 1,
      playing: ['Título channel:uno'],
    });
    expect(upstream.seen.map(({ path }) => path)).toEqual(['/uno.ts']);
    // The provider was not asked, so the channel has not failed.
    expect(failures).toEqual([]);
  });

  it('does not tell a viewer the name of what they may not see', async () => {
    await watch(addressFor(1, 'channel:secreto-cuenta-2'));
    const { error, playing } = await refusalOf(addressFor(2, 'channel:dos'));
    expect([error, playing]).toEqual(['Tu proveedor solo admite 1 emisión a la vez.', []]);
  });

  it('serves any number of viewers of the same channel', async () => {
    for (const person of [1, 2, 3]) {
      expect((await watch(addressFor(person, 'channel:uno'))).statusCode).toBe(200);
    }
    expect(counts.most).toBe(1);
  });

  it('hands its connection over when the only viewer changes the channel', async () => {
    const before = await watch(addressFor(1, 'channel:uno'));
    const after = await watch(addressFor(1, 'channel:dos'));
    expect([after.statusCode, counts.most]).toEqual([200, 1]);
    await until('the old channel has ended', () => before.destroyed);
  });

  it('does not take a channel from one viewer because another one of it changes', async () => {
    const [one, other] = [
      await watch(addressFor(1, 'channel:uno')),
      await watch(addressFor(2, 'channel:uno')),
    ];
    expect((await refusalOf(addressFor(1, 'channel:dos')))['code']).toBe('upstream.full');
    expect([one.destroyed, other.destroyed]).toEqual([false, false]);
  });

  it('keeps the place of a channel in HLS between its requests, for each of its viewers', async () => {
    const list = (person: number, name: string) => addressFor(person, `channel:${name}`, `${name}.m3u8`);
    for (const person of [1, 2]) expect((await fetch(list(person, 'uno'))).status).toBe(200);
    expect((await refusalOf(list(3, 'dos')))['code']).toBe('upstream.full');
    // The second viewer has got the list that was requested for the first one.
    expect((await refusalOf(list(1, 'dos')))['code']).toBe('upstream.full');
    expect(upstream.seen.map(({ path }) => path)).toEqual(['/uno.m3u8']);
  });

  it.each([
    ['is handed over when the last one changes', false, ['/uno.m3u8', '/dos.m3u8', '/tres.m3u8']],
    ['is kept while another tab of one of them plays it', true, ['/uno.m3u8', '/dos.m3u8']],
  ])('the place of two viewers of a channel in HLS %s', async (_what, isKept, asked) => {
    connections = 2;
    const list = (person: number, name: string) => addressFor(person, `channel:${name}`, `${name}.m3u8`);
    const older = list(1, 'uno');
    for (const address of [older, list(2, 'uno'), list(1, 'dos'), ...(isKept ? [older] : [])]) {
      expect((await fetch(address)).status).toBe(200);
    }
    expect((await fetch(list(2, 'tres'))).status).toBe(isKept ? 503 : 200);
    expect((await refusalOf(list(3, 'cuatro')))['code']).toBe('upstream.full');
    expect(upstream.seen.map(({ path }) => path)).toEqual(asked);
  });

  it('hands the place of a channel in HLS over when its only viewer changes', async () => {
    const list = (name: string) => addressFor(1, `channel:${name}`, `${name}.m3u8`);
    const older = list('uno');
    expect((await fetch(older)).status).toBe(200);
    expect((await fetch(list('dos'))).status).toBe(200);
    // A request that the old player still makes does not take it back.
    expect((await refusalOf(older))['code']).toBe('upstream.full');
  });

  it('is not asked for the next channel before a playlist of the old one that does not come is given up', async () => {
    const older = addressFor(1, 'channel:uno', 'uno.m3u8');
    expect((await fetch(older)).status).toBe(200);
    isSlow = true;
    const waiting = refusalOf(older);
    await until('the playlist is requested', () => upstream.seen.length === 2);
    expect((await watch(addressFor(1, 'channel:dos'))).statusCode).toBe(200);
    expect(counts.most).toBe(1);
    expect(await waiting).toMatchObject({ status: 503, code: 'upstream.full' });
    expect(failures).toEqual([]);
  });

  it('gives the place of a channel in HLS on when its only viewer joins a channel that others play', async () => {
    connections = 2;
    await watch(addressFor(1, 'channel:uno'));
    expect((await fetch(addressFor(2, 'channel:dos', 'dos.m3u8'))).status).toBe(200);
    expect((await watch(addressFor(2, 'channel:uno'))).statusCode).toBe(200);
    expect((await watch(addressFor(3, 'channel:tres'))).statusCode).toBe(200);
    expect(counts.most).toBeLessThanOrEqual(2);
  });

  it('is known by the source also for the segments that a conversion or a look reads', async () => {
    const sourceAddress = `${upstream.origin}/uno.m3u8`;
    const source = { streamKind: 'hls', userAgent: null, referrer: null } as const;
    const loopback = await test.gateway.openLoopback({ ...source, address: sourceAddress });
    const list = await (await fetch(loopback.address)).text();
    const segment = list.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
    expect((await fetch(new URL(segment, loopback.address))).status).toBe(200);
    loopback.end();
    const { signal } = new AbortController();
    const limits = { limitBytes: 1_000, withinMs: 5_000, signal, isEnough: () => true, sourceAddress };
    await test.gateway.readStart({ ...source, address: `${upstream.origin}/1.seg` }, limits);
    expect(sources).toEqual([sourceAddress, sourceAddress, sourceAddress]);
  });

  it('is not asked for a part of a past programme that is converted while somebody watches', async () => {
    await watch(addressFor(1, 'channel:uno'));
    const source = {
      address: `${upstream.origin}/archivo/1796034600.mp4`,
      listedAddress: `${upstream.origin}/dos.ts`,
      streamKind: 'file',
      userAgent: null,
      referrer: null,
    } as const;
    const { signal } = new AbortController();
    const part = { fromByte: 0, length: 16, withinMs: 5_000, signal };
    await expect(test.gateway.readPart(source, part)).rejects.toMatchObject({ code: 'upstream.full' });
    expect(upstream.seen.map(({ path }) => path)).toEqual(['/uno.ts']);
  });

  it('hands its connection over to another past programme of the same channel, and to another place in it', async () => {
    const past = (path: string) => addressFor(1, 'channel:uno', path, 'archive:uno');
    const before = await watch(past('ayer.ts'));
    const replaced = past('hoy.ts');
    const after = await watch(replaced);
    expect([after.statusCode, counts.most]).toEqual([200, 1]);
    await until('the earlier programme has ended', () => before.destroyed);
    // The player requests the same address again, as it does when a transfer breaks off.
    expect([(await watch(replaced)).statusCode, counts.most]).toEqual([200, 1]);
    await until('the transfer that was replaced has ended', () => after.destroyed);
  });

  it('counts two tabs with past programmes of one channel as two', async () => {
    connections = 2;
    const past = (name: string) => addressFor(1, 'channel:uno', `${name}.m3u8`, 'archive:uno');
    const older = past('ayer');
    for (const address of [older, past('hoy'), older]) expect((await fetch(address)).status).toBe(200);
    expect((await refusalOf(addressFor(2, 'channel:dos')))['code']).toBe('upstream.full');
  });

  it('keeps the place of a film for a moment, for a player that seeks', async () => {
    const film = (person: number) => addressFor(person, 'video:1', 'film.ts');
    const address = film(1);
    const before = await watch(address);
    before.destroy();
    await until('the transfer has ended', () => counts.open === 0);
    expect((await refusalOf(film(2)))['code']).toBe('upstream.full');
    expect((await watch(address)).statusCode).toBe(200);
  });

  it('is not looked into while somebody watches, and a viewer waits for a look that goes on', async () => {
    const source = (path: string) =>
      ({ address: `${upstream.origin}/${path}`, streamKind: 'ts', userAgent: null, referrer: null }) as const;
    const { signal } = new AbortController();
    let isEnough = false;
    const limits = { limitBytes: 1_000_000, withinMs: 1_500, signal, isEnough: () => isEnough };
    const look = test.gateway.readStart(source('mirada.ts'), limits);
    await upstream.waitFor('/mirada.ts');
    const watched = watch(addressFor(1, 'channel:uno'));
    isEnough = true;
    expect((await look).bytes.length).toBeGreaterThan(0);
    expect((await watched).statusCode).toBe(200);
    await expect(test.gateway.readStart(source('otra.ts'), limits)).rejects.toMatchObject({
      code: 'upstream.full',
    });
    expect(counts.most).toBe(1);
  });
});

it('a provider is never asked for more than it allows, in three hundred changes of channel by three people', async () => {
  connections = 2;
  const watching = new Map<number, IncomingMessage>();
  let refused = 0;
  for (let turn = 0; turn < 300; turn += 1) {
    const person = (turn * 7) % 3;
    const channel = (turn * 13 + Math.floor(turn / 5)) % 6;
    if (turn % 4 === 0) watching.get(person)?.destroy();
    const answer = await watch(addressFor(person, `channel:${channel}`));
    if (answer.statusCode === 200) watching.set(person, answer);
    else refused += 1;
  }
  expect(counts.most).toBeLessThanOrEqual(2);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(200);
});
