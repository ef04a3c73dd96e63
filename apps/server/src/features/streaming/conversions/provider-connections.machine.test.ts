import {
  folderHandler,
  sendAnswer,
  startFakeUpstream,
  startProvider,
  type FakeUpstream,
} from '@butaca/testing';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTime } from '../../../platform/async/deadline.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { makeTestMedia, testPrograms, type TestMedia } from '../../../../test/media/make-test-media.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';

let films: TestMedia;
let upstream: FakeUpstream;
let test: TestApp;
beforeAll(async () => {
  [films, upstream] = await Promise.all([makeTestMedia(), startFakeUpstream()]);
  test = await startTestApp({
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: testPrograms.ffmpeg,
    FFPROBE_PATH: testPrograms.ffprobe,
  });
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await Promise.all([upstream[Symbol.asyncDispose](), films[Symbol.asyncDispose]()]);
});

async function openFilm(slug: string, address: string): Promise<string> {
  const film = { slug, title: slug, description: '', tipo: 'pelicula' as const, genres: [], address };
  const id = (await test.app.demoTargets.videos.addDemo([film])).get(slug) ?? '';
  const query = { can: 'mse,webm,vp9,opus' };
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id }, query },
    await test.viewer('premium'),
  );
  return body.url ?? '';
}

async function read(path: string): Promise<string> {
  const { port } = test.app.http.server.address() as AddressInfo;
  const answer = await fetch(new URL(path, `http://127.0.0.1:${port}`));
  expect(answer.status).toBe(200);
  return answer.text();
}
/** A catalogue in which people are likely to open one file. */
const likelyFile = (source: StreamSource) => ({
  likely: async () => [{ key: '1', source, providerId: 'manual', isReadAhead: false }],
  all: async () => [],
});
const firstLine = (text: string): string => text.split('\n').find((line) => /^[^#]/.test(line)) ?? '';

it('an inspection in the background ends when somebody begins to play a film', async () => {
  const address = `${upstream.origin}/silent`;
  const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
  await test.app.conversions.start(likelyFile(source));
  const { ended } = await upstream.waitFor('/silent');
  await read(await openFilm('dos.mp4', `${films.origin}/film.mp4`));
  // By itself, the inspection ends after ten seconds.
  expect(await inTime(ended, 5_000, 'still running')).toBe('cut');
});

it('an inspection ends when the only viewer who waits for it leaves', async () => {
  const url = await openFilm('mudo.mkv', `${upstream.origin}/silent/mudo.mkv`);
  const { port } = test.app.http.server.address() as AddressInfo;
  const viewer = new AbortController();
  const asked = fetch(new URL(url, `http://127.0.0.1:${port}`), { signal: viewer.signal });
  const { ended } = await upstream.waitFor('/silent/mudo.mkv');
  viewer.abort();
  await expect(asked).rejects.toThrow();
  // By itself, the inspection ends after ten seconds.
  expect(await inTime(ended, 5_000, 'still running')).toBe('cut');
});

it('a channel is looked at and played over the only connection, which a background inspection had', async () => {
  let isOpen = false;
  await using provider = await startProvider((request, response) => {
    if (isOpen) return void response.writeHead(403).end();
    isOpen = true;
    // The provider notices late that a connection was closed.
    response.once('close', () => setTimeout(() => void (isOpen = false), 400));
    if (request.url === '/film.mkv') return void response.writeHead(200).write(Buffer.alloc(100));
    const body = { file: join(films.folder, 'film.ts') };
    return sendAnswer(request, response, { body, ending: 'open' });
  });
  await using server = await startTestApp({
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: testPrograms.ffmpeg,
    FFPROBE_PATH: testPrograms.ffprobe,
  });
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = `${provider.origin}/film.mkv`;
  const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
  await server.app.conversions.start(likelyFile(source));
  await provider.waitFor('/film.mkv');
  const url = `${provider.origin}/cuenta/clave/7`;
  const { body: added } = await server.call(
    'POST /api/channels/admin',
    { body: { name: 'Canal siete', url, requiresPlan: ['premium'] } },
    await server.admin(),
  );
  const { body } = await server.call(
    'GET /api/channels/id/:id',
    { params: { id: added._id }, query: { can: 'mse,ac3' } },
    await server.viewer('premium'),
  );
  expect(body.streamKind).toBe('ts');
  const own = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;
  const answer = await fetch(new URL(body.url, own));
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});

it('a film in MPEG-TS is inspected, searched for keyframes and converted over one connection at a time', async () => {
  /** The last answer on each connection. The next request can arrive before Node says that the answer before it ended. */
  const answering = new Map<Socket, ServerResponse>();
  let most = 0;
  const sendFile = folderHandler(films.folder, { hasRanges: true });
  await using provider = await startProvider((request, response) => {
    const { socket } = request;
    answering.set(socket, response);
    most = Math.max(most, answering.size);
    response.once('close', () => {
      if (answering.get(socket) === response) answering.delete(socket);
    });
    sendFile(request, response);
  });
  const master = await read(await openFilm('uno.ts', `${provider.origin}/film.ts`));
  await read(firstLine(await read(firstLine(master))));
  expect(most).toBe(1);
});
