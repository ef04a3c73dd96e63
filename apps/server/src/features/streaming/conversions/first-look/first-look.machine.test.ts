import { startFakeUpstream, startFormatSamples, type SampleProvider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/test-app.ts';
import { readSegment, testPrograms } from '../../../../../test/media/make-test-media.ts';

const env = {
  UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  FFMPEG_PATH: testPrograms.ffmpeg,
  FFPROBE_PATH: testPrograms.ffprobe,
};
/** What Chromium plays: neither AC-3 nor HEVC. */
const chromium = 'mse,mkv,webm,vp9,av1,opus,flac';

let provider: SampleProvider;
let test: TestApp;
beforeAll(async () => {
  provider = await startFormatSamples();
  test = await startTestApp(env, { conversionLimits: { transcodes: 2 } });
  // A generous timeout, because the first test run generates the sample media.
}, 180_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

let made = 0;
const nextAddress = (path: string): string => {
  made += 1;
  return `${provider.addressOf({ path })}${path.includes('?') ? '&' : '?'}clave=${made}`;
};
const requestsFor = (address: string): number =>
  provider.upstream.seen.filter(({ path }) => address.endsWith(path)).length;

async function addChannel(url: string): Promise<string> {
  made += 1;
  const body = { name: `Canal ${made}`, url, requiresPlan: ['premium'] as 'premium'[] };
  return (await test.call('POST /api/channels/admin', { body }, await test.admin())).body._id;
}

async function openChannel(id: string, can = chromium) {
  const call = { params: { id }, query: { can } };
  return test.call('GET /api/channels/id/:id', call, await test.viewer('premium'));
}

/** Adds a film as an import does, and asks for it as Chromium does. */
async function openFilm(address: string) {
  made += 1;
  const slug = `pelicula-${made}`;
  const film = { slug, title: slug, description: '', tipo: 'pelicula' as const, genres: [], address };
  const id = (await test.app.demoTargets.videos.addDemo([film])).get(slug) ?? '';
  const call = { params: { id }, query: { can: chromium } };
  return test.call('GET /api/videos/:id', call, await test.viewer('premium'));
}

/** Receives a stream, or a playlist of one, at the address that the server gave. */
async function receive(url: string): Promise<{ bytes: Buffer; text: string }> {
  const answer = await test.app.http.inject({ url });
  expect(answer.statusCode).toBe(200);
  return { bytes: answer.rawPayload, text: answer.body };
}

const linesOf = (playlist: string): string[] => playlist.split('\n').filter((line) => /^[^#]/.test(line));

describe('the first bytes of a channel', () => {
  it.each([
    ['MPEG-TS at get.php', 'get.php?as=live/stream.ts', 'ts'],
    ['MPEG-TS without an extension', 'canal/17?as=live/stream.ts', 'ts'],
    ['MPEG-TS called .m3u8', 'canal.m3u8?as=live/stream.ts', 'ts'],
    ['MPEG-TS with time stamps', 'canal?as=film.m2ts', 'ts'],
    ['HLS called .ts', 'canal.ts?as=live/index.m3u8', 'hls'],
    ['radio in MP3', 'radio?as=live/radio.mp3', 'file'],
    ['radio in AAC', 'radio/1?as=live/radio.aac', 'file'],
    ['DASH without an extension', 'dash/canal?as=dash/film.mpd', 'dash'],
    ['HLS called .m3u8', 'live/index.m3u8', 'hls'],
  ])('tell %s whatever its name says', async (_form, path, streamKind) => {
    const id = await addChannel(nextAddress(path));
    expect((await openChannel(id)).body.streamKind).toBe(streamKind);
  });

  it('are looked at once, and remembered', async () => {
    const address = nextAddress('canal/1?as=live/stream.ts');
    const id = await addChannel(address);
    await openChannel(id);
    await openChannel(id);
    expect(requestsFor(address)).toBe(1);
  });

  it('leave the guess by the name when they do not come, and are asked for again', async () => {
    const address = nextAddress('no-hay/canal');
    const id = await addChannel(address);
    expect((await openChannel(id)).body.streamKind).toBe('hls');
    expect((await openChannel(id)).body.streamKind).toBe('hls');
    expect(requestsFor(address)).toBe(2);
  });

  it('are not asked for by a client that does not say what it plays', async () => {
    const address = nextAddress('canal/2?as=live/stream.ts');
    const call = { params: { id: await addChannel(address) } };
    await test.call('GET /api/channels/id/:id', call, await test.viewer('premium'));
    expect(requestsFor(address)).toBe(0);
  });
});

describe('the first bytes of a film', () => {
  it.each([
    ['3GP', 'get.php?as=film.3gp', 'file'],
    ['MP4', 'pelicula/3?as=film.mp4', 'file'],
    ['3GP called .m3u8', 'pelicula.m3u8?as=film.3gp', 'file'],
    ['DASH', 'dash/pelicula?as=dash/film.mpd', 'dash'],
    ['Ogg Theora, which is converted', 'pelicula/4?as=film.ogv', 'hls'],
    ['MPEG-TS with time stamps, which is converted', 'pelicula/5?as=film.m2ts', 'hls'],
    ['HLS', 'hls/pelicula?as=hls/master.m3u8', 'hls'],
  ])('tell %s', async (_form, path, streamKind) => {
    const { body } = await openFilm(nextAddress(path));
    expect(body.streamKind).toBe(streamKind);
  });
});

describe('HLS with MPEG-2 video, whose playlist names no codecs', () => {
  const path = 'zoo/file/mpeg2-mp2-seg/index.m3u8';
  beforeAll(() => provider.prepare({ path }), 60_000);

  it('is converted from its beginning to its end, as a film and as a channel', async () => {
    const film = await openFilm(nextAddress(path));
    const channel = await openChannel(await addChannel(nextAddress(path)));
    for (const url of [film.body.url, channel.body.url]) {
      const master = await receive(url ?? '');
      const playlist = await receive(linesOf(master.text)[0] ?? '');
      expect(playlist.text).toContain('#EXT-X-ENDLIST');
      const segment = await receive(linesOf(playlist.text)[0] ?? '');
      const { streams, frames } = await readSegment(test.dataDir, segment.bytes);
      expect([streams.toSorted(), frames > 20]).toEqual([['aac', 'h264'], true]);
    }
  }, 60_000);

  it('is looked at once', async () => {
    const address = nextAddress(path);
    await openFilm(address);
    await openChannel(await addChannel(address));
    expect(requestsFor(address)).toBe(1);
  });
});

describe('the cookies of a list', () => {
  it('are sent with a look to the host of the channel only, whatever its playlists name', async () => {
    await using own = await startFakeUpstream('127.0.0.1');
    await using other = await startFakeUpstream('127.0.0.2');
    const origins = { own: own.origin, other: `http://127.0.0.2:${other.port}` };
    const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
    const master = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${origins.other}/lista.m3u8\n`;
    const mediaOf = (segment: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${segment}\n`;
    own.answer('/maestra.m3u8', { headers, body: master });
    other.answer('/lista.m3u8', { headers, body: mediaOf(`${origins.own}/vuelta.ts`) });
    own.answer('/directa.m3u8', { headers, body: mediaOf(`${origins.other}/1.ts`) });
    const admin = await test.admin();
    const entries = ['maestra', 'directa'].map(
      (name) => `#EXTINF:-1,Galleta ${name}\n${origins.own}/${name}.m3u8|Cookie=clave%3D1`,
    );
    await test.upload(admin, 'galletas.m3u', ['#EXTM3U', ...entries, ''].join('\n'));
    const { body } = await test.call('GET /api/channels/admin/list', { query: { search: 'galleta' } }, admin);
    expect(body.channels).toHaveLength(2);
    for (const { _id } of body.channels) await openChannel(_id);
    const sent = [...own.seen, ...other.seen].map(({ path, headers: { cookie } }) => [path, cookie]);
    expect(Object.fromEntries(sent)).toEqual({
      '/maestra.m3u8': 'clave=1',
      '/directa.m3u8': 'clave=1',
      '/vuelta.ts': 'clave=1',
      '/lista.m3u8': undefined,
      '/1.ts': undefined,
    });
  });
});
