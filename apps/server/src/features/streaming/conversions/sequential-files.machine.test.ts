import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { folderHandler, startProvider, type Provider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import {
  filmSeconds,
  makeTestMedia,
  readSegment,
  testPrograms,
  type TestMedia,
} from '../../../../test/media/make-test-media.ts';

let films: TestMedia;
let provider: Provider;
let test: TestApp;
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  films = await makeTestMedia();
  provider = await startProvider(folderHandler(films.folder));
  test = await startTestApp(
    {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      FFMPEG_PATH: testPrograms.ffmpeg,
      FFPROBE_PATH: testPrograms.ffprobe,
    },
    { conversionLimits: { transcodes: 10 } },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await films[Symbol.asyncDispose]();
});

async function ask(url: string) {
  const response = await fetch(new URL(url, originOf(test.app.http.server)));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, bytes, text: new TextDecoder().decode(bytes) };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));

/** Opens a film that the provider sends only as a whole, and reads its playlists as a browser's player does. */
async function openFilm(file: string) {
  const address = `${provider.origin}/${file}`;
  const film = { slug: file, title: file, description: '', tipo: 'pelicula' as const, genres: [], address };
  const id = (await test.app.demoTargets.videos.addDemo([film])).get(file) ?? '';
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id }, query: { can: 'mse,webm,vp9,opus' } },
    await test.viewer('premium'),
  );
  const master = (await ask(body.url ?? '')).text;
  const sounds = [...master.matchAll(/#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/g)].map(([, uri = '']) => uri);
  const [video = ''] = linesOf(master);
  return { master, video: linesOf((await ask(video)).text), sounds };
}

async function readPart(url: string) {
  const { status, bytes, text } = await ask(url);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return readSegment(films.folder, bytes);
}

describe('an MKV film of a server without ranges', () => {
  it('is copied from its beginning to its end, and the player is told that nobody can seek in it', async () => {
    const { master, video } = await openFilm('plain.mkv');
    expect(master).toContain('\n#EXT-X-SESSION-DATA:DATA-ID="butaca.sequential",VALUE="YES"\n');
    const first = await readPart(video[0] ?? '');
    const last = await readPart(video.at(-1) ?? '');
    expect([first.startsWithKeyframe, last.startsWithKeyframe]).toEqual([true, true]);
    // Timestamps of converted segments are ten seconds ahead of the film's own.
    expect(last.lastFrameSeconds).toBeGreaterThan(10 + filmSeconds - 1);
  });

  it('offers each audio track at every moment that has been read', async () => {
    const { video, sounds } = await openFilm('film.mkv');
    expect(sounds).toHaveLength(2);
    await readPart(video[3] ?? '');
    const contents = await Promise.all(
      sounds.map(async (playlist) => readPart(linesOf((await ask(playlist)).text)[3] ?? '')),
    );
    expect(contents.map(({ streams }) => streams)).toEqual([['aac'], ['aac']]);
  });

  it('is encoded from its beginning when its index lies too far behind', async () => {
    const { master, video } = await openFilm('long.mkv');
    expect(master).toContain('butaca.sequential');
    const part = await readPart(video[0] ?? '');
    expect([part.streams, part.startsWithKeyframe]).toEqual([['h264', 'aac'], true]);
  }, 60_000);

  it('delivers a segment that lies ahead once the film has been read up to it', async () => {
    const { video } = await openFilm('aac.mkv');
    await readPart(video[0] ?? '');
    expect((await readPart(video.at(-2) ?? '')).firstFrameSeconds).toBeGreaterThan(10 + filmSeconds - 10);
    expect((await readPart(video[0] ?? '')).firstFrameSeconds).toBeLessThan(11);
  });
});

it('a film of a server with ranges is not announced as sequential', async () => {
  const address = `${films.origin}/film.mkv`;
  const film = { slug: 'con', title: 'con', description: '', tipo: 'pelicula' as const, genres: [], address };
  const id = (await test.app.demoTargets.videos.addDemo([film])).get('con') ?? '';
  const query = { can: 'mse,webm,vp9,opus' };
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id }, query },
    await test.viewer('premium'),
  );
  expect((await ask(body.url ?? '')).text).not.toContain('butaca.sequential');
});
