import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { startFormatSamples, type SampleProvider } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../../test/test-app.ts';
import { readSegment, testPrograms } from '../../../../../test/media/make-test-media.ts';

const env = {
  UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  FFMPEG_PATH: testPrograms.ffmpeg,
  FFPROBE_PATH: testPrograms.ffprobe,
};
// Channels run in real time, and all processes share the cores of the machine.
vi.setConfig({ testTimeout: 120_000 });

let provider: SampleProvider;
let test: TestApp;
beforeAll(async () => {
  provider = await startFormatSamples();
  // What a machine with two cores allows.
  test = await startTestApp(env, { conversionLimits: { transcodes: 1, remuxes: 1, idleMs: 2_000 } });
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
}, 180_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const originOf = (server: TestApp): string =>
  `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;

async function addChannel(path: string): Promise<string> {
  const url = `${provider.addressOf({ path })}?canal=${path}`;
  const channel = { name: `Canal ${path}`, url, requiresPlan: ['premium'] as 'premium'[] };
  const { body } = await test.call('POST /api/channels/admin', { body: channel }, await test.admin());
  return body._id;
}

async function addressFor(id: string, person: Person, can: string): Promise<string> {
  const asked = { params: { id }, query: { can } };
  const { status, body } = await test.call('GET /api/channels/id/:id', asked, person);
  expect(status).toBe(200);
  return new URL(body.url, originOf(test)).href;
}

/** A viewer of a channel in MPEG-TS, and what has come for them. */
interface Viewer {
  received: Buffer[];
  bytes(): number;
  hasEnded(): boolean;
  leave(): void;
}

async function watch(address: string): Promise<Viewer> {
  const leaving = new AbortController();
  const response = await fetch(address, { signal: leaving.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
  const received: Buffer[] = [];
  let bytes = 0;
  let hasEnded = false;
  const reading = async () => {
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      received.push(Buffer.from(chunk));
      bytes += chunk.length;
    }
  };
  reading()
    .catch(() => undefined)
    .finally(() => (hasEnded = true));
  return { received, bytes: () => bytes, hasEnded: () => hasEnded, leave: () => leaving.abort() };
}

/** How many conversions by ffmpeg this process runs; it also starts ffmpeg for a moment to judge pictures of channels. */
async function countFfmpegs(): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string, name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
  const isConverting = await Promise.all(
    ids.map(async (id) => isOwnChild(await read(id, 'stat')) && (await read(id, 'cmdline')).includes(aac)),
  );
  return isConverting.filter(Boolean).length;
}

/** The sound of every converted channel, in the arguments of a process. */
const aac = '\0-c:a\0aac\0';

const isOwnChild = (state: string): boolean => {
  const [, parent] = state.slice(state.lastIndexOf(')') + 2).split(' ');
  return Number(parent) === process.pid;
};

it.each([
  ['HEVC', 'live/hevc.ts'],
  ['AC-3', 'live/ac3.ts'],
])('ten viewers of one channel with %s are served by one ffmpeg', async (_codec, path) => {
  const id = await addChannel(path);
  const people = await Promise.all(Array.from({ length: 10 }, () => test.viewer('premium')));
  const addresses = await Promise.all(people.map((person) => addressFor(id, person, 'mse')));
  const viewers = await Promise.all(addresses.map(watch));
  await expect.poll(() => viewers.every(({ bytes }) => bytes() > 200_000)).toBe(true);
  expect([await countFfmpegs(), test.app.conversions.countConversions()]).toEqual([1, 1]);
  for (const { received } of viewers) {
    const { streams, frames } = await readSegment(test.dataDir, Buffer.concat(received));
    expect(streams.toSorted()).toEqual(['aac', 'h264']);
    expect(frames).toBeGreaterThan(20);
  }
  // The first request looked at the codecs of the channel, the second one was that of ffmpeg.
  expect(provider.upstream.seen.filter((seen) => seen.path.endsWith(`canal=${path}`))).toHaveLength(2);
  for (const viewer of viewers) viewer.leave();
  await expect.poll(countFfmpegs).toBe(0);
  await expect.poll(() => test.app.conversions.countConversions()).toBe(0);
});

it('the viewers of a channel as sliding HLS share one conversion, too', async () => {
  const id = await addChannel('live/ac3/index.m3u8');
  const people = await Promise.all(Array.from({ length: 10 }, () => test.viewer('premium')));
  const addresses = await Promise.all(people.map((person) => addressFor(id, person, '')));
  const ask = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  await expect.poll(async () => (await ask(addresses[0] ?? '')).status).toBe(200);
  const answers = await Promise.all(addresses.map(ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Each viewer has addresses of their own.
  expect(new Set(answers.map(({ text }) => text)).size).toBe(10);
  expect([await countFfmpegs(), test.app.conversions.countConversions()]).toEqual([1, 1]);
  await expect.poll(() => test.app.conversions.countConversions()).toBe(0);
});

it('a viewer whose right ends is cut, also the one for whom ffmpeg was started, and the others go on', async () => {
  const id = await addChannel('live/eac3.ts');
  const [first, second] = [await test.viewer('premium'), await test.viewer('premium')];
  const cut = await watch(await addressFor(id, first, 'mse'));
  const stays = await watch(await addressFor(id, second, 'mse'));
  await expect.poll(() => cut.bytes() > 0 && stays.bytes() > 0).toBe(true);
  await test.call('POST /api/auth/logout', {}, first);
  await expect.poll(cut.hasEnded).toBe(true);
  const before = stays.bytes();
  await expect.poll(() => stays.bytes() - before > 100_000).toBe(true);
  expect([stays.hasEnded(), await countFfmpegs()]).toEqual([false, 1]);
  stays.leave();
  await expect.poll(countFfmpegs).toBe(0);
});
