import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import {
  filmSeconds,
  makeTestMedia,
  readSegment,
  readSegments,
  type SegmentContent,
  testPrograms,
  type TestMedia,
} from '../../../../test/media/make-test-media.ts';

let films: TestMedia;
let test: TestApp;
const env = {
  UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  FFMPEG_PATH: testPrograms.ffmpeg,
  FFPROBE_PATH: testPrograms.ffprobe,
};

beforeAll(async () => {
  films = await makeTestMedia();
  // The limits on concurrent conversions are high, because conversions that earlier tests started still count until
  // the server ends them for being idle.
  test = await startServer({ conversionLimits: { remuxes: 100, transcodes: 100 } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await films[Symbol.asyncDispose]();
});

async function startServer(more: Parameters<typeof startTestApp>[1] = {}, own: Record<string, string> = {}) {
  const server = await startTestApp({ ...env, ...own }, more);
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

const originOf = (server: TestApp): string =>
  `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;

let made = 0;
async function addFilm(file: string, server = test, more: { requiresPlan?: string[] } = {}): Promise<string> {
  made += 1;
  const slug = `film-${made}`;
  const address = `${films.origin}/${file}?clave-secreta=${made}`;
  const film = {
    slug,
    title: slug,
    description: '',
    tipo: 'pelicula' as const,
    genres: [],
    address,
    ...more,
  };
  const ids = await server.app.demoTargets.videos.addDemo([film]);
  return ids.get(slug) ?? '';
}

const known = new Map<string, Promise<string>>();

/** Returns the id of a film of the server's catalogue, which is inspected only when it is first opened. */
function findFilm(file: string, server: TestApp): Promise<string> {
  const key = `${server.dataDir} ${file}`;
  const id = known.get(key) ?? addFilm(file, server);
  known.set(key, id);
  return id;
}

interface Asked {
  can?: string;
  play?: 'auto' | 'remux';
  useTrial?: 'true';
}
async function openFilm(person: Person, id: string, query: Asked, server = test) {
  const { status, body } = await server.call('GET /api/videos/:id', { params: { id }, query }, person);
  expect(status).toBe(200);
  return { url: body.url ?? '', streamKind: body.streamKind };
}

/** What a client such as Chromium reports to the server: which media formats it plays. */
const browser = 'mse,webm,vp9,opus';

async function ask(url: string, server = test) {
  const response = await fetch(new URL(url, originOf(server)));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  const isMedia = headers.get('content-type') === 'video/mp2t';
  const text = isMedia ? '' : new TextDecoder().decode(bytes);
  const code = response.ok ? '' : (JSON.parse(text) as { code: string }).code;
  return { status, headers, bytes, text, code, retryAfter: headers.get('retry-after') };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^[^#]/.test(line));

/**
 * Reads the HLS playlists of a film: the text of the master playlist, and the URLs and durations of the video segments.
 */
async function readPlaylists(url: string, server = test) {
  const master = (await ask(url, server)).text;
  const [video = ''] = linesOf(master);
  const { text } = await ask(video, server);
  const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  const media = [...master.matchAll(/#EXT-X-MEDIA:(.*)URI="([^"]+)"/g)].map(
    ([, attributes = '', uri = '']) => ({ attributes, uri }),
  );
  return { master, text, segments: linesOf(text), durations, media };
}

async function openConverted(file: string, query: Asked = { can: browser }, server = test) {
  const person = await server.viewer('premium');
  const id = await findFilm(file, server);
  const film = await openFilm(person, id, query, server);
  expect(film.streamKind).toBe('hls');
  return { person, id, url: film.url, ...(await readPlaylists(film.url, server)) };
}

async function fetchPart(segments: readonly string[], index: number, server = test): Promise<Uint8Array> {
  const { status, bytes, code } = await ask(segments[index] ?? '', server);
  expect([status, code]).toEqual([200, '']);
  return bytes;
}

async function readPart(segments: readonly string[], index: number, server = test): Promise<SegmentContent> {
  return readSegment(films.folder, await fetchPart(segments, index, server));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Lists the processes whose working folder is the given one: on Linux that identifies the ffmpeg processes that write
 * into that folder.
 */
async function processesIn(folder: string): Promise<{ pid: string; state: string; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const at = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      if (!at.startsWith(folder)) return [];
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const state = /\) (\w)/.exec(stat ?? '')?.[1] ?? '';
      return state === 'Z' ? [] : [{ pid, state, command: command ?? '' }];
    }),
  );
  return found.flat();
}

const conversionsOf = (server: TestApp): string => join(server.dataDir, 'conversions');

describe('opening a film', () => {
  it.each<[string, Asked, string]>([
    ['film.mp4', { can: browser }, 'file'],
    ['film.mp4', {}, 'file'],
    ['plain.mkv', {}, 'file'],
    ['plain.mkv', { can: browser }, 'hls'],
    ['plain.mkv', { can: `${browser},mkv,ac3` }, 'hls'],
    ['ac3.mp4', { can: browser }, 'hls'],
    ['ac3.mp4', { can: `${browser},ac3` }, 'file'],
    ['two.mp4', { can: browser }, 'hls'],
    ['hevc.mp4', { can: browser }, 'hls'],
    ['hevc.mp4', { can: `${browser},hevc,teletransporte` }, 'file'],
    ['film.avi', { can: browser }, 'hls'],
    ['film.ts', { can: browser }, 'hls'],
    ['film.ts', { can: '' }, 'hls'],
    ['film.mp4', { can: browser, play: 'remux' }, 'hls'],
    ['film.mp4', { play: 'remux' }, 'hls'],
    ['two.mp4', { can: `${browser},tracks` }, 'file'],
    ['hevc.mp4', { can: 'any,tracks' }, 'file'],
    ['film.avi', { can: 'any,tracks' }, 'file'],
    ['film.ts', { can: 'any,tracks' }, 'ts'],
    ['film.avi', { can: 'any,tracks', play: 'remux' }, 'hls'],
  ])('delivers %s to a client that asks with %j as %s', async (file, query, kind) => {
    const person = await test.viewer('premium');
    expect((await openFilm(person, await findFilm(file, test), query)).streamKind).toBe(kind);
  });

  it('answers 400 input.invalid to an unknown way of playing', async () => {
    const id = await addFilm('film.mp4');
    const query = { play: 'otro' as 'auto' };
    const { status, body } = await test.call(
      'GET /api/videos/:id',
      { params: { id }, query },
      await test.viewer(),
    );
    expect([status, body.code]).toEqual([400, 'input.invalid']);
  });
});

describe('a converted film', () => {
  it.each<[string, Asked, string[]]>([
    ['plain.mkv', { can: browser }, ['aac', 'h264']],
    ['aac.mkv', { can: browser }, ['aac', 'h264']],
    ['ac3.mp4', { can: browser }, ['aac', 'h264']],
    ['film.mp4', { can: browser, play: 'remux' }, ['aac', 'h264']],
    ['parts.mp4', { can: browser }, ['aac', 'h264']],
    ['late.mp4', { can: browser }, ['aac', 'h264']],
    ['film.ts', { can: '' }, ['aac', 'h264']],
    ['hls.m3u8', { can: browser, play: 'remux' }, ['aac', 'h264']],
    ['hevc.mp4', { can: browser }, ['aac', 'h264']],
    ['hevc.mp4', { can: 'hevc-ts', play: 'remux' }, ['aac', 'hevc']],
    ['film.avi', { can: browser }, ['aac', 'h264']],
  ])(
    'made from %s with %j is complete, and each segment begins where the playlist says',
    async (file, query, streams) => {
      const { segments, durations, text } = await openConverted(file, query);
      const isShort = /avi|hevc/.test(file);
      expect(text).toContain('#EXT-X-ENDLIST');
      expect(sum(durations)).toBeGreaterThan(isShort ? 11.5 : filmSeconds - 0.5);
      expect(sum(durations)).toBeLessThan(isShort ? 12.5 : filmSeconds + 0.5);
      const last = segments.length - 1;
      const indexes = [...new Set([0, 1, Math.min(2, last), last - 1, last])];
      const fetched: Uint8Array[] = [];
      for (const index of indexes) fetched.push(await fetchPart(segments, index));
      const parts = await readSegments(films.folder, fetched);
      const [first] = parts as [SegmentContent];
      for (const [at, part] of parts.entries()) {
        const index = indexes[at] ?? 0;
        expect(part.streams.toSorted()).toEqual(streams);
        expect(part.startsWithKeyframe).toBe(true);
        const from = sum(durations.slice(0, index));
        expect(Math.abs(part.firstFrameSeconds - first.firstFrameSeconds - from)).toBeLessThan(0.045);
        if (index < last) expect(Math.abs(part.frames - (durations[index] ?? 0) * 25)).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(['texts.mkv', 'texts-mpeg4.mkv', 'texts.mp4'])(
    'made from %s ends with its video, although its subtitles go on',
    async (file) => {
      const { segments, durations } = await openConverted(file, { can: browser });
      expect(Math.abs(sum(durations) - 12)).toBeLessThan(0.2);
      const last = await readPart(segments, segments.length - 1);
      expect(Math.abs(last.frames - (durations.at(-1) ?? 0) * 25)).toBeLessThanOrEqual(2);
    },
  );

  it.each<[string, Asked]>([
    ['plain.mkv', { can: browser }],
    ['ac3.mp4', { can: browser }],
    ['film.ts', { can: '' }],
    ['aac.mkv', { can: browser }],
    ['film.avi', { can: browser }],
    ['hevc.mp4', { can: browser }],
  ])('made from %s has the same video and sound in a segment after a restart there', async (file, query) => {
    const { segments, url, id } = await openConverted(file, query);
    const index = Math.floor(segments.length / 2) + 1;
    for (const segment of segments.slice(0, index)) expect((await ask(segment)).status).toBe(200);
    const bytes = await fetchPart(segments, index);
    const other = await openFilm(await test.viewer('premium'), id, query);
    expect(other.url).not.toBe(url);
    const bytesAfterSeek = await fetchPart((await readPlaylists(other.url)).segments, index);
    const [inOrder, afterSeek] = await readSegments(films.folder, [bytes, bytesAfterSeek]);
    const { firstSoundSeconds = Number.NaN, ...frames } = inOrder ?? {};
    expect(afterSeek).toMatchObject(frames);
    expect(Math.abs((afterSeek?.firstSoundSeconds ?? Number.NaN) - firstSoundSeconds)).toBeLessThan(0.1);
  });

  it('offers each audio track and subtitle by its language, cut where the video is cut', async () => {
    const { media, master, segments, durations } = await openConverted('film.mkv');
    expect(media.map(({ attributes }) => attributes)).toEqual([
      expect.stringMatching(/TYPE=AUDIO.*NAME="Español latino",LANGUAGE="spa",DEFAULT=YES/),
      expect.stringMatching(/TYPE=AUDIO.*NAME="Inglés",LANGUAGE="eng",DEFAULT=NO/),
      expect.stringMatching(/TYPE=SUBTITLES.*LANGUAGE="spa",DEFAULT=NO/),
    ]);
    expect(master).toMatch(/STREAM-INF:.*AUDIO="sonido",SUBTITLES="textos"/);
    const fetched = [await fetchPart(segments, 0)];
    const [spanish, english, subtitle] = await Promise.all(
      media.map(async ({ uri }) => linesOf((await ask(uri)).text)),
    );
    for (const sound of [spanish, english]) {
      expect(sound).toHaveLength(segments.length);
      fetched.push(await fetchPart(sound ?? [], 3));
    }
    fetched.push(await fetchPart(segments, 4));
    const parts = await readSegments(films.folder, fetched);
    expect(parts.map(({ streams }) => streams)).toEqual([['h264'], ['aac'], ['aac'], ['h264']]);
    // The request for a segment of the second audio track made ffmpeg start again at that segment. The video segment
    // after it still begins at its timestamp in the film, plus the ten seconds that every segment is shifted by.
    expect(parts[3]?.firstFrameSeconds).toBeCloseTo(sum(durations.slice(0, 4)) + 10, 1);
    const texts = [];
    for (const address of subtitle?.slice(0, 5) ?? []) {
      const { text, headers } = await ask(address);
      expect(headers.get('content-type')).toBe('text/vtt; charset=utf-8');
      texts.push(text);
    }
    expect(texts[0]).toContain('X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000');
    expect(texts[0]).toMatch(/00:01\.00\d --> 00:03\.00\d\n¿Frase 0\?/);
    expect(texts[2]).not.toContain('Frase');
    expect(texts.slice(3, 5).join('')).toMatch(/00:11\.00\d --> 00:13\.00\d\n¿Frase 1\?/);
  });

  it('keeps a single file of a video segment that is made again with another audio track', async () => {
    await using server = await startServer();
    const { segments, media } = await openConverted('film.mkv', { can: browser }, server);
    const [, english = []] = await Promise.all(
      media.slice(0, 2).map(async ({ uri }) => linesOf((await ask(uri, server)).text)),
    );
    const last = segments.length - 1;
    for (const address of [...segments.slice(last - 2), ...english.slice(last - 2)]) {
      expect((await ask(address, server)).status).toBe(200);
    }
    const filesOf = async (name: string) =>
      (await readdir(conversionsOf(server), { recursive: true })).filter((path) => basename(path) === name);
    await expect.poll(async () => (await filesOf(`a2-${last}.ts`)).length).toBe(1);
    for (const index of [last - 2, last - 1]) {
      await expect.poll(() => filesOf(`v-${index}.ts`)).toHaveLength(1);
    }
    expect((await ask(segments[last - 1] ?? '', server)).status).toBe(200);
  });

  it('is inspected once: opening it again sends no further request to the provider', async () => {
    const { id } = await openConverted('plain.mkv');
    const before = films.seen.length;
    await readPlaylists((await openFilm(await test.viewer('premium'), id, { can: browser })).url);
    expect(films.seen.length).toBe(before);
  });

  it('charges a trial by its seconds, and is refused once the trial is spent', async () => {
    await using server = await startServer({ trialLeadSeconds: 10_000 }, { TRIAL_MINUTES_PER_DAY: '1' });
    const person = await server.viewer();
    const id = await addFilm('long.mkv', server, { requiresPlan: ['premium'] });
    const { url } = await openFilm(person, id, { can: browser, useTrial: 'true' }, server);
    const { segments, durations } = await readPlaylists(url, server);
    let seconds = 0;
    let index = 0;
    for (; seconds + (durations[index] ?? 0) < 60; index += 1) {
      seconds += durations[index] ?? 0;
      expect((await ask(segments[index] ?? '', server)).status).toBe(200);
    }
    await ask(segments[index] ?? '', server);
    expect(await ask(segments[index + 1] ?? '', server)).toMatchObject({ status: 403, code: 'trial.spent' });
  });
});

describe('ffmpeg', () => {
  it('gets no address or secret of a provider in its arguments, and the log contains none', async () => {
    const { segments } = await openConverted('long.mkv');
    await ask(segments[0] ?? '');
    const running = await processesIn(conversionsOf(test));
    const commands = running.map(({ command }) => command).join('\n');
    expect(commands).toMatch(/-protocol_whitelist\0http,tcp/);
    expect(commands).toContain('http://127.0.0.1:');
    expect(commands + test.logged.join('')).not.toMatch(
      new RegExp(`clave-secreta|long\\.mkv|:${new URL(films.origin).port}(?!\\d)`),
    );
  });

  it('is paused when it is far enough ahead, resumes for later segments, and ends with the server', async () => {
    await using server = await startServer();
    const folder = conversionsOf(server);
    const { segments } = await openConverted('long.mkv', { can: browser }, server);
    await ask(segments[0] ?? '', server);
    const untilPaused = () =>
      expect.poll(async () => (await processesIn(folder)).map(({ state }) => state)).toEqual(['T']);
    await untilPaused();
    const before = (await processesIn(folder)).map(({ pid }) => pid);
    for (let index = 1; index <= 30; index += 1)
      expect((await ask(segments[index] ?? '', server)).status).toBe(200);
    expect((await processesIn(folder)).map(({ pid }) => pid)).toEqual(before);
    await untilPaused();
    await server[Symbol.asyncDispose]();
    expect(await processesIn(folder)).toEqual([]);
  });

  it('is restarted for a far seek, with one process at a time', async () => {
    await using server = await startServer();
    const { segments, durations } = await openConverted('long.mkv', { can: browser }, server);
    await ask(segments[0] ?? '', server);
    const [first] = await processesIn(conversionsOf(server));
    const part = await readPart(segments, 100, server);
    expect(part.firstFrameSeconds - 10).toBeCloseTo(sum(durations.slice(0, 100)), 1);
    const after = await processesIn(conversionsOf(server));
    expect(after).toHaveLength(1);
    expect(after[0]?.pid).not.toBe(first?.pid);
    // Eight concurrent requests for segments from all over the film, as many as one item may have: ffmpeg converts from
    // the position of the last request on, and every request gets an answer, a segment or an error.
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_item, index) =>
        ask(segments[(index * 37) % segments.length] ?? '', server),
      ),
    );
    expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of asked) expect([200, 502, 504]).toContain(status);
    expect(await processesIn(conversionsOf(server))).toHaveLength(1);
  });

  it('ends when nothing is requested for a while, and leaves no files behind', async () => {
    await using server = await startServer({ conversionLimits: { idleMs: 300 } });
    const { segments } = await openConverted('long.mkv', { can: browser }, server);
    await ask(segments[0] ?? '', server);
    expect(server.app.conversions.countConversions()).toBe(1);
    await expect.poll(() => server.app.conversions.countConversions()).toBe(0);
    await expect.poll(() => processesIn(conversionsOf(server))).toEqual([]);
    const [own = ''] = await readdir(conversionsOf(server));
    await expect.poll(() => readdir(join(conversionsOf(server), own))).toEqual([]);
    // A segment's URL still works after the conversion that made it has ended.
    expect((await ask(segments[5] ?? '', server)).status).toBe(200);
  });

  it('is named as missing when a film needs conversion; a native film plays without it', async () => {
    await using server = await startServer({}, { FFMPEG_PATH: '/no/hay', FFPROBE_PATH: '/no/hay' });
    const person = await server.viewer('premium');
    const mkv = await openFilm(person, await addFilm('plain.mkv', server), { can: browser }, server);
    const refused = await ask(mkv.url, server);
    expect([refused.status, refused.code]).toEqual([409, 'conversion.missing']);
    expect(refused.text).toContain('el servidor no tiene ffmpeg');
    const mp4 = await openFilm(person, await addFilm('film.mp4', server), { can: browser }, server);
    expect([mp4.streamKind, (await ask(mp4.url, server)).status]).toEqual(['file', 200]);
  });
});

describe('the viewers of one film', () => {
  const pidsOf = async (server: TestApp) => (await processesIn(conversionsOf(server))).map(({ pid }) => pid);

  it('share an ffmpeg, whichever accounts they have, also where the machine allows a single one', async () => {
    await using server = await startServer({ conversionLimits: { transcodes: 1 } });
    const viewers = [];
    for (let person = 0; person < 10; person += 1) {
      viewers.push(await openConverted('film.avi', { can: browser }, server));
    }
    for (const index of [0, 1]) {
      const parts = await Promise.all(viewers.map(({ segments }) => fetchPart(segments, index, server)));
      expect(new Set(parts.map((part) => Buffer.from(part).toString('base64'))).size).toBe(1);
    }
    expect(server.app.conversions.countConversions()).toBe(1);
    expect((await pidsOf(server)).length).toBeLessThanOrEqual(1);
  });

  it('have one each where they are far apart, as many as the machine allows', async () => {
    await using server = await startServer({ conversionLimits: { remuxes: 2 } });
    const open = () => openConverted('long.mkv', { can: browser }, server);
    const [first, second, third] = [await open(), await open(), await open()];
    await fetchPart(first.segments, 0, server);
    const begun = await pidsOf(server);
    await fetchPart(second.segments, 50, server);
    expect([begun.length, (await pidsOf(server)).length]).toEqual([1, 2]);
    const refused = await ask(third.segments[100] ?? '', server);
    expect([refused.status, refused.code]).toEqual([503, 'conversion.busy']);
    // Neither of the others has noticed, and who comes to where one of them is needs no ffmpeg.
    expect((await readPart(first.segments, 1, server)).startsWithKeyframe).toBe(true);
    await fetchPart(second.segments, 51, server);
    await fetchPart(third.segments, 52, server);
    expect(await pidsOf(server)).toEqual(expect.arrayContaining(begun));
  });

  it('keep the ffmpeg of one whose right ends, and none that nobody follows', async () => {
    await using server = await startServer({ conversionLimits: { idleMs: 4_000 } });
    const open = () => openConverted('long.mkv', { can: browser }, server);
    const [first, second] = [await open(), await open()];
    await fetchPart(first.segments, 0, server);
    await fetchPart(second.segments, 0, server);
    const shared = await pidsOf(server);
    await server.call('POST /api/auth/logout', {}, first.person);
    expect((await ask(first.segments[1] ?? '', server)).code).toBe('stream.forbidden');
    for (let index = 1; index <= 12; index += 1) await fetchPart(second.segments, index, server);
    expect([shared.length, await pidsOf(server)]).toEqual([1, shared]);
    await fetchPart(second.segments, 100, server);
    // The device whose right has ended makes no requests, so that it has the conversion no longer.
    const goesOn = async () => {
      await fetchPart(second.segments, 100, server);
      const pids = await pidsOf(server);
      return [pids.length, pids.includes(shared[0] ?? '')];
    };
    await expect.poll(goesOn).toEqual([1, false]);
  });
});

describe('limits on conversions', () => {
  it('refuse a second transcode with 503 and a Retry-After, but still allow a remux', async () => {
    await using server = await startServer({ conversionLimits: { transcodes: 1 } });
    const first = await openConverted('film.avi', { can: browser }, server);
    expect((await ask(first.segments[0] ?? '', server)).status).toBe(200);
    const other = await openFilm(
      await server.viewer('premium'),
      await addFilm('film.avi', server),
      { can: browser },
      server,
    );
    const second = await readPlaylists(other.url, server);
    const refused = await ask(second.segments[0] ?? '', server);
    expect(refused).toMatchObject({ status: 503, code: 'conversion.busy', retryAfter: '15' });
    const copied = await openConverted('plain.mkv', { can: browser }, server);
    expect((await ask(copied.segments[0] ?? '', server)).status).toBe(200);
  });

  const limitStreams = async (maxStreams: number, server: TestApp): Promise<void> => {
    const body = { plans: [{ key: 'premium' as const, maxStreams }] };
    expect((await server.call('PUT /api/admin/plans', { body }, await server.admin())).status).toBe(200);
  };
  /** Opens a film on a device of a person. @returns the URL of its first segment */
  const openOn = async (person: Person, file: string, server: TestApp): Promise<string> => {
    const { url } = await openFilm(person, await findFilm(file, server), { can: browser }, server);
    return (await readPlaylists(url, server)).segments[0] ?? '';
  };

  it('allow as many per account as its plan has streams, each on a device of its own', async () => {
    await using server = await startServer({ conversionLimits: { remuxes: 100, transcodes: 100 } });
    const person = await server.viewer('premium');
    const devices = [person];
    for (const file of ['long.mkv', 'plain.mkv', 'film.avi', 'film.mkv'] as const) {
      const device = devices.at(-1) ?? person;
      expect((await ask(await openOn(device, file, server), server)).status).toBe(200);
      expect(server.app.conversions.countConversions()).toBe(devices.length);
      devices.push(await server.login(person));
    }
    const fifth = devices.at(-1) ?? person;
    const { url } = await openFilm(fifth, await findFilm('long.mkv', server), { can: browser }, server);
    const refused = await ask(url, server);
    expect(refused).toMatchObject({ status: 429, code: 'stream.limit' });
    expect(refused.text).toContain(
      'y tu plan no permite más a la vez. Detén una reproducción para ver aquí.',
    );
    expect(server.app.conversions.countConversions()).toBe(4);
    // The next film of a device replaces the device's own conversion, and no other one.
    const next = await openFilm(person, await addFilm('plain.mkv', server), { can: browser }, server);
    const [first = ''] = (await readPlaylists(next.url, server)).segments;
    expect((await ask(first, server)).status).toBe(200);
    expect(server.app.conversions.countConversions()).toBe(4);
    await expect.poll(async () => (await processesIn(conversionsOf(server))).length).toBeLessThanOrEqual(4);
  });

  it('allow one on a plan of one stream, which passes to another device when the first one is stopped', async () => {
    await using server = await startServer();
    await limitStreams(1, server);
    const { person, segments } = await openConverted('long.mkv', { can: browser }, server);
    const plays = async (segment = '') => expect((await ask(segment, server)).status).toBe(200);
    await plays(segments[0]);
    const elsewhere = await server.login(person);
    const there = await openFilm(elsewhere, await findFilm('plain.mkv', server), { can: browser }, server);
    expect(await ask(there.url, server)).toMatchObject({ status: 429, code: 'stream.limit' });
    const here = await openOn(person, 'plain.mkv', server);
    // The playlist alone ends the device's earlier conversion, which would slow down the inspection of the next film.
    expect(server.app.conversions.countConversions()).toBe(0);
    await plays(here);
    await expect.poll(async () => (await processesIn(conversionsOf(server))).length).toBeLessThanOrEqual(1);
    const params = { deviceId: person.deviceId };
    expect((await server.call('DELETE /api/streams/:deviceId', { params }, elsewhere)).status).toBe(200);
    await plays(await openOn(elsewhere, 'plain.mkv', server));
    expect(server.app.conversions.countConversions()).toBe(1);
  });

  it('let what plays go on when the plan gets fewer streams, which hold for the next film', async () => {
    await using server = await startServer();
    const person = await server.viewer('premium');
    const other = await server.login(person);
    const segments = [await openOn(person, 'long.mkv', server), await openOn(other, 'long.mkv', server)];
    for (const segment of segments) expect((await ask(segment, server)).status).toBe(200);
    await limitStreams(1, server);
    for (const segment of segments) expect((await ask(segment, server)).status).toBe(200);
    const next = await ask(await openOn(other, 'plain.mkv', server), server);
    expect(next).toMatchObject({ status: 503, code: 'conversion.elsewhere', retryAfter: '25' });
    expect(next.text).toContain('Tu plan no permite ver a la vez más contenidos que haya que convertir.');
    // A film that needs no conversion may follow, as for any device that plays.
    const plain = await openFilm(other, await findFilm('film.mp4', server), { can: browser }, server);
    expect([plain.streamKind, (await ask(plain.url, server)).status]).toEqual(['file', 200]);
    const third = await openFilm(
      await server.login(person),
      await findFilm('plain.mkv', server),
      { can: browser },
      server,
    );
    expect(await ask(third.url, server)).toMatchObject({ status: 429, code: 'stream.limit' });
    expect(server.app.conversions.countConversions()).toBe(1);
  });

  it('allow administrators as many as the machine does', async () => {
    await using server = await startServer({ conversionLimits: { remuxes: 2 } });
    const admin = await server.admin();
    const open = async () => {
      const id = await addFilm('plain.mkv', server);
      const { url } = await openFilm(await server.login(admin), id, { can: browser }, server);
      return ask((await readPlaylists(url, server)).segments[0] ?? '', server);
    };
    expect([(await open()).status, (await open()).status]).toEqual([200, 200]);
    expect(await open()).toMatchObject({ status: 503, code: 'conversion.busy' });
  });
});

describe('a full disk', () => {
  it('makes a conversion answer 503 server.storage_full and leave no files behind', async () => {
    await using server = await startServer({ conversionLimits: { reserveBytes: Number.MAX_SAFE_INTEGER } });
    const { segments } = await openConverted('plain.mkv', { can: browser }, server);
    const refused = await ask(segments[0] ?? '', server);
    expect(refused).toMatchObject({ status: 503, code: 'server.storage_full', retryAfter: '60' });
    expect(refused.text).toContain('Espacio insuficiente en el servidor.');
    await expect.poll(() => processesIn(conversionsOf(server))).toEqual([]);
    const [own = ''] = await readdir(conversionsOf(server));
    await expect.poll(() => readdir(join(conversionsOf(server), own))).toEqual([]);
    expect(server.app.conversions.countConversions()).toBe(0);
  });
});

describe('a source that is no film', () => {
  beforeAll(() => writeFile(join(films.folder, 'noise.mkv'), Buffer.alloc(2_000, '\u0001ruido')));

  it.each([
    ['noise.mkv', { status: 409, code: 'conversion.impossible' }],
    ['script.mkv', { status: 502, code: 'upstream.page' }],
    ['page.mkv', { status: 502, code: 'upstream.page' }],
  ])('is refused with its own cause: %s', async (file, refusal) => {
    const person = await test.viewer('premium');
    const { url } = await openFilm(person, await addFilm(file), { can: browser });
    expect(await ask(url)).toMatchObject(refusal);
  });

  it('is not requested again for a while after its inspection failed', async () => {
    const id = await addFilm('noise.mkv');
    const person = await test.viewer('premium');
    const { url } = await openFilm(person, id, { can: browser });
    await ask(url);
    const before = films.seen.length;
    expect((await ask(url)).code).toBe('conversion.impossible');
    expect(films.seen.length).toBe(before);
  });

  it.each([
    ['is not there', 'nada.mkv', { status: 502, code: 'upstream.gone' }],
    ['is on a server that is too busy', 'aac.mkv', { status: 503, code: 'upstream.busy' }],
  ])(
    'is told apart from a source that %s: that answers why and is retried at once',
    async (_what, file, refusal) => {
      const person = await test.viewer('premium');
      const { url } = await openFilm(person, await addFilm(file), { can: browser });
      films.busy.add('/aac.mkv');
      try {
        for (const _again of [1, 2]) {
          expect(await ask(url)).toMatchObject(refusal);
        }
      } finally {
        films.busy.clear();
      }
      if (file === 'aac.mkv') expect((await ask(url)).status).toBe(200);
    },
  );

  it('cannot lead ffmpeg past the gateway through the addresses in a playlist', async () => {
    const person = await test.viewer('premium');
    const { url } = await openFilm(person, await addFilm('list.m3u8'), { can: browser, play: 'remux' });
    const { status, code, text } = await ask(url);
    expect([status, code]).toEqual([409, 'conversion.impossible']);
    expect(text).not.toContain('root:');
  });

  it.each([`a'b"c.mkv`, '-i.mkv', 'una%0A-y%0A.mkv', '%2e%2e%2fetc%2fpasswd.mkv', '$(id).mkv', '|cat.mkv'])(
    'cannot run a program or read a file through the name %s',
    async (file) => {
      const person = await test.viewer('premium');
      const { url } = await openFilm(person, await addFilm(file), { can: browser });
      expect(await ask(url)).toMatchObject({ status: 502, code: 'upstream.gone' });
    },
  );

  it('cannot reach a local file through a catalogue address that imitates a conversion', async () => {
    const inner = Buffer.from(JSON.stringify(['file:///etc/passwd', 'file', null, null, false]));
    const address = `internal:remux/${inner.toString('base64url')}/index.m3u8`;
    const film = { slug: 'f', title: 'f', description: '', tipo: 'pelicula' as const, genres: [], address };
    const id = (await test.app.demoTargets.videos.addDemo([film])).get('f') ?? '';
    const { url } = await openFilm(await test.viewer('premium'), id, { can: browser });
    expect((await ask(url)).status).toBeGreaterThanOrEqual(400);
  });
});
