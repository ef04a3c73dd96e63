import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startFormatSamples, type SampleProvider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import {
  makeTestMedia,
  readSegment,
  readSegments,
  testPrograms,
  type TestMedia,
} from '../../../../test/media/make-test-media.ts';
import {
  makeEncoderStandIn,
  standInDevice,
  standInTrace,
  type EncoderStandIn,
} from '../../../../test/programs/encoder-stand-in.ts';
import { findProgram } from '../../../platform/programs/find-program.ts';

vi.setConfig({ testTimeout: 120_000 });

let films: TestMedia;
let channels: SampleProvider;
let standIn: EncoderStandIn;
let test: TestApp;
let admin: Person;
let origin: string;

/** Short pauses, so that an encoder that has failed is soon tried again. */
const encoderTiming = {
  withinMs: 60_000,
  longestWithinMs: 60_000,
  pauseMs: 10,
  longestPauseMs: 100,
  failedMs: 600_000,
  longestFailedMs: 600_000,
};

beforeAll(async () => {
  films = await makeTestMedia();
  channels = await startFormatSamples();
  standIn = await makeEncoderStandIn((await findProgram(testPrograms.ffmpeg)) ?? testPrograms.ffmpeg);
}, 180_000);
afterAll(async () => {
  await standIn[Symbol.asyncDispose]();
  await channels[Symbol.asyncDispose]();
  await films[Symbol.asyncDispose]();
});

/** Starts a server whose ffmpeg has a hardware encoder, and waits until it has tried it. */
async function startServer(timing: Partial<typeof encoderTiming> = {}): Promise<void> {
  await standIn.become('works');
  test = await startTestApp(
    {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      FFMPEG_PATH: standIn.path,
      FFPROBE_PATH: testPrograms.ffprobe,
    },
    {
      conversionLimits: { transcodes: 100, remuxes: 100 },
      encoderTiming: { ...encoderTiming, ...timing },
      listEncoderDevices: async (kind) => (kind === 'vaapi' ? [[standInDevice]] : []),
    },
  );
  origin = await test.origin();
  admin = await test.admin();
  await test.app.startBackgroundWork();
  await vi.waitFor(async () => expect(await stateOf('v4l2m2m')).toBe('missing'), 60_000);
}

const readSettings = async () => (await test.call('GET /api/admin/settings', {}, admin)).body;
const stateOf = async (kind: string) =>
  (await readSettings()).encoders.find((encoder) => encoder.kind === kind)?.state;
const choose = (videoEncoder: 'vaapi' | 'nvenc' | 'software' | null) =>
  test.call('PUT /api/admin/settings', { body: { videoEncoder } }, admin);

async function ask(address: string) {
  const response = await fetch(new URL(address, origin));
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const askText = async (address: string) => new TextDecoder().decode((await ask(address)).bytes);
const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));

let made = 0;
/** Opens a film of twelve seconds that has to be encoded. @returns the addresses of its segments */
async function openFilm(): Promise<string[]> {
  made += 1;
  const slug = `film-${made}`;
  const film = { slug, title: slug, description: '', tipo: 'pelicula' as const, genres: [] };
  const address = `${films.origin}/film.avi?film=${made}`;
  const ids = await test.app.demoTargets.videos.addDemo([{ ...film, address }]);
  const opened = { params: { id: ids.get(slug) ?? '' }, query: { can: 'mse' } };
  const { body } = await test.call('GET /api/videos/:id', opened, await test.viewer('premium'));
  const [video = ''] = linesOf(await askText(body.url ?? ''));
  return linesOf(await askText(video));
}

/** Fetches the segments one after the other, and checks that they follow each other without a gap. */
async function expectWholeFilm(addresses: readonly string[]): Promise<void> {
  const answers = [];
  for (const address of addresses) answers.push(await ask(address));
  expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  const contents = await readSegments(
    test.dataDir,
    answers.map(({ bytes }) => bytes),
  );
  expect(contents.every(({ startsWithKeyframe }) => startsWithKeyframe)).toBe(true);
  expect(contents.reduce((sum, { frames }) => sum + frames, 0)).toBeGreaterThanOrEqual(12 * 25);
  for (const [index, { firstFrameSeconds }] of contents.entries()) {
    const before = contents[index - 1];
    if (before !== undefined) expect(firstFrameSeconds - before.lastFrameSeconds).toBeCloseTo(1 / 25, 2);
  }
}

/** Whether a conversion that has not ended yet has used the hardware encoder. */
async function hasUsedHardware(): Promise<boolean> {
  const names = await readdir(join(test.dataDir, 'conversions'), { recursive: true });
  return names.some((name) => name.endsWith(standInTrace));
}

