import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock, startFakeUpstream, type FakeUpstream, type VirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { NewStreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { LiveBufferNeeds } from '../index.ts';

let upstream: FakeUpstream;
let test: TestGateway;
let clock: VirtualClock;
let folder: string;
beforeEach(async () => {
  clock = createVirtualClock();
  upstream = await startFakeUpstream();
  folder = await mkdtemp(join(tmpdir(), 'butaca-buffer-'));
  test = await start();
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const start = (buffer: Partial<LiveBufferNeeds> = {}, minutes = 1): Promise<TestGateway> =>
  startTestGateway({ timing: { clock }, liveBuffer: { folder, minutes, ...buffer } });

async function restart(buffer: Partial<LiveBufferNeeds> = {}, minutes = 1): Promise<void> {
  await test[Symbol.asyncDispose]();
  test = await start(buffer, minutes);
}

const targetSeconds = 4;
const bodyOf = (path: string): Buffer => Buffer.alloc(20_000, `${path}\0`);

/** A live channel of the provider, whose playlist names four segments at a time. */
function serveChannel(name: string) {
  const channel = {
    sequence: 1,
    /** Lines in front of the segment with this number. */
    lines: new Map<number, string[]>(),
    head: [] as string[],
    nameOf: (sequence: number): string => `${sequence}.ts`,
    missing: new Set<string>(),
    /** What is answered in place of the media at a path. */
    others: new Map<string, string>(),
  };
  upstream.serve(`/${name}/`, (request, response) => {
    const path = request.url ?? '';
    if (!path.endsWith('/index.m3u8')) {
      if (channel.missing.has(path)) return void response.writeHead(404).end();
      const body = channel.others.get(path) ?? bodyOf(path);
      return void response.writeHead(200, { 'content-type': 'video/mp2t' }).end(body);
    }
    const numbers = [0, 1, 2, 3].map((step) => channel.sequence + step);
    return void response.end(
      [
        '#EXTM3U',
        `#EXT-X-TARGETDURATION:${targetSeconds}`,
        `#EXT-X-MEDIA-SEQUENCE:${channel.sequence}`,
        ...channel.head,
        ...numbers.flatMap((number) => [
          ...(channel.lines.get(number) ?? []),
          `#EXTINF:${targetSeconds},`,
          channel.nameOf(number),
        ]),
      ].join('\n'),
    );
  });
  return channel;
}

function addressFor(person: number, name: string, grant: Partial<NewStreamGrant> = {}): string {
  return test.address(
    { address: `${upstream.origin}/${name}/index.m3u8`, streamKind: 'hls' },
    {
      accountId: `cuenta-${person}`,
      sessionKey: `sesión-${person}`,
      itemKey: `channel:${name}`,
      deviceId: String(person).padStart(32, '0'),
      ...grant,
    },
  );
}

/** A playlist as a viewer gets it: its text, and the addresses of its segments. */
async function listAt(address: string): Promise<{ text: string; segments: string[] }> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const text = await response.text();
  const segments = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { text, segments: segments.map((path) => new URL(path, address).href) };
}

const numberIn = (text: string, tag: string): number =>
  Number(new RegExp(`^#EXT-X-${tag}:(\\d+)`, 'm').exec(text)?.[1]);
const askedFor = (end: string): number => upstream.seen.filter(({ path }) => path.endsWith(end)).length;
/** The files that this process keeps. */
const keptFiles = async (): Promise<string[]> => {
  const [own] = await readdir(folder);
  return own === undefined ? [] : readdir(join(folder, own));
};

/** Waits until nothing of a buffer is still to be received. */
const received = (): Promise<void> =>
  until('everything is kept', () => test.gateway.countBuffered().waiting === 0);

/** Lets a viewer refresh the playlist as a player does, until the channel has gone on to a number. */
async function watchTo(
  address: string,
  channel: { sequence: number },
  sequence: number,
): Promise<Awaited<ReturnType<typeof listAt>>> {
  let list = await listAt(address);
  while (channel.sequence < sequence) {
    channel.sequence += 1;
    await clock.advance(targetSeconds * 1_000);
    list = await listAt(address);
    await received();
  }
  return list;
}

const read = async (address: string): Promise<string> => (await fetch(address)).text();

describe('a live channel that is watched', () => {
  it('can be rewound to what its provider does not name any more', async () => {
    const channel = serveChannel('uno');
    const { text, segments } = await watchTo(addressFor(1, 'uno'), channel, 8);
    // The buffer begins with the three newest segments of the second refresh, which named 2 to 5.
    expect(numberIn(text, 'MEDIA-SEQUENCE')).toBe(3);
    expect(await Promise.all(segments.map(read))).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => String(bodyOf(`/uno/${number}.ts`))),
    );
    // The names that a player compares at each refresh stay the same when the provider drops a segment.
    const paths = segments.map((address) => new URL(address).pathname.split('/').at(-1));
    expect(paths).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `b${number}.ts`));
  });

  it('causes one request for each segment, however many viewers rewind it, and none while they do', async () => {
    const channel = serveChannel('dos');
    const addresses = [1, 2, 3].map((person) => addressFor(person, 'dos'));
    await Promise.all(addresses.map(listAt));
    await watchTo(addresses[0] ?? '', channel, 8);
    const asked = upstream.seen.length;
    const lists = await Promise.all(addresses.slice(1).map(listAt));
    for (const { segments } of lists) await Promise.all(segments.slice(0, 5).map(read));
    const afterwards = upstream.seen.slice(asked).map(({ path }) => path);
    expect(afterwards.filter((path) => path.endsWith('.ts'))).toEqual([]);
    for (const number of [3, 4, 5, 6, 7, 8, 9, 10, 11]) expect(askedFor(`/dos/${number}.ts`)).toBe(1);
  });

  it('is asked of its buffer also for what its provider still names', async () => {
    const channel = serveChannel('quince');
    const { segments } = await watchTo(addressFor(1, 'quince'), channel, 8);
    // Longer than the segments are kept in memory for those who are a little late.
    await clock.advance(8 * targetSeconds * 1_000);
    const newest = segments.at(-1) ?? '';
    expect(new URL(newest).search).toMatch(/^\?of=/);
    expect(await read(newest)).toBe(String(bodyOf('/quince/11.ts')));
    expect(askedFor('/quince/11.ts')).toBe(1);
  });

  it('keeps as many minutes as the operator says, and drops the oldest after them', async () => {
    const channel = serveChannel('tres');
    const { text, segments } = await watchTo(addressFor(1, 'tres'), channel, 30);
    expect(segments).toHaveLength(60 / targetSeconds);
    expect(numberIn(text, 'MEDIA-SEQUENCE')).toBe(33 - 60 / targetSeconds + 1);
    expect(await keptFiles()).toHaveLength(60 / targetSeconds);
  });

  it('keeps nothing of a channel that somebody only passes', async () => {
    serveChannel('cuatro');
    const { text } = await listAt(addressFor(1, 'cuatro'));
    expect(numberIn(text, 'MEDIA-SEQUENCE')).toBe(1);
    expect(test.gateway.countBuffered()).toEqual({ playlists: 0, segments: 0, bytes: 0, waiting: 0 });
    expect(askedFor('.ts')).toBe(0);
  });

  it('is deleted when nobody watches it any more, and goes on asking its provider for nothing', async () => {
    const channel = serveChannel('cinco');
    await watchTo(addressFor(1, 'cinco'), channel, 5);
    expect(await keptFiles()).not.toHaveLength(0);
    const asked = upstream.seen.length;
    await clock.advance(100_000);
    await until('the files are gone', () => test.gateway.countBuffered().bytes === 0);
    expect(test.gateway.countBuffered().playlists).toBe(0);
    expect(upstream.seen).toHaveLength(asked);
  });

  it('goes on over a discontinuity, a key that changes and an initialization section', async () => {
    const channel = serveChannel('seis');
    const key = (name: string): string => `#EXT-X-KEY:METHOD=AES-128,URI="${name}.bin"`;
    channel.lines.set(5, ['#EXT-X-DISCONTINUITY', key('otra')]);
    channel.head = [key('una')];
    const address = addressFor(1, 'seis');
    await watchTo(address, channel, 5);
    channel.head = [key('otra')];
    channel.lines.set(5, ['#EXT-X-DISCONTINUITY']);
    channel.sequence = 6;
    channel.lines.clear();
    await clock.advance(targetSeconds * 1_000);
    const { text } = await listAt(address);
    const lines = text.split('\n');
    const first = lines.findIndex((line) => line === 'b3.ts');
    expect(lines.slice(first - 2, first)).toEqual([
      expect.stringMatching(/^#EXT-X-KEY:METHOD=AES-128,URI="k[0-9a-f]{16}\.bin",IV=0x0+3$/),
      '#EXTINF:4,',
    ]);
    const [, name = ''] = /URI="(k[^"]*)"/.exec(lines[first - 2] ?? '') ?? [];
    expect(await read(new URL(name, address).href)).toBe(String(bodyOf('/seis/una.bin')));
    const fifth = lines.indexOf('b5.ts');
    expect(lines.slice(fifth - 3, fifth)).toEqual([
      '#EXT-X-DISCONTINUITY',
      expect.stringMatching(/^#EXT-X-KEY:METHOD=AES-128,URI="k/),
      '#EXTINF:4,',
    ]);
    expect(askedFor('una.bin')).toBe(1);
  });

  it('names a segment that could not be kept as a gap, and begins anew with a stream that begins anew', async () => {
    const channel = serveChannel('siete');
    channel.missing.add('/siete/6.ts');
    const address = addressFor(1, 'siete');
    const { text } = await watchTo(address, channel, 9);
    expect(text).toContain('#EXT-X-GAP\n#EXTINF:4,\nb6.ts\n');
    channel.sequence = 1;
    const again = await watchTo(address, channel, 6);
    expect(numberIn(again.text, 'MEDIA-SEQUENCE')).toBe(2);
    expect(again.segments.map((path) => path.split('/').at(-1)?.split('?')[0])[0]).toBe('b2.ts');
  });
});

