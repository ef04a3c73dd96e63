import type { AddressInfo } from 'node:net';
import type { PlanKey } from '@butaca/contract';
import { startFakeUpstream, type FakeUpstream, createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
const clock = createVirtualClock('2026-11-24T20:00:00Z');
/** The clock by which running streams are checked, every five seconds. */
const streamClock = createVirtualClock();
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', TRIAL_MINUTES_PER_DAY: '1' },
    { clock, streamTiming: { clock: streamClock }, trialLeadSeconds: 10_000 },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const segmentCount = 20;
const segmentSeconds = 10;
let made = 0;

/** Makes the provider answer with a film in HLS. @returns its address */
function answerFilm(): string {
  made += 1;
  const path = `/pelicula-${made}.m3u8`;
  const parts = Array.from({ length: segmentCount }, (_, index) => `/vod/0.ts?${made}-${index}`);
  const lines = parts.flatMap((part) => [`#EXTINF:${segmentSeconds},`, part]);
  upstream.answer(path, {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: ['#EXTM3U', '#EXT-X-TARGETDURATION:10', ...lines, '#EXT-X-ENDLIST', ''].join('\n'),
  });
  for (const part of parts) {
    upstream.answer(part, { headers: { 'content-type': 'video/mp2t' }, body: Buffer.alloc(1_880, 0x47) });
  }
  return upstream.origin + path;
}

interface NewVideo {
  tipo: 'pelicula' | 'serie';
  url?: string;
  requiresPlan?: PlanKey[];
  seasons?: { seasonNumber: number; chapters: { chapterNumber: number; title: string; url: string }[] }[];
}

async function addVideo(video: NewVideo): Promise<string> {
  const body = { title: `Título ${(made += 1)}`, ...video };
  const { status, body: added } = await test.call('POST /api/videos', { body }, await test.admin());
  expect(status).toBe(201);
  return added._id;
}

const addFilm = () => addVideo({ tipo: 'pelicula', url: answerFilm() });

const ask = (person: Person, id: string, more: Record<string, string> = { for: 'cast' }) =>
  test.call('GET /api/videos/:id', { params: { id }, query: more }, person);

/** The address at which a person’s device plays a film itself, or that it gives to its television. */
const addressOf = async (person: Person, id: string, use: 'here' | 'cast'): Promise<string> =>
  origin + ((await ask(person, id, { for: use })).body.url ?? '');

/** Requests a list as a television does, which has no cookie. @returns the addresses of its segments */
async function openList(address: string): Promise<string[]> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('/'));
  return lines.map((line) => new URL(line, address).href);
}

async function receive(address: string): Promise<[number, string]> {
  const response = await fetch(address);
  if (response.ok) await response.arrayBuffer();
  return [response.status, response.ok ? '' : ((await response.json()) as { code: string }).code];
}

const progressOf = async (person: Person, id: string) =>
  (await test.call('GET /api/videos/:id/progress', { params: { id } }, person)).body.watchProgress;

const userId = async ({ username }: Person): Promise<string> => {
  const sent = { query: { search: username } };
  return (await test.call('GET /api/admin/users', sent, await test.admin())).body.users[0]?._id ?? '';
};

describe('the answer for a television', () => {
  it('has the address of the chapter that was named, and of no other', async () => {
    const chapters = [1, 2].map((chapterNumber) => ({
      chapterNumber,
      title: `Capítulo ${chapterNumber}`,
      url: answerFilm(),
    }));
    const id = await addVideo({ tipo: 'serie', seasons: [{ seasonNumber: 1, chapters }] });
    const person = await test.viewer('premium');
    const own = (await ask(person, id, {})).body.seasons[0]?.chapters ?? [];
    expect(own.map(({ url }) => url === null)).toEqual([false, false]);
    const cast = await ask(person, id, { for: 'cast', chapter: own[1]?._id ?? '' });
    expect(cast.body.seasons[0]?.chapters.map(({ url }) => url === null)).toEqual([true, false]);
  });

  it('is refused as every other where the plan does not open the film', async () => {
    const id = await addVideo({ tipo: 'pelicula', url: answerFilm(), requiresPlan: ['premium'] });
    const { status, body } = await ask(await test.viewer('gplay'), id);
    expect([status, body.code]).toEqual([403, 'plan.required']);
  });

  it('is charged to the free trial where only that opens the film', async () => {
    const id = await addVideo({ tipo: 'pelicula', url: answerFilm(), requiresPlan: ['premium'] });
    const { body } = await ask(await test.viewer('gplay'), id, { for: 'cast', useTrial: 'true' });
    const segments = await openList(origin + (body.url ?? ''));
    const answers: string[] = [];
    for (const segment of segments.slice(0, 7)) answers.push((await receive(segment))[1]);
    expect(answers).toEqual(['', '', '', '', '', '', 'trial.spent']);
  });

  it('is not given for a use that the server does not know', async () => {
    expect((await ask(await test.viewer('premium'), await addFilm(), { for: 'radio' })).status).toBe(400);
  });
});

