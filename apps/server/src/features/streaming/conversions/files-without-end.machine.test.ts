import { createFrozenClock } from '../../../../test/frozen-clock.ts';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startProvider, type Provider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import {
  filmSeconds,
  makeTestMedia,
  readSegment,
  testPrograms,
  type TestMedia,
} from '../../../../test/media/make-test-media.ts';

const clock = createFrozenClock('2026-11-21T20:00:00Z');
let films: TestMedia;
let wholeOnly: Provider;
let test: TestApp;
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  films = await makeTestMedia();
  // A server without ranges.
  wholeOnly = await startProvider();
  const headers = { 'content-type': 'video/x-matroska' };
  wholeOnly.answer('/sin-rangos.mkv', { headers, body: { file: join(films.folder, 'endless.mkv') } });
  test = await startTestApp(
    {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      FFMPEG_PATH: testPrograms.ffmpeg,
      FFPROBE_PATH: testPrograms.ffprobe,
    },
    { clock, conversionLimits: { transcodes: 10 } },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await wholeOnly[Symbol.asyncDispose]();
  await films[Symbol.asyncDispose]();
});

async function ask(url: string) {
  const response = await fetch(new URL(url, originOf(test.app.http.server)));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, bytes, text: new TextDecoder().decode(bytes) };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));

async function addFilm(address: string): Promise<string> {
  const film = {
    slug: address,
    title: address,
    description: '',
    tipo: 'pelicula' as const,
    genres: [],
    address,
  };
  return (await test.app.demoTargets.videos.addDemo([film])).get(address) ?? '';
}

/** Returns the address at which a browser without a player for MKV gets a film. */
async function openFilm(id: string): Promise<string> {
  const query = { can: 'mse,webm,vp9,opus' };
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id }, query },
    await test.viewer('premium'),
  );
  return body.url ?? '';
}

async function readPart(url: string) {
  const { status, bytes, text } = await ask(url);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return readSegment(films.folder, bytes);
}

describe('an MKV film that states no duration and has no index', () => {
  it('is copied from its first to its last frame, and viewers can seek in it', async () => {
    const master = (await ask(await openFilm(await addFilm(`${films.origin}/endless.mkv`)))).text;
    expect(master).toContain('RESOLUTION=');
    expect(master).not.toContain('butaca.sequential');
    const video = (await ask(linesOf(master)[0] ?? '')).text;
    const lengths = [...video.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    const sum = (some: readonly number[]) => some.reduce((total, length) => total + length, 0);
    const seconds = sum(lengths);
    expect(seconds).toBeGreaterThan(filmSeconds - 0.5);
    expect(seconds).toBeLessThan(filmSeconds + 0.5);
    const segments = linesOf(video);
    // Timestamps of converted segments are ten seconds ahead of the film's own.
    const last = await readPart(segments.at(-1) ?? '');
    expect([last.startsWithKeyframe, last.lastFrameSeconds > 10 + filmSeconds - 1]).toEqual([true, true]);
    const first = await readPart(segments[0] ?? '');
    expect([first.startsWithKeyframe, first.firstFrameSeconds < 10.1]).toEqual([true, true]);
    const index = Math.floor(segments.length / 2);
    const middle = await readPart(segments[index] ?? '');
    expect(middle.startsWithKeyframe).toBe(true);
    expect(middle.firstFrameSeconds).toBeCloseTo(10 + sum(lengths.slice(0, index)), 1);
  });

  it('is told to be impossible to convert when its server sends it only as a whole', async () => {
    const { status, text } = await ask(await openFilm(await addFilm(`${wholeOnly.origin}/sin-rangos.mkv`)));
    expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'conversion.impossible' }]);
  });
});

it('a file that had no end yet when it was inspected is inspected again once it has one', async () => {
  const file = join(films.folder, 'recording.mkv');
  const whole = await readFile(join(films.folder, 'endless.mkv'));
  await writeFile(file, whole.subarray(0, whole.indexOf(Buffer.from('1f43b675', 'hex'))));
  const id = await addFilm(`${films.origin}/recording.mkv`);
  expect((await ask(await openFilm(id))).status).toBe(409);
  await copyFile(join(films.folder, 'endless.mkv'), file);
  clock.pass(600_001);
  expect((await ask(await openFilm(id))).status).toBe(200);
});
