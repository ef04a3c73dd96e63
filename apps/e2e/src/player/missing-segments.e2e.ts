import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { bundlePage } from './bundle-page.ts';
import { makeMedia, mediaSeconds } from './make-media.ts';
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

async function watch(src: string) {
  runs += 1;
  const run = runs;
  const page = await browser.newPage();
  await page.goto(`${server.url}/?${new URLSearchParams({ kind: 'hls', src, run: String(run) })}`);
  return {
    reported: (describes: (report: PageReport) => boolean) => server.waitForReport(run, describes),
    reports: () => server.reportsOf(run),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

const hasFailed = ({ status }: PageReport) => status === 'error';
const hasEnded = ({ status }: PageReport) => status === 'ended' || status === 'error';

describe.concurrent('<stream-video> for an HLS stream without some of its segments', () => {
  it.each(['/all-missing.m3u8', '/only-missing.m3u8', '/missing/channel.m3u8'])(
    'says of %s, where none exists, that the stream is gone',
    async (src) => {
      await using viewer = await watch(src);
      const { failure } = await viewer.reported(hasFailed);
      expect(failure).toMatchObject({ source: 'upstream', code: 'upstream.gone', httpStatus: 404 });
    },
  );

  it.each(['/first-missing.m3u8', '/declared-gap.m3u8', '/empty-gap.m3u8', '/gaps.m3u8'])(
    'plays %s to its end and skips those',
    async (src) => {
      await using viewer = await watch(src);
      const report = await viewer.reported(hasEnded);
      expect(report.status).toBe('ended');
      expect(report.currentTimeSeconds).toBeGreaterThan(mediaSeconds - 1);
    },
  );

  it('plays what exists of a film before it says that the rest is gone', async () => {
    await using viewer = await watch('/half-missing.m3u8');
    const report = await viewer.reported(hasEnded);
    expect([report.status, report.failure?.code]).toEqual(['error', 'upstream.gone']);
    expect(report.currentTimeSeconds).toBeGreaterThan(3.5);
  });
});
