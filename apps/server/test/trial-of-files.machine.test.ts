import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

const programs = {
  ffmpeg: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
  ffprobe: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
};

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      TRIAL_MINUTES_PER_DAY: '10',
      FFMPEG_PATH: programs.ffmpeg,
      FFPROBE_PATH: programs.ffprobe,
    },
    { trialLeadSeconds: 10_000 },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'butaca-trial-'));
  for (const name of ['film.mp4', 'film.ts']) await offerFilm(join(folder, name), name);
  await rm(folder, { recursive: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/**
 * Offers a film file of two minutes with only 3 MB; at the bit rate that the server assumes for films of unknown
 * duration, 3 MB would be six seconds of free trial.
 */
async function offerFilm(file: string, name: string): Promise<void> {
  const video = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=120'];
  const rate = ['-b:v', '200k', '-minrate', '200k', '-maxrate', '200k', '-bufsize', '200k'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', ...rate, '-x264-params', 'nal-hrd=cbr'];
  await promisify(execFile)(programs.ffmpeg, ['-v', 'error', ...video, ...coded, file]);
  const bytes = await readFile(file);
  if (bytes.length < 2_500_000) throw new Error(`the film has ${bytes.length} bytes`);
  upstream.serve(`/${name}`, (request, response) => {
    const [isRange, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const last = to === undefined || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
    response.writeHead(isRange === undefined ? 200 : 206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': last + 1 - Number(from),
      ...(isRange !== undefined && { 'content-range': `bytes ${from}-${last}/${bytes.length}` }),
    });
    response.end(bytes.subarray(Number(from), last + 1));
  });
}

it.each(['film.mp4', 'film.ts'])(
  'a trial pays for the playing time of %s, not for its size, whatever the client says',
  async (name) => {
    const viewer = await test.viewer('gplay');
    const address = `${upstream.origin}/${name}`;
    const ids = await test.app.demoTargets.videos.addDemo([
      {
        slug: name,
        title: name,
        description: '',
        tipo: 'pelicula',
        genres: [],
        requiresPlan: ['premium'],
        address,
      },
    ]);
    const params = { id: ids.get(name) ?? '' };
    const { body } = await test.call('GET /api/videos/:id', { params, query: { useTrial: 'true' } }, viewer);
    await (await fetch(origin + body.url)).arrayBuffer();
    const after = await test.call('GET /api/videos/:id', { params }, viewer);
    expect(after.body).toMatchObject({ trialUsedToday: 2, trialMinutesRemaining: 8 });
  },
);

it('a trial pays for the playing time of a chapter that was not announced as playing', async () => {
  const viewer = await test.viewer('gplay');
  const chapters = [1, 2].map((chapterNumber) => ({
    chapterNumber,
    title: `Capítulo ${chapterNumber}`,
    address: `${upstream.origin}/film.mp4?capitulo=${chapterNumber}`,
  }));
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug: 'serie',
      title: 'Serie',
      description: '',
      tipo: 'serie',
      genres: [],
      requiresPlan: ['premium'],
      seasons: [{ seasonNumber: 1, chapters }],
    },
  ]);
  const params = { id: ids.get('serie') ?? '' };
  const query = { useTrial: 'true', can: 'mse' } as const;
  const { body } = await test.call('GET /api/videos/:id', { params, query }, viewer);
  await (await fetch(origin + body.seasons[0]?.chapters[1]?.url)).arrayBuffer();
  const after = await test.call('GET /api/videos/:id', { params }, viewer);
  expect(after.body).toMatchObject({ trialUsedToday: 2 });
});