describe('what a live buffer keeps', () => {
  it('is for those only who may watch the channel now, in the browser that has the address', async () => {
    const channel = serveChannel('ocho');
    const { segments } = await watchTo(addressFor(1, 'ocho'), channel, 8);
    const [oldest = ''] = segments;
    expect((await fetch(oldest)).status).toBe(200);
    test.grants.refusal = new AppError('stream.forbidden');
    expect((await fetch(oldest)).status).toBe(403);
    test.grants.refusal = undefined;
    // The name of a segment means nothing with the address of another channel, or of something else than a playlist.
    serveChannel('nueve');
    expect((await fetch(new URL('b3.ts', addressFor(2, 'nueve')))).status).toBe(404);
    const film = test.address(
      { address: `${upstream.origin}/ocho/3.ts`, streamKind: 'file' },
      { itemKey: 'video:1' },
    );
    expect(await read(new URL('b3.ts', film).href)).toBe(String(bodyOf('/ocho/3.ts')));
    // A token of another channel does not open a segment below this one.
    const other = (await listAt(addressFor(2, 'nueve'))).segments[0] ?? '';
    const query = new URL(other).search;
    expect((await fetch(new URL(`b3.ts${query}`, addressFor(1, 'ocho')))).status).toBe(404);
  });

  it('is no page and no playlist that a provider sends in place of a segment', async () => {
    const channel = serveChannel('veinte');
    channel.others.set('/veinte/6.ts', '<!DOCTYPE html><p>http://secreto.example/</p>');
    channel.others.set('/veinte/7.ts', '#EXTM3U\n#EXTINF:4,\nhttp://secreto.example/clave.ts\n');
    const address = addressFor(1, 'veinte');
    const whileNamed = await watchTo(address, channel, 5);
    for (const segment of whileNamed.segments) expect(await read(segment)).not.toContain('secreto');
    const { text, segments } = await watchTo(address, channel, 9);
    expect(text).toContain('#EXT-X-GAP\n#EXTINF:4,\nb6.ts\n#EXT-X-GAP\n#EXTINF:4,\nb7.ts\n');
    for (const segment of segments) expect(await read(segment)).not.toContain('secreto');
  });

  it('has the key of each of its segments, however many keys there are', async () => {
    await restart({}, 60);
    const channel = serveChannel('diecisiete');
    const address = addressFor(1, 'diecisiete');
    for (let number = 1; number < 250; number += 1)
      channel.lines.set(number, [`#EXT-X-KEY:METHOD=AES-128,URI="${number}.key"`]);
    let { text } = await listAt(address);
    while (channel.sequence < 230) {
      channel.sequence += 4;
      await clock.advance(4 * targetSeconds * 1_000);
      ({ text } = await listAt(address));
      await received();
    }
    const keys = [...text.matchAll(/URI="(k[^"]*)"/g)].map(([, name = '']) => name);
    expect(keys.length).toBeGreaterThan(220);
    for (const name of keys) expect((await fetch(new URL(name, address))).status).toBe(200);
  });

  it('answers 404, which players skip, for a segment whose file somebody has deleted', async () => {
    const channel = serveChannel('dieciocho');
    const { segments } = await watchTo(addressFor(1, 'dieciocho'), channel, 8);
    await rm(folder, { recursive: true });
    expect((await fetch(segments[0] ?? '')).status).toBe(404);
    expect(test.gateway.countBuffered().segments).toBe(8);
  });

  it('is nothing without the setting: the provider’s playlist stays as it is', async () => {
    await test[Symbol.asyncDispose]();
    test = await startTestGateway({ timing: { clock } });
    const channel = serveChannel('diez');
    const { text, segments } = await watchTo(addressFor(1, 'diez'), channel, 8);
    expect(numberIn(text, 'MEDIA-SEQUENCE')).toBe(8);
    expect(segments.every((address) => address.endsWith('/segment.ts'))).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    expect(askedFor('.ts')).toBe(0);
  });

  it('leaves a gigabyte and a tenth of the disk free', async () => {
    let freeBytes = 30e9;
    const readRoom = () => Promise.resolve({ freeBytes, totalBytes: 200e9 });
    await restart({ readRoom });
    const channel = serveChannel('once');
    const address = addressFor(1, 'once');
    await watchTo(address, channel, 8);
    expect(test.gateway.countBuffered().segments).toBe(9);
    // Three files too little: the three oldest are dropped.
    freeBytes = 20e9 - 3 * 20_000;
    const { text } = await watchTo(address, channel, 9);
    expect(numberIn((await listAt(address)).text, 'MEDIA-SEQUENCE')).toBe(6);
    freeBytes = 1e9;
    const after = await watchTo(address, channel, 11);
    expect(test.gateway.countBuffered().segments).toBe(0);
    expect(numberIn(after.text, 'MEDIA-SEQUENCE')).toBe(11);
    expect(after.segments).toHaveLength(4);
    expect(await read(after.segments[3] ?? '')).toBe(String(bodyOf('/once/14.ts')));
    expect(text).toContain('#EXTM3U');
    freeBytes = 30e9;
    const again = await watchTo(address, channel, 14);
    expect(numberIn(again.text, 'MEDIA-SEQUENCE')).toBeLessThan(14);
  });

  it('has a limit in bytes over all channels: the oldest of all goes first', async () => {
    await restart({ limits: { totalBytes: 200_000, fileBytes: 1_000_000 } });
    const one = serveChannel('doce');
    const other = serveChannel('trece');
    await watchTo(addressFor(1, 'doce'), one, 6);
    await watchTo(addressFor(2, 'trece'), other, 8);
    expect(test.gateway.countBuffered().bytes).toBe(200_000);
    expect((await listAt(addressFor(2, 'trece'))).segments).toHaveLength(9);
  });

  it('is left to nginx as what its provider still names is, so that nginx delivers it to the other viewers', async () => {
    await test[Symbol.asyncDispose]();
    const nginx = { nginxSecret: 'secreto-de-nginx-de-prueba', trustedProxies: ['127.0.0.1'] };
    test = await startTestGateway({ timing: { clock }, liveBuffer: { folder, minutes: 1 }, ...nginx });
    const channel = serveChannel('veintiuno');
    await watchTo(addressFor(1, 'veintiuno'), channel, 8);
    const ip = '203.0.113.7';
    const address = test.address(
      { address: `${upstream.origin}/veintiuno/index.m3u8`, streamKind: 'hls' },
      { itemKey: 'channel:veintiuno' },
      { ip },
    );
    const { body } = await test.fetch(address, { 'x-forwarded-for': ip });
    const [newest = ''] = /^b11\.ts\?of=.*$/m.exec(String(body)) ?? [];
    const answer = await test.fetch(new URL(newest, address).href, {
      'x-forwarded-for': ip,
      'x-butaca-nginx': nginx.nginxSecret,
      'x-butaca-step': 'fill',
    });
    expect(String(answer.body)).toBe(String(bodyOf('/veintiuno/11.ts')));
    expect(Number(answer.headers['x-accel-expires'])).toBeGreaterThan(0);
  });

  it('does not disturb viewers when the disk fails', async () => {
    await test[Symbol.asyncDispose]();
    await writeFile(join(folder, 'lleno'), '');
    test = await start({ folder: join(folder, 'lleno') });
    const channel = serveChannel('catorce');
    const { text, segments } = await watchTo(addressFor(1, 'catorce'), channel, 8);
    expect(numberIn(text, 'MEDIA-SEQUENCE')).toBe(8);
    expect(await read(segments[3] ?? '')).toBe(String(bodyOf('/catorce/11.ts')));
    expect(test.logged.filter((line) => line.includes('live buffers cannot be written'))).toHaveLength(1);
  });
});