describe('a film on a television', () => {
  it('moves the position of the person by what was delivered, with the page closed', async () => {
    const person = await test.viewer('premium');
    const id = await addFilm();
    const segments = await openList(await addressOf(person, id, 'cast'));
    expect(segments).toHaveLength(segmentCount);
    for (const segment of segments.slice(6, 10)) {
      expect(await receive(segment)).toEqual([200, '']);
      clock.pass(segmentSeconds * 1_000);
    }
    await expect
      .poll(() => progressOf(person, id))
      .toMatchObject({ lastTime: 100, duration: segmentCount * segmentSeconds, completed: false });
  });

  it('of a series moves the position in its chapter', async () => {
    const chapters = [1, 2].map((chapterNumber) => ({
      chapterNumber,
      title: `Capítulo ${chapterNumber}`,
      url: answerFilm(),
    }));
    const id = await addVideo({ tipo: 'serie', seasons: [{ seasonNumber: 3, chapters }] });
    const person = await test.viewer('premium');
    const second = (await ask(person, id, {})).body.seasons[0]?.chapters[1]?._id ?? '';
    const { body } = await ask(person, id, { for: 'cast', chapter: second });
    const address = origin + (body.seasons[0]?.chapters[1]?.url ?? '');
    const [first = '', next = '', third = ''] = await openList(address);
    for (const segment of [first, next, third]) {
      await receive(segment);
      clock.pass(segmentSeconds * 1_000);
    }
    await expect
      .poll(() => progressOf(person, id))
      .toMatchObject({ lastTime: 20, lastSeason: 3, lastChapter: 2 });
  });

  it('does not overwrite what the person has watched on the page since', async () => {
    const person = await test.viewer('premium');
    const id = await addFilm();
    const segments = await openList(await addressOf(person, id, 'cast'));
    for (const segment of segments.slice(0, 4)) await receive(segment);
    const body = { lastTime: 150, duration: 200 };
    await test.call('PUT /api/videos/:id/progress', { params: { id }, body }, person);
    clock.pass(60_000);
    await receive(segments[4] ?? '');
    expect(await progressOf(person, id)).toMatchObject({ lastTime: 150 });
  });
});

