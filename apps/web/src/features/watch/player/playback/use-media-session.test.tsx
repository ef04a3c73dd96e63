import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFakeVideo, type FakeVideo } from '../../../../../test/fake-video.ts';
import { useMediaSession, type NowPlaying, type Skips } from './use-media-session.ts';

/**
 * A fake of the browser's media session, which jsdom lacks; it records the handlers, title and positions that the hook
 * sets.
 */
function makeMediaSession() {
  const handlers = new Map<string, MediaSessionActionHandler>();
  return {
    handlers,
    positions: [] as unknown[],
    metadata: null as { init: unknown } | null,
    playbackState: 'none',
    setActionHandler(action: string, handler: MediaSessionActionHandler | null): void {
      if (action === 'stop') throw new TypeError('an action that this browser does not know');
      if (handler === null) handlers.delete(action);
      else handlers.set(action, handler);
    },
    setPositionState(state?: unknown): void {
      this.positions.push(state);
    },
  };
}

let session: ReturnType<typeof makeMediaSession>;
const now: NowPlaying = { title: 'El faro', artist: 'Butaca' };

beforeEach(() => {
  session = makeMediaSession();
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      readonly init: unknown;
      constructor(init: unknown) {
        this.init = init;
      }
    },
  );
});
afterEach(() => {
  // The hook removes its handlers from the fake media session when it is unmounted, so it is unmounted before the fake
  // is deleted.
  cleanup();
  Reflect.deleteProperty(navigator, 'mediaSession');
  vi.unstubAllGlobals();
});

const open = (video: FakeVideo, skips: Skips = {}, playing: NowPlaying = now) =>
  renderHook((props) => useMediaSession(video, props.playing, props.skips), {
    initialProps: { playing, skips },
  });
const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
  session.handlers.get(action)?.({ action, ...details });
const keys = () => [...session.handlers.keys()].toSorted();

describe('the operating system’s media session', () => {
  it('has the title and its image with an absolute address', () => {
    open(makeFakeVideo(), {}, { ...now, artworkUrl: '/api/images/x.webp' });
    expect(session.metadata?.init).toEqual({
      title: 'El faro',
      artist: 'Butaca',
      artwork: [{ src: new URL('/api/images/x.webp', location.href).href }],
    });
  });

  it('follows a change of title, and is cleared when the player unmounts', () => {
    const { rerender, unmount } = open(makeFakeVideo());
    rerender({ playing: { ...now, title: 'Marea alta' }, skips: {} });
    expect(session.metadata?.init).toMatchObject({ title: 'Marea alta', artwork: [] });
    unmount();
    expect([session.metadata, session.playbackState, keys()]).toEqual([null, 'none', []]);
  });

  it.each([
    ['playing', 'playing'],
    ['buffering', 'playing'],
    ['paused', 'paused'],
    ['loading', 'none'],
    ['ended', 'none'],
    ['error', 'none'],
  ] as const)('of a video that is %s is %s', (status, expected) => {
    const video = makeFakeVideo({ status: 'idle' });
    open(video);
    video.become({ status });
    expect(session.playbackState).toBe(expected);
  });

  it('gets the position again after each jump and change of speed', () => {
    const video = makeFakeVideo();
    open(video);
    Object.assign(video.media, { currentTime: 40, playbackRate: 1.5 });
    act(() => void video.media.dispatchEvent(new Event('ratechange')));
    // Some files play on past their announced duration. The browser would throw for such a position, so the hook must
    // report the duration instead.
    Object.assign(video.media, { currentTime: 100.2 });
    act(() => void video.media.dispatchEvent(new Event('seeked')));
    expect(session.positions).toEqual([
      { duration: 100, playbackRate: 1, position: 0 },
      { duration: 100, playbackRate: 1.5, position: 40 },
      { duration: 100, playbackRate: 1.5, position: 100 },
    ]);
  });

  it.each([{ duration: Number.NaN }, { duration: Infinity }, { duration: 0 }, { playbackRate: 0 }])(
    'gets no position with %j',
    (given) => {
      const video = makeFakeVideo();
      Object.assign(video.media, given);
      open(video);
      expect(session.positions).toEqual([]);
    },
  );

  it('has no position of a live stream, and loses it when a video turns out to be live', () => {
    const video = makeFakeVideo();
    open(video);
    video.become({ isLive: true });
    expect(session.positions).toEqual([expect.anything(), undefined]);
    expect(keys()).toEqual(['pause', 'play']);
  });
});

describe('the media keys', () => {
  it('play and pause the video', () => {
    const video = makeFakeVideo();
    open(video);
    press('pause');
    press('play');
    expect(video.calls).toEqual(['pause', 'play']);
  });

  it('seek by ten seconds, by the offset the system gives, or to the second it gives', () => {
    const { media, ...video } = makeFakeVideo();
    open({ media, ...video });
    const reached = (action: MediaSessionAction, details?: Partial<MediaSessionActionDetails>): number => {
      media.currentTime = 50;
      press(action, details);
      return media.currentTime;
    };
    expect([
      reached('seekforward'),
      reached('seekbackward'),
      reached('seekforward', { seekOffset: 5 }),
      reached('seekbackward', { seekOffset: 30 }),
      reached('seekto', { seekTime: 0 }),
      reached('seekto'),
    ]).toEqual([60, 40, 55, 20, 0, 50]);
  });

  it('exist for the next and previous title only when there is one, and call the current handler', () => {
    const [onNext, onLater, onPrevious] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    const { rerender } = open(makeFakeVideo(), { onNext });
    expect(keys()).not.toContain('previoustrack');
    press('nexttrack');
    rerender({ playing: now, skips: { onNext: onLater, onPrevious } });
    press('nexttrack');
    press('previoustrack');
    expect([onNext, onLater, onPrevious].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    rerender({ playing: now, skips: {} });
    expect(keys()).toEqual(['pause', 'play', 'seekbackward', 'seekforward', 'seekto']);
  });
});

it('useMediaSession does nothing in a browser without a media session', () => {
  Reflect.deleteProperty(navigator, 'mediaSession');
  const { unmount } = open(makeFakeVideo(), { onNext: () => undefined });
  expect(() => unmount()).not.toThrow();
});
