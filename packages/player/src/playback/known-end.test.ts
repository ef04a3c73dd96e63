import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { createKnownEnd } from './known-end.ts';
import { createPlayback } from './playback.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A film of 22 minutes that has played to a position, in seconds. */
async function playTo(seconds: number) {
  const media = new ScriptedMedia();
  const playback = createPlayback(media);
  const statuses: string[] = [];
  playback.subscribe(() => statuses.push(playback.getSnapshot().status));
  playback.open({ kind: 'file', src: '/film' });
  await vi.advanceTimersByTimeAsync(0);
  media.duration = 1_320;
  media.dispatchEvent(new Event('durationchange'));
  media.runTo(seconds);
  /** Ends the media as WebKitGTK does when they stop coming: the duration becomes the position. */
  const stop = (): void => {
    media.duration = media.currentTime;
    media.dispatchEvent(new Event('durationchange'));
    media.ended = true;
    media.paused = true;
    for (const type of ['timeupdate', 'pause', 'ended']) media.dispatchEvent(new Event(type));
  };
  return { media, playback, statuses, stop };
}

it('a film that stops far from its end is requested again from there, and is never said to have ended', async () => {
  const { media, playback, statuses, stop } = await playTo(6);
  stop();
  expect(playback.getSnapshot()).toMatchObject({ status: 'loading', durationSeconds: 1_320 });
  media.ended = false;
  await vi.runOnlyPendingTimersAsync();
  expect(media.opened).toEqual(['/film@start', '/film@6']);
  expect(statuses).not.toContain('ended');
});

it('a film that stops at the same place again and again is given up with the reason', async () => {
  const { media, playback, statuses, stop } = await playTo(6);
  for (let tries = 0; tries < 10 && playback.getSnapshot().status !== 'error'; tries += 1) {
    stop();
    media.ended = false;
    await vi.runOnlyPendingTimersAsync();
    media.currentTime = 6;
  }
  expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { code: 'upstream.ended' } });
  expect(statuses).not.toContain('ended');
});

it('a film that stops near its end has ended', async () => {
  const { media, playback, stop } = await playTo(1_316);
  stop();
  expect(playback.getSnapshot()).toMatchObject({ status: 'ended', durationSeconds: 1_320 });
  expect(media.opened).toEqual(['/film@start']);
});

it('the next film has a duration of its own', async () => {
  const { media, playback } = await playTo(6);
  media.duration = Number.NaN;
  playback.open({ kind: 'file', src: '/corto' });
  await vi.advanceTimersByTimeAsync(0);
  media.duration = 6;
  media.runTo(6);
  media.ended = true;
  media.dispatchEvent(new Event('ended'));
  expect(playback.getSnapshot()).toMatchObject({ status: 'ended', durationSeconds: 6 });
});

it.each([
  ['nothing is known', [], 6, true],
  ['a duration grows', [20, 40], 20, false],
  ['the metadata are not there', [[0, 100]], 6, true],
  ['the duration has no end', [Number.POSITIVE_INFINITY], 6, true],
  ['a long film is two per cent short', [7_200], 7_060, true],
  ['a long film is three per cent short', [7_200], 6_980, false],
])('an end counts by the longest duration that was known: %s', (_what, durations, seconds, isNear) => {
  const end = createKnownEnd();
  for (const noted of durations) {
    const [readyState = 4, duration = 0] = Array.isArray(noted) ? noted : [4, noted];
    end.note({ readyState, duration, currentTime: Math.min(seconds, duration), streamType: 'on-demand' });
  }
  expect(end.isNear(seconds)).toBe(isNear);
});

it('a playlist that states too long a duration ends where its media do', async () => {
  const { media, playback, stop } = await playTo(600);
  media.duration = 1_270;
  media.runTo(1_200);
  media.runTo(1_270);
  stop();
  expect(playback.getSnapshot()).toMatchObject({ status: 'ended', durationSeconds: 1_270 });
});

it('a live stream has no known end', () => {
  const end = createKnownEnd();
  end.note({ readyState: 4, duration: 30, currentTime: 3, streamType: 'live' });
  expect([end.durationSeconds(), end.isNear(3)]).toEqual([undefined, true]);
});
