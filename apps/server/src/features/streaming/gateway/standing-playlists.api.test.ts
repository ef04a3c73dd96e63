import type { ServerResponse } from 'node:http';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

const empty = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n';
const filled = `${empty}#EXTINF:1,\n0.ts\n`;

let upstream: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestGateway({ timing: { emptyPlaylistWithinMs: 1_000, emptyPlaylistPauseMs: 20 } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Serves a channel whose playlist is written by a function that gets the number of the request, counted from 1. */
function servePlaylist(
  name: string,
  write: (response: ServerResponse, request: number, path: string) => void,
) {
  let requests = 0;
  upstream.serve(`/${name}/`, (request, response) => {
    requests += 1;
    write(response, requests, request.url ?? '');
  });
  const url = test.address({ address: `${upstream.origin}/${name}/index.m3u8`, streamKind: 'hls' });
  return { url, requests: () => requests };
}

it.each([
  ['without segments', empty],
  ['with its first line alone', '#EXTM3U\n'],
])('a live playlist %s is waited for, because the channel is starting', async (name, playlist) => {
  const channel = servePlaylist(`empieza-${name.length}`, (response, request) =>
    response.end(request < 4 ? playlist : filled),
  );
  const answer = await fetch(channel.url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('#EXTINF:1');
  expect(channel.requests()).toBe(4);
});

it('a live playlist that stays without segments is a channel that takes too long', async () => {
  const channel = servePlaylist('no-empieza', (response) => response.end(empty));
  const answer = await fetch(channel.url);
  expect(answer.status).toBe(504);
  expect(await answer.json()).toMatchObject({ code: 'upstream.timeout' });
  expect(channel.requests()).toBeGreaterThan(3);
});

it('a playlist with an end and without segments is passed on at once', async () => {
  const channel = servePlaylist('nada', (response) => response.end(`${empty}#EXT-X-ENDLIST\n`));
  expect((await fetch(channel.url)).status).toBe(200);
  expect(channel.requests()).toBe(1);
});

it('a playlist that stands still behind a redirect is asked for where the redirect came from', async () => {
  const asked: string[] = [];
  const channel = servePlaylist('reparto', (response, _request, path) => {
    asked.push(path);
    if (path.endsWith('/index.m3u8'))
      return response.writeHead(302, { location: `${asked.length}.m3u8` }).end();
    return response.end(filled);
  });
  const refresh = async () => {
    await (await fetch(channel.url)).text();
    return asked.filter((path) => path.endsWith('/index.m3u8')).length;
  };
  await expect.poll(refresh, { timeout: 10_000, interval: 200 }).toBe(2);
  // The playlist was refreshed behind the redirect until it had stood still for one and a half target durations.
  expect(asked.length).toBeGreaterThan(6);
});
