import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../test/test-app.ts';
import { filmSeconds, makeTestMedia, readSegment, testPrograms, type TestMedia } from './make-test-media.ts';

let zoo: TestMedia;
let test: TestApp;
let origin: string;
const env = {
  UPSTREAM_ALLOW_PRIVATE: 'true',
  FFMPEG_PATH: testPrograms.ffmpeg,
  FFPROBE_PATH: testPrograms.ffprobe,
};

beforeAll(async () => {
  zoo = await makeTestMedia();
  test = await startTestApp(env);
  origin = await listen(test);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await zoo[Symbol.asyncDispose]();
});

async function listen(server: TestApp): Promise<string> {
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;
}

let made = 0;
async function addFilm(file: string, server = test): Promise<string> {
  made += 1;
  const slug = `film-${made}`;
  const address = `${zoo.origin}/${file}?${made}`;
  const film = { slug, title: slug, description: '', tipo: 'pelicula', genres: [], address };
  const ids = await server.app.demoHouse.catalogue.addDemo([film]);
  return ids.get(slug) ?? '';
}

type Asked = { can?: string; play?: 'auto' | 'remux' };
async function openFilm(person: Person, id: string, query: Asked, server = test) {
  const { status, body } = await server.call('GET /api/videos/:id', { params: { id }, query }, person);
  expect(status).toBe(200);
  return { url: body.url ?? '', streamKind: body.streamKind };
}

const browser = 'mse,webm,vp9,opus';

async function ask(url: string) {
  const response = await fetch(new URL(url, origin));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, bytes, text: new TextDecoder().decode(bytes) };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));
const durationsOf = (text: string): number[] =>
  [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));

/** The playlists of a film: the master's text, and the addresses of each track's segments. */
async function readPlaylists(url: string) {
  const master = (await ask(url)).text;
  const [video = ''] = linesOf(master);
  const { text } = await ask(video);
  const media = [...master.matchAll(/#EXT-X-MEDIA:(.*)URI="([^"]+)"/g)].map(
    ([, attributes = '', uri = '']) => ({
      attributes,
      uri,
    }),
  );
  return { master, text, segments: linesOf(text), durations: durationsOf(text), media };
}

async function openConverted(file: string, query: Asked = { can: browser }, server = test) {
  const person = await server.viewer('premium');
  const film = await openFilm(person, await addFilm(file, server), query, server);
  expect(film.streamKind).toBe('hls');
  return { person, ...(await readPlaylists(film.url)) };
}

describe('a film in MKV with AC-3', () => {
  it('becomes HLS whose playlist is as long as the film and whose segments decode', async () => {
    const { segments, durations, text } = await openConverted('plain.mkv');
    expect(text).toContain('#EXT-X-ENDLIST');
    expect(durations.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(filmSeconds, 0);
    let from: number | undefined;
    for (const [index, segment] of segments.slice(0, 4).entries()) {
      const { status, bytes } = await ask(segment);
      expect(status).toBe(200);
      const content = await readSegment(zoo.folder, bytes);
      expect(content.streams.toSorted()).toEqual(['aac', 'h264']);
      expect(content.startsWithKeyframe).toBe(true);
      from ??= content.firstPictureSeconds;
      const before = durations.slice(0, index).reduce((sum, seconds) => sum + seconds, 0);
      expect(content.firstPictureSeconds - from).toBeCloseTo(before, 2);
      expect(content.pictures).toBe(Math.round((durations[index] ?? 0) * 25));
    }
  });
});
