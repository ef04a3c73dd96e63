import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { createPlayback } from './playback.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A film that the browser has begun to play with sound. */
async function begin({ isHidden = false } = {}) {
  const manners = { allowsSound: true };
  const media = new ScriptedMedia(manners);
  const playback = createPlayback(media, { hasBeenActive: () => false, isHidden: () => isHidden });
  playback.open({ kind: 'file', src: '/film' });
  await vi.advanceTimersByTimeAsync(0);
  expect(media.paused).toBe(false);
  /** Pauses without a call of `pause()`, as a browser does by itself. */
  const pauseByItself = async (): Promise<void> => {
    media.paused = true;
    media.dispatchEvent(new Event('pause'));
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Pauses as a browser does that does not allow the sound after all. */
  const refuseSound = (): Promise<void> => {
    manners.allowsSound = false;
    return pauseByItself();
  };
  return { media, playback, pauseByItself, refuseSound };
}

it('a film that the browser pauses at its beginning because of its sound plays muted', async () => {
  const { media, playback, refuseSound } = await begin();
  media.runTo(0.2);
  await refuseSound();
  expect(media).toMatchObject({ paused: false, muted: true });
  expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
});

it('a film that a person pauses at its beginning stays paused', async () => {
  const { media } = await begin();
  media.runTo(0.2);
  media.pause();
  await vi.advanceTimersByTimeAsync(0);
  expect(media).toMatchObject({ paused: true, muted: false });
});

it('a film that is paused later stays paused', async () => {
  const { media, refuseSound } = await begin();
  media.runTo(1);
  await refuseSound();
  expect(media).toMatchObject({ paused: true, muted: false });
});

it('a film that pauses at its beginning without a request goes on with its sound where the browser allows it', async () => {
  const { media, playback, pauseByItself } = await begin();
  media.runTo(0.2);
  await pauseByItself();
  expect(media).toMatchObject({ paused: false, muted: false });
  expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: false });
});

it('a film that the system pauses again at its beginning stays paused', async () => {
  const { media, playback, pauseByItself } = await begin();
  media.runTo(0.2);
  await pauseByItself();
  media.runTo(0.4);
  await pauseByItself();
  expect(media).toMatchObject({ paused: true, muted: false });
  expect(playback.getSnapshot()).toMatchObject({ status: 'paused', isAutoplayMuted: false });
});

it('a film that a person pauses while it is started again stays paused', async () => {
  const { media } = await begin();
  media.runTo(0.2);
  media.paused = true;
  media.dispatchEvent(new Event('pause'));
  media.pause();
  await vi.advanceTimersByTimeAsync(0);
  expect(media).toMatchObject({ paused: true, muted: false });
});

it('a film that the browser has muted is not started again', async () => {
  const { media, refuseSound, pauseByItself } = await begin();
  media.runTo(0.2);
  await refuseSound();
  media.runTo(0.4);
  await pauseByItself();
  expect(media).toMatchObject({ paused: true, muted: true });
});

it('a film that is paused at its beginning in a hidden page stays paused, with its sound', async () => {
  const { media, refuseSound } = await begin({ isHidden: true });
  media.runTo(0.2);
  await refuseSound();
  expect(media).toMatchObject({ paused: true, muted: false });
});
