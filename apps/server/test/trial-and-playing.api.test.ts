import type { AddressInfo } from 'node:net';
import { startFakeUpstream, type FakeUpstream, createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
const clock = createVirtualClock('2026-11-21T22:00:00Z');
/** The clock by which running streams are checked and take their leases again, every five seconds. */
const streamClock = createVirtualClock();
const hourMs = 3_600_000;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    // The daily free trial follows the calendar of the configured time zone: at one in the morning of the 22nd in
    // Madrid, it is still the 21st in Mexico.
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', TRIAL_MINUTES_PER_DAY: '1', TIME_ZONE: 'America/Mexico_City' },
    { clock, streamTiming: { clock: streamClock }, trialLeadSeconds: 10_000 },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const waitMs = clock.pass;

let made = 0;
/**
 * Adds a film that only the `premium` plan opens, so that other viewers can watch it only with their daily free trial.
 */
async function addFilm(path: string): Promise<string> {
  made += 1;
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug: `film-${made}`,
      title: `Película ${made}`,
      description: '',
      tipo: 'pelicula',
      genres: [],
      requiresPlan: ['premium'],
      address: `${upstream.origin}${path}`,
    },
  ]);
  return ids.get(`film-${made}`) ?? '';
}

const open = (person: Person, id: string, useTrial: 'true' | 'false' = 'false') =>
  test.call('GET /api/videos/:id', { params: { id }, query: { useTrial } }, person);

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Opens a film as the given person, and lists the URLs of the segments in its HLS playlist. */
async function segmentsOf(
  person: Person,
  id: string,
  useTrial: 'true' | 'false' = 'true',
): Promise<string[]> {
  const { body } = await open(person, id, useTrial);
  const playlist = origin + body.url;
  return linesOf(await (await fetch(playlist)).text()).map((line) => new URL(line, playlist).href);
}

async function ask(address: string): Promise<[number, string]> {
  const response = await fetch(address);
  if (response.ok) {
    await response.arrayBuffer();
    return [response.status, ''];
  }
  const { code } = (await response.json()) as { code: string };
  return [response.status, code];
}

/**
 * Makes the fake upstream (the provider's server in this test) answer with an HLS playlist of equally long segments.
 */
function answerFilm(path: string, seconds: number, count: number): void {
  const lines = Array.from({ length: count }, (_, index) => [
    `#EXTINF:${seconds},`,
    `/vod/0.ts?parte=${index}`,
  ]);
  upstream.answer(path, {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: ['#EXTM3U', '#EXT-X-TARGETDURATION:60', ...lines.flat(), '#EXT-X-ENDLIST', ''].join('\n'),
  });
  for (let index = 0; index < count; index += 1) {
    upstream.answer(`/vod/0.ts?parte=${index}`, {
      headers: { 'content-type': 'video/mp2t' },
      body: Buffer.alloc(188 * 10, 0x47),
    });
  }
}

describe('a trial of a new account', () => {
  /**
   * Requests all segments of a film of one minute, which uses up the person's daily free trial (one minute in this
   * test).
   * @returns the error code for each segment; empty for delivered segments
   */
  async function spend(person: Person, path: string): Promise<string[]> {
    answerFilm(path, 20, 3);
    const id = await addFilm(path);
    const codes: string[] = [];
    for (const segment of await segmentsOf(person, id)) codes.push((await ask(segment))[1]);
    return codes;
  }

  it('is refused on a device that has used up its own trial', async () => {
    const first = await test.viewer();
    expect(await spend(first, '/trial-device-a.m3u8')).toEqual(['', '', '']);
    const second = await test.login(await test.viewer(), first.deviceId);
    const id = await addFilm('/trial-device-b.m3u8');
    expect((await open(second, id, 'true')).body).toMatchObject({
      code: 'plan.required',
      trialMinutesRemaining: 0,
      trialUsedToday: 0,
    });
  });

  it('is refused to a fifth account from one public address, which has four trials', async () => {
    const people = [];
    for (let count = 0; count < 5; count++) {
      const person = await test.viewer();
      // The server stores the IP address of a device at the first call of a session and not again in the next minutes,
      // so the address that the test writes afterwards is kept.
      await test.call('GET /api/auth/me', undefined, person);
      await test.db
        .updateTable('device')
        .set({ ip: '93.184.216.34' })
        .where('device_id', '=', person.deviceId)
        .execute();
      people.push(person);
    }
    const [fifth, ...four] = people;
    for (const [index, person] of four.entries()) {
      expect(await spend(person, `/trial-address-${index}.m3u8`)).toEqual(['', '', '']);
    }
    const id = await addFilm('/trial-address-5.m3u8');
    expect((await open(fifth!, id, 'true')).body).toMatchObject({
      code: 'plan.required',
      trialMinutesRemaining: 0,
    });
  });
});

