import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { bundlePage } from './bundle-page.ts';
import { makeMedia, splicedSeconds } from './make-media.ts';
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

/** Plays a film whose first four seconds have another codec than the rest, until it fails. */
async function failureOf(part: string): Promise<PageReport> {
  runs += 1;
  const run = runs;
  const page = await browser.newPage();
  const query = new URLSearchParams({ kind: 'hls', src: `/changed-${part}.m3u8`, run: String(run) });
  await page.goto(`${server.url}/?${query}`);
  try {
    return await server.waitForReport(run, ({ failure }) => failure !== undefined);
  } finally {
    await page.close();
  }
}

describe.concurrent('a film in HLS whose codec changes at a discontinuity', () => {
  it.each([
    ['picture', 'mpeg2-part'],
    ['sound', 'ac3'],
  ])('to one whose %s the browser does not decode asks for another form', async (_lost, part) => {
    const { failure, currentTimeSeconds } = await failureOf(part);
    expect(failure).toMatchObject({ code: 'media.codec', fatal: true });
    expect(currentTimeSeconds).toBeGreaterThan(splicedSeconds - 1);
  });

  it('to one that the browser refuses says that it cannot be decoded', async () => {
    expect((await failureOf('hevc')).failure?.code).toBe('media.decode');
  });
});
