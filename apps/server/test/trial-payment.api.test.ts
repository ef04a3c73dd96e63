import type { AddressInfo } from 'node:net';
import { createVirtualClock, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
const clock = createVirtualClock('2026-11-21T12:00:00Z');
const leadSeconds = 2;
/** How many requests for one item the server answers at once before it cuts the oldest. */
const requestsAtOnce = 8;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', TRIAL_MINUTES_PER_DAY: '10', TIME_ZONE: 'UTC' },
    {
      clock,
      trialLeadSeconds: leadSeconds,
    },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/**
 * Makes the fake upstream (the provider's server in this test) serve an HLS playlist of equally long segments, each
 * with a URL of its own.
 */
function offerList(path: string, seconds: number, count: number): string {
  const lines = Array.from({ length: count }, (_, index) => [`#EXTINF:${seconds},`, `${path}/${index}.ts`]);
  upstream.answer(path, {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: ['#EXTM3U', '#EXT-X-TARGETDURATION:60', ...lines.flat(), '#EXT-X-ENDLIST', ''].join('\n'),
  });
  for (let index = 0; index < count; index += 1) {
    upstream.answer(`${path}/${index}.ts`, {
      headers: { 'content-type': 'video/mp2t' },
      body: Buffer.alloc(188 * 10, 0x47),
    });
  }
  return upstream.origin + path;
}

let made = 0;
/** Adds a title that only `premium` opens: a film for one stream address, a series of one season for several. */
async function addTitle(addresses: string | readonly string[]): Promise<string> {
  made += 1;
  const slug = `titulo-${made}`;
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug,
      title: `Título ${made}`,
      description: '',
      tipo: typeof addresses === 'string' ? 'pelicula' : 'serie',
      genres: [],
      requiresPlan: ['premium'],
      ...(typeof addresses === 'string'
        ? { address: addresses }
        : {
            seasons: [
              {
                seasonNumber: 1,
                chapters: addresses.map((address, index) => ({
                  chapterNumber: index + 1,
                  title: `Capítulo ${index + 1}`,
                  address,
                })),
              },
            ],
          }),
    },
  ]);
  return ids.get(slug) ?? '';
}

const open = async (person: Person, id: string) =>
  (await test.call('GET /api/videos/:id', { params: { id }, query: { useTrial: 'true' } }, person)).body;

const usedBy = async (person: Person) => {
  const { body } = await test.call('GET /api/videos/:id', { params: { id: denied } }, person);
  return (body as { trialUsedToday?: number }).trialUsedToday;
};
let denied = '';
beforeAll(async () => {
  denied = await addTitle(`${upstream.origin}/nada.mp4`);
});

async function segmentsOf(path: string): Promise<string[]> {
  const playlist = origin + path;
  const text = await (await fetch(playlist)).text();
  return [...text.matchAll(/^\/api\/stream\/\S+$/gm)].map(([line]) => new URL(line, playlist).href);
}

describe('a trial', () => {
  it('pays for each chapter of a series separately', async () => {
    const viewer = await test.viewer('gplay');
    const id = await addTitle([offerList('/uno.m3u8', 60, 1), offerList('/dos.m3u8', 60, 1)]);
    const watch = async (index: number) => {
      // Each viewing signs in on a new device: a device that has just received a minute of media is too far ahead of
      // playback and would have to wait for the next segment.
      const device = await test.login(viewer, newDeviceId());
      const { url } = (await open(device, id)).seasons[0]?.chapters[index] ?? {};
      const [segment = ''] = await segmentsOf(url ?? '');
      expect((await fetch(segment)).status).toBe(200);
      // The test's clock is advanced by a minute: the device then no longer counts as playing, and the next one may
      // start a stream.
      clock.pass(60_000);
      return usedBy(device);
    };
    expect(await watch(0)).toBe(1);
    expect(await watch(0)).toBe(1);
    expect(await watch(1)).toBe(2);
  });

  it('is delivered no faster than it is watched, with as many requests at once as are answered', async () => {
    const viewer = await test.viewer('gplay');
    const { url } = await open(viewer, await addTitle(offerList('/rapida.m3u8', 1, 50)));
    const segments = (await segmentsOf(url ?? '')).slice(0, requestsAtOnce);
    const leaving = new AbortController();
    const startedAtMs = clock.steadyMs();
    const answeredAtSeconds: number[] = [];
    const requests = segments.map(async (segment) => {
      try {
        await (await fetch(segment, { signal: leaving.signal })).arrayBuffer();
        answeredAtSeconds.push(Math.floor((clock.steadyMs() - startedAtMs) / 1_000));
      } catch (error) {
        if (!leaving.signal.aborted) throw error;
      }
    });
    // The server delivers the lead (seconds that may be delivered ahead of playback) at once, and one more segment as soon
    // as the bucket holds something; each further segment of one second follows a second after the previous one.
    for (const [further, pauseMs] of [10, 1_000, 1_000].entries()) {
      await expect.poll(() => answeredAtSeconds.length).toBe(leadSeconds + further);
      const findPause = () => clock.waits().find((ms) => Math.abs(ms - pauseMs) <= 1);
      await expect.poll(() => findPause() ?? clock.waits()).toBeTypeOf('number');
      clock.pass(findPause() ?? 0);
    }
    await expect.poll(() => answeredAtSeconds.length).toBe(leadSeconds + 3);
    leaving.abort();
    await Promise.all(requests);
    expect(answeredAtSeconds).toEqual([0, 0, 0, 1, 2]);
  });

  it('has its payments deleted after some days', async () => {
    const viewer = await test.viewer('gplay');
    const other = await test.viewer('gplay');
    const id = await addTitle(offerList('/dias.m3u8', 60, 1));
    const payDay = async (person: Person, day: string) => {
      // The device of the day before no longer counts as playing.
      clock.pass(60_000);
      clock.setTime(`${day}T12:00:00Z`);
      const device = await test.login(person, newDeviceId());
      const [segment = ''] = await segmentsOf((await open(device, id)).url ?? '');
      expect((await fetch(segment)).status).toBe(200);
    };
    await payDay(other, '2026-12-01');
    await payDay(viewer, '2026-12-01');
    await payDay(viewer, '2026-12-05');
    await payDay(viewer, '2026-12-10');
    const usedOn = async (person: Person, day: string) => {
      clock.setTime(`${day}T12:00:00Z`);
      return usedBy(await test.login(person, newDeviceId()));
    };
    // Setting the server's clock back to an earlier day does not renew the free trial of that day while its use is
    // still remembered in the database.
    expect(await usedOn(viewer, '2026-12-10')).toBe(1);
    expect(await usedOn(viewer, '2026-12-05')).toBe(1);
    expect(await usedOn(viewer, '2026-12-01')).toBe(0);
    expect(await usedOn(other, '2026-12-01')).toBe(1);
  });
});
