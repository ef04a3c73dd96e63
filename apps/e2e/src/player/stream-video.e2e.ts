import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { bundlePage } from './bundle-page.ts';
import { makeMedia } from './make-media.ts';
import { startMediaServer, type MediaServer } from './media-server.ts';
import type { PageReport } from './page.ts';

let server: MediaServer;
let browser: Browser;
let runs = 0;

beforeAll(async () => {
  const [opened, media, page] = await Promise.all([sharedBrowser(), makeMedia(), bundlePage()]);
  browser = opened;
  server = await startMediaServer(media, page);
});

afterAll(() => server[Symbol.asyncDispose]());

/**
 * A page that plays a test stream as if the page had been opened by a link from elsewhere: without user activation, so
 * the browser may refuse sound.
 */
interface Viewer extends AsyncDisposable {
  page: Page;
  reported: (describes: (report: PageReport) => boolean) => Promise<PageReport>;
  reports: () => readonly PageReport[];
}

async function watch(kind: string, src: string, options: Record<string, string> = {}): Promise<Viewer> {
  runs += 1;
  const run = runs;
  const page = await browser.newPage();
  await page.goto(`${server.url}/?${new URLSearchParams({ kind, src, run: String(run), ...options })}`);
  return {
    page,
    reported: (describes) => server.waitForReport(run, describes),
    reports: () => server.reportsOf(run),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

const playsOn = (report: PageReport) =>
  report.status === 'playing' && report.currentTimeSeconds > 0.5 && report.framesShown > 5;

describe.concurrent('<stream-video> in a real browser', () => {
  it.each([
    ['hls', '/vod/master.m3u8', [180, 90]],
    ['dash', '/dash/film.mpd', [180, 90]],
    ['file', '/film.mp4', []],
  ])('plays %s on demand, with its duration', async (kind, src, renditions) => {
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(playsOn);
    expect(report.streamType).toBe('on-demand');
    expect(report.durationSeconds).toBeCloseTo(12, 0);
    expect(report.renditions.toSorted((a, b) => b - a)).toEqual(renditions);
  });

  it.each([
    ['hls', '/live/channel.m3u8'],
    ['dash', '/dash/live.mpd'],
    ['ts', '/channel'],
  ])('plays a live channel in %s, without a wrong duration', async (kind, src) => {
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(playsOn);
    expect(report).toMatchObject({ streamType: 'live', isLive: true, durationSeconds: null });
  });

  it.each([
    ['file', '/whole/film.mp4'],
    ['hls', '/sequential/master.m3u8'],
  ])('knows that nobody can seek in a %s that begins only at its beginning', async (kind, src) => {
    await using viewer = await watch(kind, src, { start: '7' });
    const report = await viewer.reported(playsOn);
    expect(report).toMatchObject({ isSequential: true, streamType: 'on-demand' });
    expect(report.currentTimeSeconds).toBeLessThan(6);
    expect(report.durationSeconds).toBeCloseTo(12, 0);
  });

  it('starts muted without user activation, offers the sound, and turns it on with a click', async () => {
    await using viewer = await watch('file', '/film.mp4');
    const silent = await viewer.reported(
      ({ status, currentTimeSeconds }) => status === 'playing' && currentTimeSeconds > 2,
    );
    expect(silent.isAutoplayMuted).toBe(true);
    await viewer.page.getByRole('button', { name: 'Activar sonido' }).click();
    await viewer.reported(({ status, isAutoplayMuted }) => status === 'playing' && !isAutoplayMuted);
  });

  it('keeps playing when the browser refuses an unmute without a click', async () => {
    await using viewer = await watch('file', '/film.mp4', { unmute: 'unasked' });
    const report = await viewer.reported(
      ({ status, currentTimeSeconds, unmuted }) =>
        status === 'playing' && currentTimeSeconds > 3 && unmuted.length > 0,
    );
    expect(report).toMatchObject({ isAutoplayMuted: true, unmuted: [false] });
  });

  it('runs the HLS worker from a file of the page’s origin', async () => {
    await using viewer = await watch('hls', '/vod/master.m3u8');
    const report = await viewer.reported(playsOn);
    expect(report.refusedByPolicy).toEqual([]);
    expect(viewer.page.workers().map((worker) => worker.url())).toEqual([`${server.url}/hls.worker.js`]);
  });

  it('lists the languages of DASH, and switches between them', async () => {
    await using viewer = await watch('dash', '/dash/film.mpd');
    const begun = await viewer.reported(playsOn);
    expect(begun.sounds).toEqual(['Español (Latinoamérica)', 'Español (España)']);
    await viewer.page.evaluate(() => window.chooseSound('Español (España)'));
    const changed = await viewer.reported(({ sounds }) => sounds[0] === 'Español (España)');
    await viewer.reported(({ currentTimeSeconds }) => currentTimeSeconds > changed.currentTimeSeconds + 1);
    expect(changed.refusedByPolicy).toEqual([]);
  });

  it.each([
    ['file', '/soundless.mp4'],
    ['hls', '/unheard/index.m3u8'],
  ])('warns of a stream in %s whose sound cannot play, and keeps playing', async (kind, src) => {
    await using viewer = await watch(kind, src);
    const warned = await viewer.reported(({ failure }) => failure !== undefined);
    expect(warned.failure).toMatchObject({ code: 'media.no_audio', fatal: false });
    await viewer.reported(
      ({ status, currentTimeSeconds }) =>
        status === 'playing' && currentTimeSeconds > warned.currentTimeSeconds,
    );
  });

  it.each([
    ['hls', '/silent/index.m3u8'],
    ['hls', '/silent/mp4.m3u8'],
    ['dash', '/silent/index.mpd'],
    ['ts', '/silent'],
  ])('does not warn of the sound of a stream in %s that has none: %s', async (kind, src) => {
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(
      ({ status, currentTimeSeconds }) => status === 'playing' && currentTimeSeconds > 6,
    );
    expect(report.failure).toBeUndefined();
  });

  it.each([
    ['ts', '/mpeg2'],
    ['file', '/mpeg4.mp4'],
  ])('warns of a stream in %s whose picture cannot be shown', async (kind, src) => {
    await using viewer = await watch(kind, src);
    const { failure } = await viewer.reported((report) => report.failure?.code === 'media.no_video');
    expect(failure?.fatal).toBe(false);
  });

  it.each([
    ['hls', '/radio/index.m3u8'],
    ['dash', '/radio/index.mpd'],
    ['ts', '/radio'],
    ['file', '/radio.aac'],
  ])('does not warn that a radio in %s has no picture', async (kind, src) => {
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(
      ({ status, currentTimeSeconds }) => status === 'playing' && currentTimeSeconds > 6,
    );
    expect(report.framesShown).toBe(0);
    expect(report.failure).toBeUndefined();
  });

  it.each([
    ['hls', '/refused/404/stream.invalid', { source: 'gateway', code: 'stream.invalid', httpStatus: 404 }],
    ['hls', '/refused/429/stream.limit', { source: 'gateway', httpStatus: 429, retryAfterMs: 7000 }],
    ['ts', '/refused/403/stream.forbidden', { source: 'gateway', code: 'stream.forbidden', httpStatus: 403 }],
    ['ts', '/refused/403/stream.stopped', { source: 'gateway', code: 'stream.stopped', httpStatus: 403 }],
    ['hls', '/refused-part.m3u8', { source: 'gateway', code: 'trial.spent', httpStatus: 403 }],
    ['file', '/refused/403/plan.required', { source: 'gateway', code: 'plan.required', httpStatus: 403 }],
    ['hls', '/garbage', { source: 'media', code: 'media.format' }],
    ['ts', '/garbage', { source: 'media', code: 'media.format' }],
    ['ts', '/garbage/200000/sync', { source: 'media', code: 'media.format' }],
    ['ts', '/garbage/10000', { source: 'media', code: 'media.format' }],
    ['file', '/garbage', { source: 'media', code: 'media.format' }],
    ['dash', '/refused/403/plan.required', { source: 'gateway', code: 'plan.required', httpStatus: 403 }],
    ['dash', '/garbage', { source: 'media', code: 'media.format' }],
  ])('reports why %s at %s does not play', async (kind, src, failure) => {
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(({ status }) => status === 'error');
    expect(report.failure).toMatchObject({ ...failure, fatal: true });
  });

  it.each(['hls', 'ts', 'file', 'dash'])(
    'requests a new address when that of %s has expired',
    async (kind) => {
      await using viewer = await watch(kind, '/refused/410/stream.expired');
      expect(await viewer.reported(playsOn)).toMatchObject({ renewals: 1 });
    },
  );
});

// At the same time as the tests above: two waits of seven seconds are most of this test.
describe.concurrent('<stream-video> for a stream whose provider is busy', () => {
  it('waits as long as a busy provider asks before each further request', async () => {
    const path = '/refused/503/upstream.busy';
    await using viewer = await watch('hls', path);
    const report = await viewer.reported(({ status }) => status === 'error');
    expect(report.failure).toMatchObject({ code: 'upstream.busy', retryAfterMs: 7000 });
    expect(server.takeRequests().filter((requested) => requested === path)).toHaveLength(3);
  });
});

describe('<stream-video> for a stream that the provider refuses', () => {
  it.each([
    ['hls', '/refused/502/upstream.gone', 'upstream.gone', 1],
    ['hls', '/gone-level.m3u8', 'upstream.gone', 1],
    ['hls', '/locked-segments.m3u8', 'upstream.forbidden', 1],
    ['ts', '/refused/502/upstream.gone', 'upstream.gone', 1],
    ['file', '/refused/502/upstream.gone', 'upstream.gone', 2],
  ])('requests %s at %s and reports %s after %i requests', async (kind, src, code, requests) => {
    server.takeRequests();
    await using viewer = await watch(kind, src);
    const report = await viewer.reported(({ status }) => status === 'error');
    expect(report.failure).toMatchObject({ source: 'upstream', code, httpStatus: 502, sentence: 'No.' });
    expect(server.takeRequests().filter((path) => path.startsWith('/refused'))).toHaveLength(requests);
  });
});

describe('<stream-video> while zapping', () => {
  it('has only one engine after zapping fast through every kind', async () => {
    await using viewer = await watch('ts', '/channel');
    await viewer.reported(playsOn);
    const countLoads = (): number => viewer.reports().filter(({ status }) => status === 'loading').length;
    const loads = countLoads();
    await viewer.page.evaluate(() => {
      for (let turn = 0; turn < 5; turn += 1) {
        window.openSource({ kind: 'hls', src: '/live/zapped.m3u8' });
        window.openSource({ kind: 'dash', src: '/dash/film.mpd' });
        window.openSource({ kind: 'file', src: '/film.mp4' });
        window.openSource({ kind: 'ts', src: '/channel' });
      }
    });
    // The reports of what played before may still be on their way.
    await expect.poll(countLoads).toBeGreaterThan(loads);
    await viewer.reported(playsOn);
    await expect.poll(() => server.openConnections()).toBe(1);
    await viewer.page.evaluate(() => window.openSource({ kind: 'hls', src: '/live/zapped.m3u8' }));
    await viewer.reported((report) => playsOn(report) && report.streamType === 'live');
    await viewer.page.evaluate(() => window.openSource({ kind: 'hls', src: '/vod/master.m3u8' }));
    const isOfFilm = (report: PageReport) => playsOn(report) && report.streamType === 'on-demand';
    await viewer.reported(isOfFilm);
    await expect.poll(() => server.openConnections()).toBe(0);
    server.takeRequests();
    await viewer.reported((report) => isOfFilm(report) && report.currentTimeSeconds > 4);
    expect(server.takeRequests().filter((path) => path.startsWith('/live/'))).toEqual([]);
  });
});