describe('the trial minutes of a day', () => {
  it('are offered when the plan does not open a film, and open it', async () => {
    const viewer = await test.viewer('gplay');
    const id = await addFilm('/trial-a.m3u8');
    const denied = await open(viewer, id);
    expect(denied.status).toBe(403);
    expect(denied.body).toMatchObject({
      code: 'plan.required',
      trialMinutesRemaining: 1,
      trialUsedToday: 0,
      trialMessage: 'Puedes ver 1 minuto gratis hoy.',
    });
    expect((await open(viewer, id, 'true')).body.url).toMatch(/^\/api\/stream\//);
  });

  it('are used up by delivered segments, each second once, and then end the stream', async () => {
    answerFilm('/trial-b.m3u8', 20, 4);
    const viewer = await test.viewer('gplay');
    const id = await addFilm('/trial-b.m3u8');
    const [first = '', second = '', third = '', fourth = ''] = await segmentsOf(viewer, id);
    expect(await ask(first)).toEqual([200, '']);
    for (let again = 0; again < 5; again += 1) expect(await ask(first)).toEqual([200, '']);
    expect(await ask(second)).toEqual([200, '']);
    expect((await open(viewer, id)).body).toMatchObject({ trialMinutesRemaining: 0, trialUsedToday: 1 });
    // The daily free trial (one minute in this test) belongs to the account, so another device of the account gets no
    // second one.
    const phone = await test.login(viewer, newDeviceId());
    expect((await open(phone, id, 'true')).status).toBe(403);
    const before = upstream.seen.length;
    expect(await ask(third)).toEqual([200, '']);
    expect(await ask(fourth)).toEqual([403, 'trial.spent']);
    expect(upstream.seen.length - before).toBe(2);
    const spent = await open(viewer, id, 'true');
    expect(spent.body).toMatchObject({
      trialMinutesRemaining: 0,
      trialUsedToday: 1,
      trialMessage: 'Ya has usado tu prueba gratuita de hoy. Mañana tendrás más minutos.',
    });
  });

  it('are full again when the day begins in the operator’s time zone', async () => {
    answerFilm('/trial-c.m3u8', 50, 2);
    const viewer = await test.viewer('gplay');
    const id = await addFilm('/trial-c.m3u8');
    const [first = ''] = await segmentsOf(viewer, id);
    expect(await ask(first)).toEqual([200, '']);
    waitMs(7 * 3_600_000);
    expect((await open(viewer, id)).body).toMatchObject({ trialUsedToday: 1 });
    waitMs(3_600_000);
    expect((await open(viewer, id)).body).toMatchObject({ trialMinutesRemaining: 1, trialUsedToday: 0 });
  });

  it('are not overspent by fifty requests, of which eight are simultaneous', async () => {
    answerFilm('/trial-d.m3u8', 7, 50);
    const viewer = await test.viewer('gplay');
    const id = await addFilm('/trial-d.m3u8');
    const segments = await segmentsOf(viewer, id);
    const [first = ''] = segments;
    await ask(first);
    const answers: [number, string][] = [];
    // One item may have eight requests at once.
    const askInTurn = async () => {
      for (let next = segments.pop(); next !== undefined; next = segments.pop())
        answers.push(await ask(next));
    };
    await Promise.all(Array.from({ length: 8 }, askInTurn));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(8);
    expect(answers.filter(([, code]) => code === 'trial.spent')).toHaveLength(42);
  });

  it('are charged for a file by the playing time of the delivered bytes', async () => {
    const viewer = await test.viewer('gplay');
    upstream.answer('/trial.mp4', {
      headers: { 'content-type': 'video/mp4' },
      body: Buffer.concat([
        Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0', 'latin1'),
        Buffer.alloc(40_000_000, 1),
      ]),
    });
    const id = await addFilm('/trial.mp4');
    const { body } = await open(viewer, id, 'true');
    const response = await fetch(origin + body.url);
    const reader = response.body!.getReader();
    let received = 0;
    const end = await (async () => {
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return 'whole';
          received += value.length;
        }
      } catch {
        return 'cut';
      }
    })();
    expect(end).toBe('cut');
    // One minute of free trial at four megabits a second, the bit rate that the server assumes for plain files, plus
    // bytes that were already on their way.
    expect(received).toBeGreaterThan(25_000_000);
    expect(received).toBeLessThan(34_000_000);
  });

  it('do not open a channel, nor a video to a person without a session', async () => {
    const viewer = await test.viewer('gplay');
    const { body: channel } = await test.call(
      'POST /api/channels/admin',
      { body: { name: 'Canal caro', url: `${upstream.origin}/live/index.m3u8` } },
      await test.admin(),
    );
    const denied = await test.call('GET /api/channels/id/:id', { params: { id: channel._id } }, viewer);
    expect(denied.body).toMatchObject({ code: 'plan.required', trialMinutesRemaining: 0 });
    expect(
      (
        await test.call('GET /api/videos/:id', {
          params: { id: await addFilm('/x') },
          query: { useTrial: 'true' },
        })
      ).status,
    ).toBe(401);
  });
});

