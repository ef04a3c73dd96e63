import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { createPlayback } from './playback.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A film of which thirty seconds are buffered and that the browser says to play; nothing moves before the test moves it. */
async function begin({ isHidden = false, bufferedSeconds = 30 } = {}) {
  const manners = { allowsSound: true };
  const media = new ScriptedMedia(manners);
  const play = vi.spyOn(media, 'play');
  const playback = createPlayback(media, { hasBeenActive: () => true, isHidden: () => isHidden });
  playback.open({ kind: 'file', src: '/film' });
  await vi.advanceTimersByTimeAsync(0);
  media.receive(bufferedSeconds);
  media.runTo(0.2);
  play.mockClear();
  return { media, playback, play, manners };
}

it('a film that stands still with media ahead is paused and played again', async () => {
  const { media, playback, play } = await begin();
  const pause = vi.spyOn(media, 'pause');
  await vi.advanceTimersByTimeAsync(4000);
  expect([pause.mock.calls.length, play.mock.calls.length]).toEqual([1, 1]);
  expect(media).toMatchObject({ paused: false, muted: false });
  expect(playback.getSnapshot().status).toBe('playing');
  expect(media.opened).toHaveLength(1);
});

it('a film that moves is left alone', async () => {
  const { media, play } = await begin();
  for (let second = 1; second < 10; second += 1) {
    media.runTo(second);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(play).not.toHaveBeenCalled();
});

it('a film is started three times at the same position, and again once it has moved', async () => {
  const { media, play } = await begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(play).toHaveBeenCalledTimes(3);
  media.runTo(5);
  await vi.advanceTimersByTimeAsync(4000);
  expect(play).toHaveBeenCalledTimes(4);
});

it.each([
  ['waits for media', { bufferedSeconds: 0.5 }, () => undefined],
  ['is in a hidden page', { isHidden: true }, () => undefined],
  ['seeks', {}, (media: ScriptedMedia): void => void (media.seeking = true)],
  ['was paused', {}, (media: ScriptedMedia) => media.pause()],
] as const)('a film that %s is not started again', async (_what, options, change) => {
  const { media, play } = await begin(options);
  change(media);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(play).not.toHaveBeenCalled();
});

it('a film that may no longer play with sound when it is started again plays muted', async () => {
  const { media, playback, manners } = await begin();
  manners.allowsSound = false;
  await vi.advanceTimersByTimeAsync(4000);
  expect(media).toMatchObject({ paused: false, muted: true });
  expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
});

it('a film that moves is not said to load, even if the browser does not report that it has media', async () => {
  const { media, playback } = await begin();
  media.readyState = 2;
  media.dispatchEvent(new Event('waiting'));
  expect(playback.getSnapshot().status).toBe('buffering');
  media.runTo(1.2);
  await vi.advanceTimersByTimeAsync(1000);
  media.runTo(1.4);
  expect(playback.getSnapshot().status).toBe('playing');
  media.dispatchEvent(new Event('waiting'));
  expect(playback.getSnapshot().status).toBe('buffering');
});

/** A film of 22 minutes that plays at a position, with everything buffered, and does not move. */
async function standAt(seconds: number) {
  const found = await begin({ bufferedSeconds: 1_320 });
  found.media.duration = 1_320;
  found.media.runTo(1);
  found.media.runTo(seconds);
  return found;
}

it('a film that stands still in its last half second has ended, although the browser does not say so', async () => {
  const { media, playback, play } = await standAt(1_319.8);
  await vi.advanceTimersByTimeAsync(4000);
  expect(playback.getSnapshot().status).toBe('ended');
  expect([play.mock.calls.length, media.opened.length]).toEqual([0, 1]);
  media.currentTime = 600;
  media.dispatchEvent(new Event('seeking'));
  expect(playback.getSnapshot().status).toBe('playing');
});

it('a film that stands still before its last half second, or was paused there, has not ended', async () => {
  const before = await standAt(1_318);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(before.playback.getSnapshot().status).not.toBe('ended');
  const paused = await standAt(1_319.8);
  paused.media.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paused.playback.getSnapshot().status).toBe('paused');
});

it('a film that fails in its last half second has ended, and plays again from its beginning', async () => {
  const { media, playback, play } = await standAt(1_319.8);
  media.fail({ source: 'network', code: 'network.unreachable', fatal: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(playback.getSnapshot().status).toBe('ended');
  expect(media.opened).toEqual(['/film@start', '/film@1319.8']);
  expect(play).not.toHaveBeenCalled();
  await media.play();
  media.dispatchEvent(new Event('play'));
  expect(playback.getSnapshot().status).toBe('playing');
});

/** A film that plays although the browser does not answer `play()`, as WebKitGTK does while it reports too little data. */
async function beginUnanswered() {
  const found = await begin();
  const { media, playback, play } = found;
  play.mockImplementationOnce(() => {
    media.paused = false;
    return new Promise(() => undefined);
  });
  playback.open({ kind: 'file', src: '/otra' });
  await vi.advanceTimersByTimeAsync(0);
  media.readyState = 2;
  media.duration = 30;
  media.receive(30);
  return found;
}

it('a film whose start is never answered is started again if it does not move', async () => {
  const { playback, play } = await beginUnanswered();
  expect(playback.getSnapshot().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(3000);
  expect(play).toHaveBeenCalledTimes(2);
  expect(playback.getSnapshot().status).toBe('playing');
});

it('a film whose start is never answered plays if it moves', async () => {
  const { media, playback, play } = await beginUnanswered();
  for (let second = 1; second <= 3; second += 1) {
    media.runTo(second);
    await vi.advanceTimersByTimeAsync(1000);
  }
  media.runTo(3.5);
  expect(playback.getSnapshot().status).toBe('playing');
  expect(play).toHaveBeenCalledTimes(1);
});

it('a film whose start is never answered ends where the browser says so', async () => {
  const { media, playback } = await beginUnanswered();
  media.runTo(30);
  media.ended = true;
  media.paused = true;
  media.dispatchEvent(new Event('ended'));
  expect(playback.getSnapshot().status).toBe('ended');
});
