import { createFrozenClock } from '../../../../test/frozen-clock.ts';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../../../../test/test-app.ts';
import { allowedConfinements } from '../../../../test/programs/allowed-confinements.ts';
import { findProgram } from '../../../platform/programs/find-program.ts';
import { makeSlowProgram } from '../../../../test/programs/slow-program.ts';
import { makeTestMedia, testPrograms, type TestMedia } from '../../../../test/media/make-test-media.ts';

let films: TestMedia;
beforeAll(async () => {
  films = await makeTestMedia();
});
afterAll(() => films[Symbol.asyncDispose]());

const checkTiming = {
  answerWithinMs: 100,
  withinMs: 200,
  longestWithinMs: 10_000,
  pauseMs: 10,
  longestPauseMs: 100,
};

it.skipIf(process.platform === 'win32')(
  'a film is refused for the moment while ffmpeg does not answer, and plays when it does',
  async () => {
    const ffmpeg = (await findProgram(testPrograms.ffmpeg)) ?? testPrograms.ffmpeg;
    await using slow = await makeSlowProgram(ffmpeg);
    const clock = createFrozenClock('2026-11-22T14:05:00Z');
    await using server = await startTestApp(
      {
        UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
        FFMPEG_PATH: slow.path,
        FFPROBE_PATH: testPrograms.ffprobe,
      },
      { checkTiming, clock },
    );
    await server.app.http.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;
    const admin = await server.admin();
    const converterState = async () =>
      (await server.call('GET /api/admin/stats', { query: { days: '7' } }, admin)).body.converter;
    const slug = 'film';
    const ids = await server.app.demoTargets.videos.addDemo([
      {
        slug,
        title: slug,
        description: '',
        tipo: 'pelicula',
        genres: [],
        address: `${films.origin}/plain.mkv`,
      },
    ]);
    const params = { id: ids.get(slug) ?? '' };
    const open = async () =>
      (await server.call('GET /api/videos/:id', { params, query: { can: 'mse' } }, admin)).body;
    const film = await open();
    expect(film.streamKind).toBe('hls');
    const refused = await fetch(origin + (film.url ?? ''));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    const body = (await refused.json()) as { code: string; error: string };
    expect(body.code).toBe('conversion.starting');
    expect(body.error).toContain('el servidor todavía está preparando el conversor. Vuelve a intentarlo');
    const unready = { version: '', confinement: null, encoders: [] };
    const startedAt = '2026-11-22T14:05:00.000Z';
    expect(await converterState()).toEqual({ state: 'unknown', since: startedAt, ...unready });

    clock.pass(60_000);
    await slow.wake();
    await server.app.conversions.whenConverterKnown();
    // The same address plays: nothing has to be opened again.
    const playlist = await fetch(origin + (film.url ?? ''));
    expect([playlist.status, (await playlist.text()).startsWith('#EXTM3U')]).toEqual([200, true]);
    const [confinement] = await allowedConfinements();
    expect(await converterState()).toEqual({
      state: 'ready',
      since: '2026-11-22T14:06:00.000Z',
      version: expect.stringMatching(/^\d|^n\d|^N/),
      confinement,
      encoders: expect.any(Array),
    });
  },
);

it('a server without ffmpeg says so to administrators, and since when', async () => {
  const clock = createFrozenClock('2026-11-22T14:05:00Z');
  await using server = await startTestApp({ FFMPEG_PATH: '/no/hay', FFPROBE_PATH: '/no/hay' }, { clock });
  clock.pass(1_000);
  expect(await server.app.conversions.whenConverterKnown()).toBeUndefined();
  const { body } = await server.call('GET /api/admin/stats', { query: { days: '7' } }, await server.admin());
  expect(body.converter).toEqual({
    state: 'missing',
    since: '2026-11-22T14:05:01.000Z',
    version: '',
    confinement: null,
    encoders: [],
  });
});
