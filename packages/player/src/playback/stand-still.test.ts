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