describe('the right to play on a television', () => {
  it('is that of the device that casts: on a plan of one stream the device itself no longer plays', async () => {
    const phone = await test.viewer('gplay');
    const id = await addFilm();
    const own = await openList(await addressOf(phone, id, 'here'));
    expect(await receive(own[0] ?? '')).toEqual([200, '']);
    clock.pass(2_000);
    const television = await openList(await addressOf(phone, id, 'cast'));
    expect(await receive(television[0] ?? '')).toEqual([200, '']);
    expect(await receive(own[1] ?? '')).toEqual([403, 'stream.stopped']);
    const tablet = await test.login(phone, newDeviceId());
    expect(await receive(await addressOf(tablet, id, 'here'))).toEqual([429, 'stream.limit']);

    clock.pass(2_000);
    const back = await openList(await addressOf(phone, id, 'here'));
    expect(await receive(back[0] ?? '')).toEqual([200, '']);
    expect(await receive(television[1] ?? '')).toEqual([403, 'stream.stopped']);
  });

  it('is that of the television where both were asked for within a second', async () => {
    const phone = await test.viewer('gplay');
    const id = await addFilm();
    const [own = ''] = await openList(await addressOf(phone, id, 'here'));
    const [television = ''] = await openList(await addressOf(phone, id, 'cast'));
    expect(await receive(own)).toEqual([403, 'stream.stopped']);
    expect(await receive(television)).toEqual([200, '']);
  });

  it('does not move the lease when the browser of the device reads its address, before a television is chosen', async () => {
    const phone = await test.viewer('gplay');
    const id = await addFilm();
    const [own = ''] = await openList(await addressOf(phone, id, 'here'));
    const { body, headers } = await ask(phone, id);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    clock.pass(2_000);
    const read = await fetch(origin + (body.url ?? ''), { headers: { cookie } });
    await read.arrayBuffer();
    expect(read.status).toBe(200);
    expect(await receive(own)).toEqual([200, '']);
    // The television then gets the lease, although the browser has read its address.
    const [television = ''] = await openList(origin + (body.url ?? ''));
    expect(await receive(television)).toEqual([200, '']);
    expect(await receive(own)).toEqual([403, 'stream.stopped']);
  });

  it('counts on a plan of one stream when another device plays', async () => {
    const phone = await test.viewer('gplay');
    const id = await addFilm();
    const tablet = await test.login(phone, newDeviceId());
    await openList(await addressOf(tablet, id, 'here'));
    expect(await receive(await addressOf(phone, id, 'cast'))).toEqual([429, 'stream.limit']);
  });

  const ends: [string, (person: Person, id: string) => Promise<unknown>, string][] = [
    [
      'its person signs out',
      (person) => test.call('POST /api/auth/logout', { body: {} }, person),
      'stream.forbidden',
    ],
    [
      'its device is deactivated',
      async (person) =>
        test.call(
          'DELETE /api/devices/admin/:userId/:deviceId',
          { params: { userId: await userId(person), deviceId: person.deviceId } },
          await test.admin(),
        ),
      'stream.forbidden',
    ],
    [
      'its account is locked',
      async (person) =>
        test.call(
          'PUT /api/admin/users/:id/status',
          { params: { id: await userId(person) }, body: { isActive: false } },
          await test.admin(),
        ),
      'stream.forbidden',
    ],
    [
      'its plan no longer opens the film',
      async (person) =>
        test.call(
          'PUT /api/admin/users/:id/plan',
          { params: { id: await userId(person) }, body: { plan: 'gplay' } },
          await test.admin(),
        ),
      'stream.forbidden',
    ],
    [
      'the film is deleted',
      async (_person, id) => test.call('DELETE /api/videos/:id', { params: { id } }, await test.admin()),
      'stream.forbidden',
    ],
    [
      'somebody stops it from another device',
      async (person) =>
        test.call(
          'DELETE /api/streams/:deviceId',
          { params: { deviceId: person.deviceId } },
          await test.login(person, newDeviceId()),
        ),
      'stream.stopped',
    ],
  ];
  it.each(ends)('ends when %s', async (_what, end, code) => {
    const person = await test.viewer('premium');
    const id = await addVideo({ tipo: 'pelicula', url: answerFilm(), requiresPlan: ['premium'] });
    const [first = '', second = ''] = await openList(await addressOf(person, id, 'cast'));
    expect(await receive(first)).toEqual([200, '']);
    await end(person, id);
    expect(await receive(second)).toEqual([403, code]);
  });

  it('ends a transfer that is running when the device plays by itself again', async () => {
    const person = await test.viewer('gplay');
    const channel = await test.call(
      'POST /api/channels/admin',
      {
        body: {
          name: `Canal ${(made += 1)}`,
          url: `${upstream.origin}/steady.ts?tele`,
          requiresPlan: ['gplay'],
        },
      },
      await test.admin(),
    );
    const params = { id: channel.body._id };
    const cast = await test.call(
      'GET /api/channels/id/:id',
      { params, query: { for: 'cast', can: 'mse' } },
      person,
    );
    const response = await fetch(origin + cast.body.url);
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    const ended = (async () => {
      try {
        while (!(await reader.read()).done);
        return 'ended';
      } catch {
        return 'cut';
      }
    })();
    clock.pass(2_000);
    await receive(await addressOf(person, await addFilm(), 'here'));
    streamClock.pass(5_000);
    expect(await ended).toMatch(/ended|cut/);
  });
});
