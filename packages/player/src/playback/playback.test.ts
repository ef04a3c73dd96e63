import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedMedia, type BrowserManners } from '../../test/scripted-media.ts';
import { createPlayback, type PlaybackOptions, type PlaybackSource } from './playback.ts';
import { failureFromHttp } from './playback-failure.ts';

const film: PlaybackSource = { kind: 'file', src: '/film', startSeconds: 0 };
const channel: PlaybackSource = { kind: 'hls', src: '/canal', expectedStreamType: 'live' };
const unreachable = failureFromHttp({ status: 502, code: 'upstream.unreachable', sentence: 'No responde.' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

async function playing(source: PlaybackSource, manners?: BrowserManners, options?: PlaybackOptions) {
  const media = new ScriptedMedia(manners);
  const playback = createPlayback(media, options);
  playback.open(source);
  await settle();
  return { media, playback };
}

describe('createPlayback', () => {
  it('notifies each change once, and is loading until the first frame moves', async () => {
    const media = new ScriptedMedia();
    const playback = createPlayback(media);
    const statuses: string[] = [];
    playback.subscribe(() => statuses.push(playback.getSnapshot().status));
    expect(playback.getSnapshot().status).toBe('idle');
    playback.open(channel);
    await settle();
    expect(statuses).toEqual(['loading', 'playing']);
  });

  it('closes the source, ignores its later events, and can open another one', async () => {
    const { media, playback } = await playing(channel);
    playback.close();
    expect(media.src).toBe('');
    expect(playback.getSnapshot().status).toBe('idle');
    media.fail(unreachable);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(playback.getSnapshot().status).toBe('idle');
    playback.open(film);
    await settle();
    expect(playback.getSnapshot().status).toBe('playing');
    expect(media.opened).toEqual(['/canal@start', '/film@0']);
  });

  it('retries twice, after 2 s each, and shows the failure only after that', async () => {
    const { media, playback } = await playing(channel);
    for (const openings of [1, 2]) {
      media.fail(unreachable);
      expect(playback.getSnapshot()).toMatchObject({ status: 'loading' });
      expect(playback.getSnapshot().failure).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1999);
      expect(media.opened).toHaveLength(openings);
      await vi.advanceTimersByTimeAsync(1);
      expect(media.opened).toHaveLength(openings + 1);
    }
    media.fail(unreachable);
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: unreachable });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(media.opened).toHaveLength(3);
  });

  it('tells no duration of a recording in MPEG-TS, which keeps only some minutes of its media', async () => {
    const recording: PlaybackSource = { kind: 'ts', src: '/pasado', expectedStreamType: 'recording' };
    const { media, playback } = await playing(recording);
    media.duration = 3_600;
    media.dispatchEvent(new Event('durationchange'));
    expect(playback.getSnapshot().durationSeconds).toBeNull();
  });

  it('resumes a film where it stopped', async () => {
    const { media } = await playing(film);
    media.runTo(95);
    media.fail(unreachable);
    await vi.advanceTimersByTimeAsync(2000);
    media.fail(unreachable);
    await vi.advanceTimersByTimeAsync(2000);
    expect(media.opened).toEqual(['/film@0', '/film@95', '/film@95']);
  });

  it('restarts a channel at its live edge', async () => {
    const { media } = await playing(channel);
    media.runTo(95);
    media.fail(unreachable);
    await vi.advanceTimersByTimeAsync(2000);
    expect(media.opened).toEqual(['/canal@start', '/canal@start']);
  });

  it('resets the retries after 30 s of playback without a failure', async () => {
    const { media, playback } = await playing(channel);
    for (let turn = 0; turn < 4; turn += 1) {
      media.runTo(1000, 31);
      media.fail(unreachable);
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(playback.getSnapshot().status).toBe('playing');
  });

  it('shows failures that are not retryable at once', async () => {
    const { media, playback } = await playing(channel);
    media.fail(failureFromHttp({ status: 429, code: 'stream.limit' }));
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { code: 'stream.limit' } });
  });

  it('requests a new address when the old one has expired, and resumes at the same position', async () => {
    const renewSource = vi.fn(async () => ({ kind: 'file', src: '/film-nueva' }) as const);
    const { media, playback } = await playing(film, undefined, { renewSource });
    media.runTo(95);
    media.fail(failureFromHttp({ status: 410 }));
    await settle();
    expect(media.opened.at(-1)).toBe('/film-nueva@95');
    expect(playback.getSnapshot().status).toBe('playing');
  });

  it('shows the expiry when no new address comes', async () => {
    const renewSource = () => Promise.reject(new Error('offline'));
    const { media, playback } = await playing(film, undefined, { renewSource });
    media.fail(failureFromHttp({ status: 410 }));
    await settle();
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { httpStatus: 410 } });
  });

  it('requests the new address until our server is back, and resumes at the same position', async () => {
    const away = new Error('the server is starting');
    let isBack = false;
    const renewSource = vi.fn(async () => {
      if (!isBack) throw away;
      return { kind: 'file', src: '/film-nueva' } as const;
    });
    const isServerAway = (error: unknown): boolean => error === away;
    const { media, playback } = await playing(film, undefined, { renewSource, isServerAway });
    media.runTo(95);
    media.fail(failureFromHttp({ status: 410 }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(playback.getSnapshot()).toMatchObject({ status: 'loading', isServerAway: true });
    // At 0, 0, 1, 3, 7, 12 and 17 seconds.
    expect(renewSource).toHaveBeenCalledTimes(7);
    isBack = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(media.opened).toEqual(['/film@0', '/film-nueva@95']);
    media.runTo(97, 2);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isServerAway: false });
  });

  it('ignores a renewed address that arrives after another source was opened', async () => {
    let answer: (source: PlaybackSource) => void = () => {};
    const renewSource = () => new Promise<PlaybackSource>((resolve) => (answer = resolve));
    const { media, playback } = await playing(film, undefined, { renewSource });
    media.fail(failureFromHttp({ status: 410 }));
    playback.open(channel);
    answer({ kind: 'file', src: '/film-nueva' });
    await settle();
    expect(media.opened.at(-1)).toBe('/canal@start');
  });

  it('drops a pending retry when another source is opened', async () => {
    const { media, playback } = await playing(film);
    media.fail(unreachable);
    playback.open(channel);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.opened).toEqual(['/film@0', '/canal@start']);
  });

  it('waits 1 s before a retry that the person requests', async () => {
    const { media, playback } = await playing(film);
    media.runTo(40);
    media.fail(failureFromHttp({ status: 404 }));
    playback.retry();
    expect(playback.getSnapshot()).toMatchObject({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(999);
    expect(media.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(media.opened.at(-1)).toBe('/film@40');
  });

  it('retries with sound after 1.5 s only when the person has been active', async () => {
    for (const hasBeenActive of [false, true]) {
      const manners = { allowsSound: false };
      let isActive = false;
      const { media, playback } = await playing(channel, manners, { hasBeenActive: () => isActive });
      expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
      isActive = hasBeenActive;
      await vi.advanceTimersByTimeAsync(1500);
      expect(media.muted).toBe(!hasBeenActive);
      expect(playback.getSnapshot().isAutoplayMuted).toBe(!hasBeenActive);
    }
  });

  it('lets a video play on muted whose sound was refused although the person had been active', async () => {
    const { media, playback } = await playing(channel, { allowsSound: false }, { hasBeenActive: () => true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.muted).toBe(true);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
  });

  it('does not ask again for sound that was refused after the person had been active', async () => {
    let isActive = false;
    const manners = { allowsSound: false, pausesOnUnmute: true };
    const { media, playback } = await playing(film, manners, { hasBeenActive: () => isActive });
    isActive = true;
    await vi.advanceTimersByTimeAsync(1500);
    expect(media).toMatchObject({ muted: true, paused: false });
    const paused = vi.fn();
    playback.open({ ...film, src: '/film-2' });
    await settle();
    media.addEventListener('pause', paused);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(paused).not.toHaveBeenCalled();
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
  });

  it('retries with sound also where the person becomes active while the muted start is under way', async () => {
    let isActive = false;
    const manners = {
      allowsSound: false,
      get allowsMuted() {
        isActive = true;
        return true;
      },
    };
    const { media } = await playing(channel, manners, { hasBeenActive: () => isActive });
    await vi.advanceTimersByTimeAsync(1500);
    expect(media.muted).toBe(false);
  });

  it('still offers to turn the sound on after zapping', async () => {
    const { playback } = await playing(film, { allowsSound: false }, { hasBeenActive: () => false });
    playback.open(channel);
    await settle();
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
  });

  it('does not mistake a person’s later mute for the browser’s', async () => {
    const { media, playback } = await playing(film, { allowsSound: false }, { hasBeenActive: () => false });
    expect(await playback.unmute()).toBe(true);
    media.muted = true;
    await settle();
    expect(playback.getSnapshot()).toMatchObject({ isMuted: true, isAutoplayMuted: false });
  });

  it('warns after 3 s of video without sound', async () => {
    const { media, playback } = await playing(film);
    media.decodedAudioBytes = 0;
    media.runTo(2.9);
    expect(playback.getSnapshot().failure).toBeUndefined();
    media.runTo(3);
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', failure: { code: 'media.no_audio' } });
  });

  it('closes the source and sends no more notifications after disposal', async () => {
    const { media, playback } = await playing(channel);
    media.fail(unreachable);
    const heard = vi.fn();
    playback.subscribe(heard);
    playback.dispose();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.src).toBe('');
    expect(media.opened).toHaveLength(1);
    expect(heard).not.toHaveBeenCalled();
  });

  it('reopens the same address when it is chosen again', async () => {
    const { media, playback } = await playing(film);
    playback.open({ ...film, startSeconds: 30 });
    await settle();
    expect(media.opened).toEqual(['/film@0', '/film@30']);
    expect(playback.getSnapshot().status).toBe('playing');
  });

  it('passes the stream kind and the expected stream type to the media', async () => {
    const { media, playback } = await playing({ kind: 'ts', src: '/canal', expectedStreamType: 'live' });
    expect(media).toMatchObject({ streamKind: 'ts', streamType: 'live', startSeconds: undefined });
    playback.open(film);
    expect(media).toMatchObject({ streamKind: 'file', streamType: 'unknown', startSeconds: 0 });
  });

  it('shows the expiry at once when no new address can be requested', async () => {
    const { media, playback } = await playing(film);
    media.fail(failureFromHttp({ status: 410 }));
    expect(playback.getSnapshot()).toMatchObject({ status: 'error', failure: { code: 'stream.expired' } });
  });

  it('opens a renewed channel at its live edge, and an unstarted film at its initial position', async () => {
    for (const source of [channel, { ...film, startSeconds: 7 }]) {
      const renewSource = async () => ({ ...source, src: '/nueva' });
      const { media } = await playing(source, undefined, { renewSource });
      if (source === channel) media.runTo(95);
      media.fail(failureFromHttp({ status: 410 }));
      await settle();
      expect(media.opened.at(-1)).toBe(`/nueva@${source.startSeconds ?? 'start'}`);
    }
  });

  it.each(['close', 'dispose'] as const)('opens no renewed address after a %s', async (end) => {
    let answer: (source: PlaybackSource) => void = () => {};
    const renewSource = () => new Promise<PlaybackSource>((resolve) => (answer = resolve));
    const { media, playback } = await playing(film, undefined, { renewSource });
    media.fail(failureFromHttp({ status: 410 }));
    playback[end]();
    answer({ kind: 'file', src: '/film-nueva' });
    await settle();
    expect(media.opened).toEqual(['/film@0']);
    expect(media.src).toBe('');
  });

  it('does nothing when there is nothing to retry', async () => {
    const media = new ScriptedMedia();
    const playback = createPlayback(media);
    playback.retry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.opened).toEqual([]);
    expect(playback.getSnapshot().status).toBe('idle');
  });

  it('restarts the count of automatic retries after a retry by the person', async () => {
    const { media, playback } = await playing(channel);
    for (let count = 0; count < 2; count += 1) {
      media.fail(unreachable);
      await vi.advanceTimersByTimeAsync(2000);
    }
    media.fail(unreachable);
    playback.retry();
    await vi.advanceTimersByTimeAsync(1000);
    media.fail(unreachable);
    expect(playback.getSnapshot()).toMatchObject({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(media.opened).toHaveLength(5);
  });

  it('opens the source once when the person retries twice', async () => {
    const { media, playback } = await playing(film);
    media.fail(failureFromHttp({ status: 404 }));
    playback.retry();
    await vi.advanceTimersByTimeAsync(500);
    playback.retry();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.opened).toHaveLength(2);
  });

  it('waits as long as the server asks before a retry', async () => {
    const { media } = await playing(channel);
    media.fail(failureFromHttp({ status: 503, retryAfterMs: 9000 }));
    await vi.advanceTimersByTimeAsync(8999);
    expect(media.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(media.opened).toHaveLength(2);
  });

  it('ignores an error event without a failure', async () => {
    const { media, playback } = await playing(channel);
    const before = playback.getSnapshot();
    media.dispatchEvent(new Event('error'));
    expect(playback.getSnapshot()).toBe(before);
  });

  it('does not warn of a missing picture before the stream is known to have one, nor for a radio', async () => {
    for (const [hasPicture, code] of [
      [true, 'media.no_video'],
      [false, undefined],
    ] as const) {
      const { media, playback } = await playing(channel);
      media.videoWidth = 0;
      media.hasPicture = undefined;
      media.runTo(4);
      expect(playback.getSnapshot().failure).toBeUndefined();
      media.hasPicture = hasPicture;
      media.runTo(5);
      expect(playback.getSnapshot().failure?.code).toBe(code);
    }
  });

  it('keeps a warning until another stream is opened, and warns once for each', async () => {
    const { media, playback } = await playing(film);
    media.videoWidth = 0;
    media.runTo(4);
    expect(playback.getSnapshot().failure?.code).toBe('media.no_video');
    media.videoWidth = 320;
    media.decodedAudioBytes = 0;
    media.runTo(5);
    expect(playback.getSnapshot().failure?.code).toBe('media.no_video');
    playback.open(channel);
    expect(playback.getSnapshot().failure).toBeUndefined();
    await settle();
    media.runTo(4);
    expect(playback.getSnapshot().failure?.code).toBe('media.no_audio');
  });

  it('adds up the time played in several pieces', async () => {
    const { media, playback } = await playing(film);
    media.decodedAudioBytes = 0;
    Object.defineProperty(media, 'played', {
      value: { length: 2, start: (index: number) => index * 100, end: (index: number) => index * 100 + 1.5 },
    });
    media.dispatchEvent(new Event('timeupdate'));
    expect(playback.getSnapshot().failure?.code).toBe('media.no_audio');
  });

  it('does not notify unsubscribed listeners', async () => {
    const { media, playback } = await playing(film);
    const [staying, leaving] = [vi.fn(), vi.fn()];
    playback.subscribe(staying);
    playback.subscribe(leaving)();
    media.runTo(1);
    expect(staying).toHaveBeenCalledTimes(1);
    expect(leaving).not.toHaveBeenCalled();
  });

  it('returns the same snapshot until something changes', async () => {
    const { media, playback } = await playing(film);
    media.runTo(1);
    const snapshot = playback.getSnapshot();
    for (const type of ['progress', 'canplay', 'seeked']) media.dispatchEvent(new Event(type));
    expect(playback.getSnapshot()).toBe(snapshot);
    expect(Object.isFrozen(snapshot)).toBe(true);
  });

  it('stays muted when the browser still allows no sound', async () => {
    const manners = { allowsSound: false, pausesOnUnmute: true };
    const { media, playback } = await playing(film, manners, { hasBeenActive: () => false });
    expect(await playback.unmute()).toBe(false);
    expect(media).toMatchObject({ muted: true, paused: false });
    expect(playback.getSnapshot()).toMatchObject({ status: 'playing', isAutoplayMuted: true });
  });

  it('waits for the person when the browser blocks autoplay', async () => {
    const { media, playback } = await playing(
      film,
      { allowsSound: false, allowsMuted: false },
      { hasBeenActive: () => false },
    );
    expect(media.muted).toBe(false);
    expect(playback.getSnapshot()).toMatchObject({ isMuted: false, isAutoplayMuted: false });
    expect(playback.getSnapshot().status).not.toBe('error');
  });

  it('does not turn the sound on for a stream that was closed meanwhile', async () => {
    let isActive = false;
    const { media, playback } = await playing(
      film,
      { allowsSound: false },
      { hasBeenActive: () => isActive },
    );
    isActive = true;
    playback.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(media.muted).toBe(true);
  });

  it.each([
    ['has been active', { userActivation: { hasBeenActive: true } }, false],
    ['has not been active', { userActivation: { hasBeenActive: false } }, true],
    ['cannot be told to be active, as in an older Safari', {}, true],
  ])('reads from the browser whether the person %s', async (_what, navigator, isMuted) => {
    vi.stubGlobal('navigator', {});
    const { media } = await playing(channel, { allowsSound: false });
    vi.stubGlobal('navigator', navigator);
    await vi.advanceTimersByTimeAsync(1500);
    vi.unstubAllGlobals();
    expect(media.muted).toBe(isMuted);
  });
});