describe.skipIf(process.platform !== 'linux')('a hardware encoder', () => {
  beforeAll(() => startServer());
  afterAll(() => test[Symbol.asyncDispose]());

  it('that has encoded a second of video can be chosen, and no other one', async () => {
    const { encoders, videoEncoder } = await readSettings();
    expect(videoEncoder).toBeNull();
    expect(encoders.map(({ kind, state, fault }) => [kind, state, fault])).toEqual([
      ['vaapi', 'found', null],
      ['qsv', 'missing', 'unlisted'],
      ['nvenc', 'missing', 'unlisted'],
      ['v4l2m2m', 'missing', 'unlisted'],
    ]);
    const refused = await choose('nvenc');
    expect([refused.status, refused.body.code]).toEqual([400, 'input.invalid']);
    expect(JSON.stringify(refused.body)).toContain('no incluye h264_nvenc. Instala uno que lo incluya');
    const stats = await test.call('GET /api/admin/stats', { query: { days: '7' } }, admin);
    expect(stats.body.converter.encoders).toEqual(encoders);
  });

  it('is not used until an administrator chooses it', async () => {
    await choose(null);
    await expectWholeFilm(await openFilm());
    expect(await hasUsedHardware()).toBe(false);
    expect((await choose('vaapi')).body.videoEncoder).toBe('vaapi');
    await expectWholeFilm(await openFilm());
    expect(await hasUsedHardware()).toBe(true);
    expect(await stateOf('vaapi')).toBe('found');
  });
});

describe.skipIf(process.platform !== 'linux').each(['fails-at-once', 'fails-midway'] as const)(
  'a hardware encoder that %s',
  (mode) => {
    beforeAll(async () => {
      await startServer();
      await choose('vaapi');
      await standIn.become(mode);
    });
    afterAll(() => test[Symbol.asyncDispose]());

    it('is replaced by the processor for the same film, and is left alone from then on', async () => {
      await expectWholeFilm(await openFilm());
      expect([await hasUsedHardware(), await stateOf('vaapi')]).toEqual([true, 'failed']);
      await expectWholeFilm(await openFilm());
      const told = test.logged.filter((line) => line.includes('a hardware encoder has failed'));
      expect(told).toHaveLength(1);
    });
  },
);

describe.skipIf(process.platform !== 'linux')('a hardware encoder that fails with a channel', () => {
  beforeAll(async () => {
    await startServer({ failedMs: 10, longestFailedMs: 10 });
    await choose('vaapi');
    await standIn.become('fails-midway');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  async function openChannel(can: string): Promise<string> {
    const url = `${channels.addressOf({ path: 'live/hevc.ts' })}?canal=${can}`;
    const channel = { name: `Canal ${can}`, url, requiresPlan: ['premium'] as 'premium'[] };
    const { body } = await test.call('POST /api/channels/admin', { body: channel }, admin);
    const opened = { params: { id: body._id }, query: { can } };
    const watched = await test.call('GET /api/channels/id/:id', opened, await test.viewer('premium'));
    return watched.body.url;
  }

  it('is replaced in the same bytes of MPEG-TS, and tried again later', async () => {
    const leaving = new AbortController();
    const address = new URL(await openChannel('mse'), origin);
    const { status, body } = await fetch(address, { signal: leaving.signal });
    expect(status).toBe(200);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let atFailure = Number.POSITIVE_INFINITY;
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      const hasFailed = test.logged.some((line) => line.includes('a hardware encoder has failed'));
      if (hasFailed) atFailure = Math.min(atFailure, bytes);
      if (bytes > atFailure + 200_000) break;
    }
    leaving.abort();
    const { streams, frames, firstFrameSeconds, lastFrameSeconds } = await readSegment(
      test.dataDir,
      Buffer.concat(chunks),
    );
    expect(streams.toSorted()).toEqual(['aac', 'h264']);
    expect(lastFrameSeconds - firstFrameSeconds).toBeGreaterThan(3.2);
    expect(frames).toBeGreaterThan(3.2 * 20);
    await expect.poll(() => stateOf('vaapi')).toBe('found');
  });

  it('is replaced in the same playlist, after a discontinuity', async () => {
    const address = await openChannel('');
    await expect
      .poll(() => askText(address), { timeout: 60_000, interval: 500 })
      .toMatch(/#EXTINF[^#]*#EXT-X-DISCONTINUITY\n#EXTINF/);
    const playlist = await askText(address);
    const segments = await Promise.all(linesOf(playlist).map(ask));
    expect(segments.map(({ status }) => status)).toEqual(segments.map(() => 200));
    await readSegments(
      test.dataDir,
      segments.map(({ bytes }) => bytes),
    );
  });
});
