import { defineStreamVideo, type Playback, type PlaybackSnapshot, type StreamVideo } from '@butaca/player';
import { act } from '@testing-library/react';

const begun: PlaybackSnapshot = {
  status: 'playing',
  currentTimeSeconds: 0,
  durationSeconds: 100,
  isLive: false,
  canRewind: false,
  isSequential: false,
  isMuted: false,
  isAutoplayMuted: false,
  isReconnecting: false,
  isServerAway: false,
};

export interface FakeVideo {
  /** A real `<stream-video>` element without a stream; its playback properties can be set. */
  media: StreamVideo;
  playback: Playback;
  /** Changes the snapshot of the playback, as an event of the media element would. */
  become(change: Partial<PlaybackSnapshot>): void;
  /** The calls of the media element's and of the playback's methods so far, by name. */
  calls: string[];
}

/**
 * Makes a fake video for tests of the player's parts, which read only its snapshot, properties and events; jsdom plays
 * no real one.
 */
export function makeFakeVideo(first: Partial<PlaybackSnapshot> = {}): FakeVideo {
  defineStreamVideo();
  const media = document.createElement('stream-video');
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const properties = {
    currentTime: 0,
    duration: 100,
    paused: false,
    muted: false,
    volume: 1,
    playbackRate: 1,
    defaultPlaybackRate: 1,
  };
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(media, name, { configurable: true, writable: true, value });
  Object.assign(media, {
    play: async () => void calls.push('play'),
    pause: note('pause'),
  });
  let snapshot = { ...begun, ...first };
  const listeners = new Set<() => void>();
  const playback: Playback = {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: note('open'),
    close: note('close'),
    retry: note('retry'),
    async unmute() {
      calls.push('unmute');
      return true;
    },
    dispose: note('dispose'),
  };
  return {
    media,
    playback,
    calls,
    become(change) {
      act(() => {
        snapshot = { ...snapshot, ...change };
        for (const listener of listeners) listener();
      });
    },
  };
}
