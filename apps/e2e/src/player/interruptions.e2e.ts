import { startNetwork } from '@butaca/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { tenTimesASecond } from '../polling.ts';
import { bundlePage } from './bundle-page.ts';
import { makeMedia, splicedSeconds } from './make-media.ts';
import { liveWindowSegments, startMediaServer, type MediaServer } from './media-server.ts';
import type { PageReport } from './page.ts';

let server: MediaServer;
let browser: Browser;
let runs = 0;
/** A device without a network misses so many windows of the live playlist: more than its buffer holds. */
const windowsAway = 3;

beforeAll(async () => {
  const [opened, media, page] = await Promise.all([sharedBrowser(), makeMedia(), bundlePage()]);
  browser = opened;
  server = await startMediaServer(media, page);
});

afterAll(() => server[Symbol.asyncDispose]());

async function watch(kind: string, src: string, url = server.url) {
  runs += 1;
  const run = runs;
  const page = await browser.newPage();
  await page.goto(`${url}/?${new URLSearchParams({ kind, src, run: String(run) })}`);
  return {
    reported: (describes: (report: PageReport) => boolean) => server.waitForReport(run, describes),
    reports: () => server.reportsOf(run),
    /** Disconnects the page from the network, or connects it again. It cannot send reports meanwhile. */
    setOffline: (isOffline: boolean) => page.context().setOffline(isOffline),
    /** Waits until the player, which cannot send reports, plays nothing and says that it reconnects. */
    reconnects: () =>
      page.waitForFunction(
        () => {
          const { status, isReconnecting } = window.readPlayback();
          return isReconnecting && (status === 'buffering' || status === 'loading');
        },
        undefined,
        { ...tenTimesASecond, timeout: 40_000 },
      ),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

/** Whether a player that had lost its stream plays again, and no longer says that it reconnects. */
const isBack = (report: PageReport) => (playsOn(report) && !report.isReconnecting) || hasEnded(report);
const playsOn = (report: PageReport) =>
  report.status === 'playing' && report.currentTimeSeconds > 0.5 && report.framesShown > 5;
const hasEnded = ({ status }: PageReport) => status === 'error';
const statusesOf = (reports: readonly PageReport[]) => new Set(reports.map(({ status }) => status));

/** How many seconds were played of each part of a channel whose time begins anew with each part. */
function partsOf(reports: readonly PageReport[]): number[] {
  const parts = [0];
  for (const { currentTimeSeconds } of reports) {
    if (currentTimeSeconds < (parts.at(-1) ?? 0) - 1) parts.push(0);
    parts.push(Math.max(parts.pop() ?? 0, currentTimeSeconds));
  }
  return parts;
}

/** Waits until the live playlist names none of the segments that it named at the call, nor of those that followed them. */
async function windowPassed(): Promise<void> {
  const passed = server.liveSequence() + windowsAway * liveWindowSegments;
  await vi.waitFor(
    () => {
      if (server.liveSequence() < passed) throw new Error('not passed yet');
    },
    { timeout: 40_000, interval: 200 },
  );
}

/** Waits until a provider that is away has refused so many requests, or playback has ended. */
async function refused(name: string, count: number, reports: () => readonly PageReport[]): Promise<void> {
  // Not by `expect.poll`, which does not know the test that it belongs to while several run at once.
  await vi.waitFor(
    () => {
      if (server.refusalsOf(name) < count && !reports().some(hasEnded)) throw new Error('not refused yet');
    },
    { timeout: 40_000 },
  );
}

describe.concurrent('<stream-video> while the provider is away', () => {
  it('plays the buffer of an HLS film, says that it reconnects, and continues at the same second', async () => {
    server.setAway('film', true, 0.4);
    await using viewer = await watch('hls', '/away/film/vod/master.m3u8');
    await viewer.reported(playsOn);
    await refused('film', 10, viewer.reports);
    await viewer.reported((report) => report.isReconnecting || hasEnded(report));
    const stopped = await viewer.reported((report) => report.status === 'buffering' || hasEnded(report));
    expect(stopped.status).toBe('buffering');
    expect(stopped.currentTimeSeconds).toBeGreaterThan(3);
    const begun = viewer.reports().length;
    server.setAway('film', false);
    const end = await viewer.reported(({ currentTimeSeconds }) => currentTimeSeconds > 8);
    expect(end.isReconnecting).toBe(false);
    const later = viewer.reports().slice(begun);
    expect(later.find(({ status }) => status === 'playing')?.currentTimeSeconds).toBeLessThan(
      stopped.currentTimeSeconds + 1,
    );
    expect(statusesOf(later)).not.toContain('loading');
  });

  it('continues a live HLS channel', async () => {
    await using viewer = await watch('hls', '/away/hlslive/live/channel.m3u8');
    await viewer.reported(playsOn);
    const begun = viewer.reports().length;
    server.setAway('hlslive', true);
    await refused('hlslive', 5, viewer.reports);
    await viewer.reported((report) => report.isReconnecting || hasEnded(report));
    server.setAway('hlslive', false);
    await viewer.reported((report) => (playsOn(report) && !report.isReconnecting) || hasEnded(report));
    expect(statusesOf(viewer.reports().slice(begun))).not.toContain('error');
  });

  it.each(['moving', 'restarted'] as const)(
    'says that it reconnects while a live HLS list stands still, and continues when it is %s',
    async (next) => {
      await using viewer = await watch('hls', `/still/${next}/channel.m3u8`);
      await viewer.reported(playsOn);
      server.setStill(next, 'still');
      await viewer.reported((report) => report.isReconnecting || hasEnded(report));
      const stopped = await viewer.reported((report) => report.status === 'buffering' || hasEnded(report));
      expect(stopped).toMatchObject({ status: 'buffering', isReconnecting: true });
      server.setStill(next, next);
      const after = await viewer.reported(
        (report) => (playsOn(report) && !report.isReconnecting) || hasEnded(report),
      );
      expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
      expect(statusesOf(viewer.reports())).not.toContain('error');
    },
  );

  it('continues a live MPEG-TS channel without emptying its buffer', async () => {
    await using viewer = await watch('ts', '/away/ts/channel');
    const before = await viewer.reported((report) => report.currentTimeSeconds > 2);
    const begun = viewer.reports().length;
    server.setAway('ts', true);
    await refused('ts', 4, viewer.reports);
    await viewer.reported((report) => report.isReconnecting || hasEnded(report));
    server.setAway('ts', false);
    const after = await viewer.reported(
      (report) =>
        (report.status === 'playing' && report.currentTimeSeconds > before.currentTimeSeconds + 3) ||
        hasEnded(report),
    );
    expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
    const statuses = statusesOf(viewer.reports().slice(begun));
    expect(statuses).not.toContain('error');
    expect(statuses).not.toContain('loading');
  });

  it('continues an MP4 film at the second where it stopped', async () => {
    server.setAway('mp4', true, 0.4);
    await using viewer = await watch('file', '/away/mp4/film.mp4');
    await viewer.reported(playsOn);
    await refused('mp4', 8, viewer.reports);
    await viewer.reported((report) => report.isReconnecting || hasEnded(report));
    const reports = viewer.reports();
    const reached = Math.max(...reports.map(({ currentTimeSeconds }) => currentTimeSeconds));
    server.setAway('mp4', false);
    const after = await viewer.reported(
      (report) => (report.status === 'playing' && report.currentTimeSeconds > 8) || hasEnded(report),
    );
    expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
    const again = viewer
      .reports()
      .slice(reports.length)
      .find(({ status }) => status === 'playing');
    expect(again?.currentTimeSeconds).toBeGreaterThan(reached - 1);
    expect(statusesOf(viewer.reports())).not.toContain('error');
  });
});

describe.concurrent('<stream-video> with a live HLS channel whose segments do not arrive', () => {
  it('plays on after the device was offline for longer than the playlist reaches back', async () => {
    await using viewer = await watch('hls', '/live/channel.m3u8');
    await viewer.reported(playsOn);
    await viewer.setOffline(true);
    await windowPassed();
    await viewer.reconnects();
    const begun = viewer.reports().length;
    await viewer.setOffline(false);
    const after = await viewer.reported(
      (report) => report.number > begun && (isBack(report) || hasEnded(report)),
    );
    expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
  });

  it('plays on after a network that let nothing through, so that no request failed or was answered', async () => {
    await using network = await startNetwork(server.url);
    await using viewer = await watch('hls', '/live/channel.m3u8', network.url);
    await viewer.reported(playsOn);
    network.setSilent(true);
    await windowPassed();
    await viewer.reconnects();
    const begun = viewer.reports().length;
    network.setSilent(false);
    const after = await viewer.reported(
      (report) => report.number > begun && (isBack(report) || hasEnded(report)),
    );
    expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
  });

  it('says that it reconnects when segments stop halfway, and continues at the newest media', async () => {
    await using viewer = await watch('hls', '/hanging/edge/live/channel.m3u8');
    await viewer.reported(playsOn);
    server.setHanging('edge', true);
    await viewer.reported((report) => report.status === 'buffering' || hasEnded(report));
    server.setHanging('edge', false);
    const begun = viewer.reports().length;
    await viewer.reported((report) => report.number > begun && (isBack(report) || hasEnded(report)));
    const statuses = statusesOf(viewer.reports().slice(begun));
    expect(statuses).toContain('playing');
    expect(statuses).not.toContain('loading');
    expect(statuses).not.toContain('error');
  });

  it('opens the stream anew when segments still do not arrive at the newest media', async () => {
    await using viewer = await watch('hls', '/hanging/anew/live/channel.m3u8');
    await viewer.reported(playsOn);
    server.setHanging('anew', true);
    const told = await viewer.reported((report) => report.isReconnecting || hasEnded(report));
    expect(told.status).toBe('buffering');
    const anew = await viewer.reported((report) => report.status === 'loading' || hasEnded(report));
    expect(anew).toMatchObject({ status: 'loading', isReconnecting: true });
    server.setHanging('anew', false);
    const after = await viewer.reported(isBack);
    expect(after).toMatchObject({ status: 'playing', isReconnecting: false });
  });
});

describe.concurrent('<stream-video> with advertisements in an MPEG-TS channel', () => {
  it('plays them as parts of the channel, though their PIDs and their clock are others', async () => {
    await using viewer = await watch('ts', '/spliced/ad');
    await viewer.reported(playsOn);
    const begun = viewer.reports().length;
    // The channel changes to an advertisement and back three times.
    const end = await viewer.reported(
      (report) => report.currentTimeSeconds > 3.5 * splicedSeconds || hasEnded(report),
    );
    expect(end.failure).toBeUndefined();
    const statuses = statusesOf(viewer.reports().slice(begun));
    expect([...statuses].filter((status) => status === 'error' || status === 'loading')).toEqual([]);
    // The player has received every second that it has played.
    expect(end.framesShown).toBeGreaterThan(3 * splicedSeconds * 20);
  });
});

describe.concurrent('<stream-video> with an MPEG-TS channel whose advertisements have other sound', () => {
  it('begins anew with each part when the one before has been played', async () => {
    await using viewer = await watch('ts', '/spliced/ad-mp3');
    await viewer.reported(playsOn);
    const begun = viewer.reports().length;
    const playedParts = () => partsOf(viewer.reports());
    const end = await viewer.reported((report) => playedParts().length > 3 || hasEnded(report));
    expect(end.failure).toBeUndefined();
    const statuses = statusesOf(viewer.reports().slice(begun));
    expect([...statuses].filter((status) => ['error', 'ended', 'paused'].includes(status))).toEqual([]);
    // On a slow machine, a part's beginning and end are reported late.
    for (const seconds of playedParts().slice(0, 3)) expect(seconds).toBeGreaterThan(splicedSeconds / 2);
  });
});

describe.concurrent('<stream-video> with an MPEG-TS channel that closes every few seconds', () => {
  it('plays on in the same buffer for as long as the provider answers', async () => {
    await using viewer = await watch('ts', '/ending/channel');
    await viewer.reported(playsOn);
    const begun = viewer.reports().length;
    await viewer.reported((report) => report.currentTimeSeconds > 15 || hasEnded(report));
    expect(server.endedConnections()).toBeGreaterThanOrEqual(4);
    const statuses = statusesOf(viewer.reports().slice(begun));
    expect(statuses).not.toContain('error');
    expect(statuses).not.toContain('loading');
  });
});