describe('devices of an account that play at once', () => {
  type Devices = [Person, Person, Person, ...Person[]];
  const devicesOf = async (person: Person, count = 3): Promise<Devices> => {
    const devices: Person[] = [];
    for (let index = 0; index < count; index += 1) devices.push(await test.login(person, newDeviceId()));
    return devices as Devices;
  };

  async function addChannel(): Promise<string> {
    made += 1;
    const { body } = await test.call(
      'POST /api/channels/admin',
      { body: { name: `Canal ${made}`, url: `${upstream.origin}/live/index.m3u8?canal=${made}` } },
      await test.admin(),
    );
    upstream.answer(`/live/index.m3u8?canal=${made}`, {
      headers: { 'content-type': 'application/vnd.apple.mpegurl' },
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n/live/1.ts\n',
    });
    return body._id;
  }

  async function play(person: Person, channelId: string) {
    const { body } = await test.call('GET /api/channels/id/:id', { params: { id: channelId } }, person);
    const response = await fetch(origin + body.url);
    return { status: response.status, body: (await response.text()).slice(0, 2_000) };
  }

  it('are limited by the plan, and the refusal of one more names them', async () => {
    const [one, two, three] = await devicesOf(await test.viewer('sports'));
    const channel = await addChannel();
    expect((await play(one, channel)).status).toBe(200);
    expect((await play(two, channel)).status).toBe(200);
    const refused = await play(three, channel);
    expect(refused.status).toBe(429);
    const body = JSON.parse(refused.body) as { error: string; code: string; devices: { deviceId: string }[] };
    expect(body.code).toBe('stream.limit');
    expect(body.devices.map(({ deviceId }) => deviceId).toSorted()).toEqual(
      [one.deviceId, two.deviceId].toSorted(),
    );
    expect(body.error).toContain(`(Canal ${made})`);
    // Devices that were already playing when the account reached its limit of streams may continue, and may change the
    // channel.
    expect((await play(one, channel)).status).toBe(200);
    expect((await play(two, await addChannel())).status).toBe(200);
  });

  it('never exceed the limit, however many start together', async () => {
    const devices = await devicesOf(await test.viewer('premium'), 12);
    const channel = await addChannel();
    const answers = await Promise.all(devices.map((device) => play(device, channel)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  it('free their lease half a minute after they stop', async () => {
    const [one, two, three] = await devicesOf(await test.viewer('sports'));
    const channel = await addChannel();
    await play(one, channel);
    await play(two, channel);
    waitMs(20_000);
    await play(two, channel);
    waitMs(9_000);
    expect((await play(three, channel)).status).toBe(200);
    expect((await play(one, channel)).status).toBe(429);
  });

  it('free their lease in time when the clock of the machine is set back an hour', async () => {
    const [one, two, three] = await devicesOf(await test.viewer('sports'));
    const channel = await addChannel();
    await play(one, channel);
    await play(two, channel);
    clock.setBack(hourMs);
    expect((await play(three, channel)).status).toBe(429);
    waitMs(29_000);
    expect((await play(three, channel)).status).toBe(200);
    clock.setBack(-hourMs);
  });

  it('keep their lease while they save progress', async () => {
    const [one, two] = await devicesOf(await test.viewer('gplay'));
    const { body: film } = await test.call(
      'GET /api/videos/:id',
      { params: { id: await addOpenFilm() } },
      one,
    );
    await fetch(origin + film.url);
    waitMs(20_000);
    await test.call(
      'PUT /api/videos/:id/progress',
      { params: { id: film._id }, body: { lastTime: 20, duration: 100 } },
      one,
    );
    waitMs(20_000);
    expect((await fetchFilm(two)).status).toBe(429);
    waitMs(9_000);
    expect((await fetchFilm(two)).status).toBe(200);
  });

  async function addOpenFilm(): Promise<string> {
    const ids = await test.app.demoTargets.videos.addDemo([
      {
        slug: 'abierta',
        title: 'Abierta',
        description: '',
        tipo: 'pelicula',
        genres: [],
        address: `${upstream.origin}/vod/index.m3u8`,
      },
    ]);
    openFilm = ids.get('abierta') ?? '';
    return openFilm;
  }
  let openFilm = '';
  const fetchFilm = async (person: Person) =>
    fetch(origin + (await test.call('GET /api/videos/:id', { params: { id: openFilm } }, person)).body.url);

  /** Plays an endless file with a single HTTP request, as a player does that was paused for long. */
  async function playOn(person: Person) {
    const path = `/steady.ts?lease=${(made += 1)}`;
    const film = {
      slug: `sin-fin-${made}`,
      title: `Sin fin ${made}`,
      description: '',
      tipo: 'pelicula' as const,
    };
    const ids = await test.app.demoTargets.videos.addDemo([
      { ...film, genres: [], address: upstream.origin + path },
    ]);
    const id = ids.get(film.slug) ?? '';
    const { body } = await test.call('GET /api/videos/:id', { params: { id } }, person);
    const leaving = new AbortController();
    const response = await fetch(origin + body.url, { signal: leaving.signal });
    let isOver = false;
    const reading = (async () => {
      for await (const _chunk of response.body ?? []);
    })();
    void reading.catch(() => undefined).finally(() => (isOver = true));
    return { status: response.status, title: film.title, isOver: () => isOver, leave: () => leaving.abort() };
  }

  it('never exceed the limit when one goes on with a request from before its lease ended', async () => {
    const [one, two] = await devicesOf(await test.viewer('gplay'));
    const film = await playOn(one);
    waitMs(29_000);
    const other = await playOn(two);
    expect([film.status, other.status]).toEqual([200, 200]);
    streamClock.pass(5_000);
    await expect.poll(film.isOver).toBe(true);
    expect((await test.call('GET /api/streams', undefined, two)).body.devices).toMatchObject([
      { deviceId: two.deviceId, title: other.title },
    ]);
    expect(other.isOver()).toBe(false);
    other.leave();
  });

  it('take their lease again when they play on and it is still free', async () => {
    const [one, two] = await devicesOf(await test.viewer('gplay'));
    const film = await playOn(one);
    waitMs(29_000);
    const listed = async () => (await test.call('GET /api/streams', undefined, two)).body.devices;
    expect(await listed()).toEqual([]);
    streamClock.pass(5_000);
    await expect.poll(listed).toMatchObject([{ deviceId: one.deviceId, title: film.title }]);
    expect((await playOn(two)).status).toBe(429);
    expect(film.isOver()).toBe(false);
    film.leave();
  });

  it('can be stopped from another device, at once, and their streams are cut', async () => {
    const [one, two] = await devicesOf(await test.viewer('sports'));
    const channel = await addChannel();
    const { body } = await test.call('GET /api/channels/id/:id', { params: { id: channel } }, one);
    await fetch(origin + body.url);
    const listed = await test.call('GET /api/streams', undefined, two);
    expect(listed.body).toMatchObject({
      maxStreams: 2,
      devices: [{ deviceId: one.deviceId, title: `Canal ${made}`, isThisDevice: false }],
    });
    const params = { deviceId: one.deviceId };
    expect((await test.call('DELETE /api/streams/:deviceId', { params }, two)).status).toBe(200);
    expect(await ask(origin + body.url)).toEqual([403, 'stream.stopped']);
    expect((await test.call('GET /api/streams', undefined, two)).body.devices).toEqual([]);
    expect((await test.call('DELETE /api/streams/:deviceId', { params }, two)).status).toBe(404);
    waitMs(1_000);
    expect((await play(one, channel)).status).toBe(200);
  });

  it('can play again after a stop when the clock of the machine is set back an hour', async () => {
    const [one, two] = await devicesOf(await test.viewer('sports'));
    const channel = await addChannel();
    await play(one, channel);
    const params = { deviceId: one.deviceId };
    expect((await test.call('DELETE /api/streams/:deviceId', { params }, two)).status).toBe(200);
    clock.setBack(hourMs);
    waitMs(1_000);
    expect((await play(one, channel)).status).toBe(200);
    clock.setBack(-hourMs);
  });

  it('can be neither seen nor stopped by another account', async () => {
    const mine = await test.viewer('sports');
    const other = await test.viewer('sports');
    await play(mine, await addChannel());
    expect((await test.call('GET /api/streams', undefined, other)).body.devices).toEqual([]);
    const params = { deviceId: mine.deviceId };
    expect((await test.call('DELETE /api/streams/:deviceId', { params }, other)).status).toBe(404);
    expect((await test.call('GET /api/streams')).status).toBe(401);
  });
});
