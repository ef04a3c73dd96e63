import { execFile } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFormatSamples, type SampleProvider } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../../test/test-app.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';
import { makeTestMedia, readSegment, testPrograms } from '../../../../../test/media/make-test-media.ts';

const env = {
  UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  FFMPEG_PATH: testPrograms.ffmpeg,
  FFPROBE_PATH: testPrograms.ffprobe,
};
// A generous timeout, because the segments of a converted channel become available in real time.
vi.setConfig({ testTimeout: 120_000 });

let provider: SampleProvider;
let test: TestApp;
beforeAll(async () => {
  provider = await startFormatSamples();
  test = await startServer({});
  // A generous timeout, because the first test run generates the sample media.
}, 180_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function startServer(
  conversionLimits: NonNullable<Parameters<typeof startTestApp>[1]>['conversionLimits'],
  own: Record<string, string> = {},
  clock?: Clock,
): Promise<TestApp> {
  const limits = { conversionLimits: conversionLimits ?? {} };
  const server = await startTestApp({ ...env, ...own }, { ...limits, ...(clock && { clock }) });
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

let made = 0;
async function openChannel(person: Person, path: string, can: string | undefined, server = test) {
  made += 1;
  const secret = `clave-secreta=${made}`;
  const url = `${provider.addressOf({ path })}?${secret}`;
  const channel = { name: `Canal ${made}`, url, requiresPlan: ['premium'] as 'premium'[] };
  const { body: added } = await server.call(
    'POST /api/channels/admin',
    { body: channel },
    await server.admin(),
  );
  const query = can === undefined ? {} : { can };
  const { status, body } = await server.call(
    'GET /api/channels/id/:id',
    { params: { id: added._id }, query },
    person,
  );
  expect(status).toBe(200);
  return { url: body.url, streamKind: body.streamKind, secret };
}

const originOf = (server: TestApp): string =>
  `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;

async function ask(url: string, server = test) {
  const response = await fetch(new URL(url, originOf(server)));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, bytes, text: new TextDecoder().decode(bytes) };
}

/** Asks for the playlist of a converted channel as players do: again where it was not ready in time. */
async function askPlaylist(url: string, server = test) {
  let answer = await ask(url, server);
  for (let tries = 1; tries < 4 && answer.status === 504; tries += 1) answer = await ask(url, server);
  return answer;
}

const segmentsOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));
const sequenceOf = (text: string): number => Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
const codeOf = (text: string): string => (JSON.parse(text) as { code: string }).code;
/** Reads the first bytes of a stream without an end, up to the end of a frame, and leaves it. */
async function readBeginning(url: string, server: TestApp, length = 300_000): Promise<Uint8Array> {
  const response = await fetch(new URL(url, originOf(server)));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received >= length) break;
  }
  const bytes = Buffer.concat(chunks);
  return bytes.subarray(0, lastFrameStart(bytes));
}

/** Where the last frame of MPEG-TS begins that a beginning of it holds: what follows may be a part of a frame. */
function lastFrameStart(bytes: Buffer): number {
  const packetBytes = 188;
  // ffmpeg writes the video to this packet id.
  const videoId = 0x100;
  for (let at = bytes.length - (bytes.length % packetBytes) - packetBytes; at > 0; at -= packetBytes) {
    const head = bytes.readUInt16BE(at + 1);
    if ((head & 0x1fff) === videoId && (head & 0x4000) !== 0) return at;
  }
  throw new Error('the bytes hold no frame');
}

/** Expects that a channel is delivered as MPEG-TS without an end, in H.264 and AAC. */
async function expectStream(
  { url, streamKind }: Awaited<ReturnType<typeof openChannel>>,
  server: TestApp,
): Promise<void> {
  expect([streamKind, new URL(url, originOf(server)).pathname.endsWith('.ts')]).toEqual(['ts', true]);
  const content = await readSegment(server.dataDir, await readBeginning(url, server));
  expect(content.streams.toSorted()).toEqual(['aac', 'h264']);
  expect([content.startsWithKeyframe, content.frames > 20]).toEqual([true, true]);
}

/** Expects that a channel is delivered as sliding HLS, and that its segments hold H.264 and AAC. */
async function expectConverted(
  { url, streamKind }: Awaited<ReturnType<typeof openChannel>>,
  server: TestApp,
): Promise<void> {
  expect(streamKind).toBe('hls');
  const { status, text } = await askPlaylist(url, server);
  expect([status, text.includes('#EXT-X-ENDLIST')]).toEqual([200, false]);
  const [first = ''] = segmentsOf(text);
  const content = await readSegment(server.dataDir, (await ask(first, server)).bytes);
  expect(content.streams.toSorted()).toEqual(['aac', 'h264']);
  expect([content.startsWithKeyframe, content.frames > 20]).toEqual([true, true]);
}

const framesPerSecond = 25;
const partFrames = 4 * framesPerSecond;

/**
 * Makes a part of a channel in MPEG-TS with sound in AAC, and an advertisement with another program number, other PIDs,
 * another clock and the given codec of its sound.
 */
async function makeAdvertisement(video: string, adSound: string): Promise<[own: Buffer, ad: Buffer]> {
  const make = async (name: string, options: readonly string[]): Promise<Buffer> => {
    const file = join(test.dataDir, `${video}-${name}.ts`);
    const picture = `testsrc2=size=160x90:rate=${framesPerSecond}`;
    const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '4'];
    const encoded = ['-c:v', video, '-pix_fmt', 'yuv420p', '-g', '25', '-bf', '0', ...options];
    await promisify(execFile)(testPrograms.ffmpeg, [...inputs, ...encoded, '-f', 'mpegts', file]);
    return readFile(file);
  };
  const foreign =
    '-mpegts_service_id 7 -mpegts_pmt_start_pid 0x1200 -mpegts_start_pid 0x300 -output_ts_offset 5000';
  const own = await make('canal', ['-c:a', 'aac']);
  return [own, await make('anuncio', ['-c:a', adSound, ...foreign.split(' ')])];
}

/** Counts the frames of video in all finished segments of the server's only conversion. */
async function countFrames(server: TestApp): Promise<number> {
  const folder = join(server.dataDir, 'conversions');
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ts'))
    .toSorted();
  const counts = names.slice(0, -1).map(async (name) => {
    const what = ['-select_streams', 'v', '-count_packets', '-show_entries', 'stream=nb_read_packets'];
    const args = ['-v', 'quiet', ...what, '-of', 'csv=p=0', join(folder, name)];
    const { stdout } = await promisify(execFile)(testPrograms.ffprobe, args);
    return Number.parseInt(stdout, 10);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

it.each([
  ['live/stream.ts', 'mse,ac3', 'ts'],
  ['live/stream.ts', undefined, 'ts'],
  ['live/index.m3u8', '', 'hls'],
])('the channel %s is delivered unchanged to a client with the abilities %j', async (path, can, kind) => {
  const { streamKind } = await openChannel(await test.viewer('premium'), path, can);
  expect(streamKind).toBe(kind);
  expect(test.app.conversions.countConversions()).toBe(0);
});

it.each([
  ['live/ac3.ts', 'mse,ac3', 'ts'],
  ['live/ac3/index.m3u8', 'mse,ac3', 'hls'],
  ['live/hevc.ts', 'mse,hevc-ts', 'ts'],
  ['live/mpeg2.ts', 'any,tracks', 'ts'],
  ['live/ac3/index.m3u8', 'any,tracks', 'hls'],
])('the channel %s is delivered unchanged to a client that decodes it: %j', async (path, can, kind) => {
  const { url, streamKind } = await openChannel(await test.viewer('premium'), path, can);
  expect(streamKind).toBe(kind);
  if (kind === 'hls') expect(segmentsOf((await ask(url)).text).length).toBeGreaterThan(3);
  expect(test.app.conversions.countConversions()).toBe(0);
});

it.each([
  ['E-AC-3', 'live/eac3.ts', 'ac3'],
  ['HEVC', 'live/hevc.ts', 'hevc'],
])('a channel with %s in MPEG-TS is converted for a client that lacks it', async (_codec, path, can) => {
  const { streamKind } = await openChannel(await test.viewer('premium'), path, can);
  expect(streamKind).toBe('hls');
});

it.concurrent.each([
  ['AC-3 in MPEG-TS', 'live/ac3.ts'],
  ['AC-3 in HLS', 'live/ac3/index.m3u8'],
])('a channel with %s becomes MPEG-TS or sliding HLS that every browser decodes', async (_codec, path) => {
  await expectStream(await openChannel(await test.viewer('premium'), path, 'mse'), test);
  await expectConverted(await openChannel(await test.viewer('premium'), path, ''), test);
});

it.concurrent('a channel with MPEG-2 is encoded anew, as often at once as the server allows', async () => {
  await using server = await startServer({ transcodes: 1 });
  const person = await server.viewer('premium');
  await expectStream(await openChannel(person, 'live/mpeg2.ts', 'mse', server), server);
  const other = await openChannel(await server.viewer('premium'), 'live/mpeg2.ts', 'mse', server);
  const refused = await fetch(new URL(other.url, originOf(server)));
  expect(codeOf(await refused.text())).toBe('conversion.busy');
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
});

it.each([
  ['copied', 'libx264', 'aac'],
  ['encoded anew, of which the sound is dropped where its codec is another one', 'mpeg2video', 'mp2'],
])(
  'a channel whose video is %s goes on through advertisements with other tracks',
  async (_, video, sound) => {
    await using server = await startServer({});
    const [own, ad] = await makeAdvertisement(video, sound);
    // The channel changes to the advertisement and back; then the provider falls silent.
    const path = `/anuncios/${sound}.ts`;
    provider.upstream.serve(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      response.write(Buffer.concat([own, ad, own]));
    });
    const address = `${provider.upstream.origin}${path}`;
    const { url } = await openChannel(await server.viewer('premium'), address, '', server);
    expect((await askPlaylist(url, server)).status).toBe(200);
    const most = 3 * partFrames;
    // The last segment is not finished while the channel may go on.
    await expect
      .poll(() => countFrames(server), { timeout: 40_000 })
      .toBeGreaterThan(most - 3 * framesPerSecond);
    expect(await countFrames(server)).toBeLessThanOrEqual(most);
  },
);

it('a channel with codecs that the browser lacks plays as it is where there is no ffmpeg', async () => {
  await using server = await startServer({}, { FFMPEG_PATH: '/no/hay', FFPROBE_PATH: '/no/hay' });
  const person = await server.viewer('premium');
  for (const [path, kind] of [['live/ac3.ts', 'ts'] as const, ['live/ac3/index.m3u8', 'hls'] as const]) {
    const { url, streamKind } = await openChannel(person, path, 'mse', server);
    expect([streamKind, url.endsWith('.ts')]).toEqual([kind, kind === 'ts']);
  }
});

// The next tests run at once, because each of them mostly waits for a channel, which is as slow as real time.
it.concurrent('a channel in MPEG-TS becomes sliding HLS for a client that cannot play MPEG-TS', async ({
  expect,
}) => {
  const { url, streamKind } = await openChannel(await test.viewer('premium'), 'live/stream.ts', '');
  expect(streamKind).toBe('hls');
  const { status, text } = await askPlaylist(url);
  expect([status, text.includes('#EXT-X-ENDLIST'), text.includes('clave-secreta')]).toEqual([
    200,
    false,
    false,
  ]);
  const [first = ''] = segmentsOf(text);
  const content = await readSegment(test.dataDir, (await ask(first)).bytes);
  expect(content.streams.toSorted()).toEqual(['aac', 'h264']);
  expect([content.startsWithKeyframe, content.frames > 20]).toEqual([true, true]);
  const before = sequenceOf(text);
  await expect.poll(async () => sequenceOf((await ask(url)).text)).toBeGreaterThan(before);
});

it.concurrent('a file with an end is converted as fast as it plays, and its playlist ends with it', async ({
  expect,
}) => {
  await using films = await makeTestMedia();
  const file = join(films.folder, 'fin.ts');
  const cut = ['-v', 'quiet', '-i', join(films.folder, 'film.ts'), '-t', '20', '-c', 'copy', file];
  await promisify(execFile)(testPrograms.ffmpeg, cut);
  provider.upstream.serve(`/fin.ts`, (_request, response) => {
    const { size } = statSync(file);
    response.writeHead(200, { 'content-length': size });
    createReadStream(file).pipe(response);
  });
  // What a slow inspection leaves undecided is converted as a channel, too.
  const { url } = await openChannel(await test.viewer('premium'), `${provider.upstream.origin}/fin.ts`, '');
  const watched = new Map<string, number>();
  const watch = async () => {
    const { status, text } = await ask(url);
    if (status !== 200) return status;
    const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
    for (const [index, segment] of segmentsOf(text).entries()) {
      const name = new URL(segment, originOf(test)).pathname;
      if (!watched.has(name)) expect((await ask(segment)).status).toBe(200);
      watched.set(name, durations[index] ?? 0);
    }
    return text.includes('#EXT-X-ENDLIST');
  };
  await expect.poll(watch, { interval: 500 }).toBe(true);
  const seconds = [...watched.values()].reduce((total, duration) => total + duration, 0);
  expect([seconds > 19, seconds < 22]).toEqual([true, true]);
});

it.concurrent('a channel converted to MPEG-TS goes on when its player reconnects, and ends when it leaves', async ({
  expect,
}) => {
  await using server = await startServer({ idleMs: 500 });
  const { url, secret } = await openChannel(await server.viewer('premium'), 'live/ac3.ts', 'mse', server);
  const first = await fetch(new URL(url, originOf(server)));
  const second = await fetch(new URL(url, originOf(server)));
  expect([first.status, second.status]).toEqual([200, 200]);
  await first.body?.cancel();
  const reader = (second.body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).done).toBe(false);
  expect(server.app.conversions.countConversions()).toBe(1);
  await reader.cancel();
  await expect.poll(() => server.app.conversions.countConversions()).toBe(0);
  const seen = provider.upstream.seen.filter(({ path }) => path.endsWith(secret));
  // The first request looked at the codecs of the channel, the other one was that of ffmpeg.
  expect(await Promise.all(seen.map(({ ended }) => ended))).toEqual(['cut', 'cut']);
});

it.concurrent('a channel converted to MPEG-TS answers 502 when its source does not deliver', async ({
  expect,
}) => {
  const path = '/apagado.ts';
  const [own] = await makeAdvertisement('mpeg4', 'mp3');
  let isOff = false;
  provider.upstream.serve(path, (_request, response) => {
    if (isOff) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'video/mp2t' }).write(own);
  });
  const address = `${provider.upstream.origin}${path}`;
  const { url, streamKind } = await openChannel(await test.viewer('premium'), address, 'mse');
  expect(streamKind).toBe('ts');
  isOff = true;
  const refused = await ask(url);
  expect([refused.status, codeOf(refused.text)]).toEqual([502, 'upstream.gone']);
});

it.concurrent('a channel conversion ends after a while without requests and leaves no files', async ({
  expect,
}) => {
  await using server = await startServer({ idleMs: 500 });
  const { url, secret } = await openChannel(await server.viewer('premium'), 'live/stream.ts', '', server);
  // The first answer: the other tests ask again where the playlist was not ready in time.
  expect((await ask(url, server)).status).toBe(200);
  expect(server.app.conversions.countConversions()).toBe(1);
  await expect.poll(() => server.app.conversions.countConversions()).toBe(0);
  const folder = join(server.dataDir, 'conversions');
  const [own = ''] = await readdir(folder);
  await expect.poll(() => readdir(join(folder, own))).toEqual([]);
  const seen = provider.upstream.seen.filter(({ path }) => path.endsWith(secret));
  // The first request looked at the codecs of the channel, the second one was ffmpeg's.
  expect(await Promise.all(seen.map(({ ended }) => ended))).toEqual(['cut', 'cut']);
});

it.concurrent('a channel conversion counts for the limits of server and account', async ({ expect }) => {
  await using server = await startServer({ remuxes: 1 });
  const person = await server.viewer('premium');
  const first = await openChannel(person, 'live/stream.ts', '', server);
  expect((await askPlaylist(first.url, server)).status).toBe(200);
  const other = await openChannel(await server.viewer('premium'), 'live/stream.ts', '', server);
  const refused = await ask(other.url, server);
  expect([refused.status, codeOf(refused.text)]).toEqual([503, 'conversion.busy']);
  const next = await openChannel(person, 'live/stream.ts', '', server);
  expect((await askPlaylist(next.url, server)).status).toBe(200);
  expect(server.app.conversions.countConversions()).toBe(1);
});

it.concurrent('a channel that breaks off is requested again, and its conversion goes on', async ({
  expect,
}) => {
  const { url } = await openChannel(await test.viewer('premium'), 'cut/stream.ts', '');
  expect((await askPlaylist(url)).status).toBe(200);
  const countRequests = () => provider.upstream.seen.filter(({ path }) => path.includes('/cut/')).length;
  const before = countRequests();
  await expect.poll(countRequests).toBeGreaterThan(before);
  const { text } = await ask(url);
  await expect
    .poll(async () => {
      const now = await ask(url);
      return [now.status, sequenceOf(now.text) > sequenceOf(text)];
    })
    .toEqual([200, true]);
});

it('a channel answers 502 when its source is a web page, and 409 when ffmpeg is missing', async () => {
  const page = await openChannel(await test.viewer('premium'), 'page/stream.ts', '');
  const { status, text } = await ask(page.url);
  expect([status, codeOf(text)]).toEqual([502, 'upstream.page']);
  await using server = await startServer({}, { FFMPEG_PATH: '/no/hay', FFPROBE_PATH: '/no/hay' });
  const { url } = await openChannel(await server.viewer('premium'), 'live/stream.ts', '', server);
  const refused = await ask(url, server);
  expect([refused.status, codeOf(refused.text)]).toEqual([409, 'conversion.missing']);
});

it.concurrent('a channel conversion numbers its segments by the steady clock, which nobody sets', async ({
  expect,
}) => {
  const steadySeconds = 1_893_456_000;
  const clock = { ...systemClock, now: () => new Date(), steadyMs: () => 1_000 * steadySeconds };
  await using server = await startServer({}, {}, clock);
  const { url } = await openChannel(await server.viewer('premium'), 'live/stream.ts', '', server);
  const { text } = await askPlaylist(url, server);
  expect(sequenceOf(text)).toBe(steadySeconds);
});
