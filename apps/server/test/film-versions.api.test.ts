import type { AddressInfo } from 'node:net';
import { fileBytes, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { listEntry as entry, uploadList } from './upload-list.ts';

let test: TestApp;
let admin: Person;
let upstream: FakeUpstream;
let origin: string;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  upstream.serve('/movie/viva', (_request, response) =>
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(fileBytes),
  );
  upstream.serve('/movie/muerta', (_request, response) => response.writeHead(404).end());
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  admin = await test.admin();
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function publish(content: string): Promise<void> {
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${content}`,
    fileName: 'lista.m3u',
    form: { kind: 'mixed' },
  });
  await test.call('POST /api/admin/imports/:id/publish', { params: { id: body._id }, body: {} }, admin);
}

it('a film of a list plays another version when its own is gone, and then has the address of that one', async () => {
  await publish(
    entry('Luna de Paja (2019) [LAT]', `${upstream.origin}/movie/muerta-1.mp4`) +
      entry('Luna de Paja (2019) [EN]', `${upstream.origin}/movie/viva-en.mp4`) +
      entry('Luna de Paja (2019) [LAT] 720p', `${upstream.origin}/movie/viva-720.mp4`) +
      entry('Río Sordo (2020) [LAT]', `${upstream.origin}/movie/muerta-2.mp4`) +
      entry('Río Sordo (2020) [LAT] 720p', `${upstream.origin}/movie/viva-720.mkv`),
  );
  const { body: page } = await test.call('GET /api/videos', undefined, admin);
  const play = async (title: string) => {
    const id = page.videos.find((video) => video.title === title)?._id ?? '';
    const { body } = await test.call('GET /api/videos/:id', { params: { id } }, admin);
    upstream.seen.length = 0;
    const answer = await fetch(origin + body.url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return [answer.status, bytes.equals(fileBytes), upstream.seen.map(({ path }) => path)];
  };
  // The version in the same language comes before the one in another.
  expect(await play('Luna de Paja')).toEqual([200, true, ['/movie/muerta-1.mp4', '/movie/viva-720.mp4']]);
  expect(await play('Luna de Paja')).toEqual([200, true, ['/movie/viva-720.mp4']]);
  // A file in another container has an address of its own.
  expect(await play('Río Sordo')).toEqual([410, false, ['/movie/muerta-2.mp4']]);
  expect(await play('Río Sordo')).toEqual([200, true, ['/movie/viva-720.mkv']]);
});
