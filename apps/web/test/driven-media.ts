import type { StreamVideo } from '@butaca/player';
import { act, waitFor } from '@testing-library/react';

/**
 * Simulates playback in jsdom, which plays nothing: sets the state of the player's video element and fires the events
 * that a browser would.
 */
export interface DrivenMedia {
  /** The position in seconds to which the player has set the video element. */
  positionSeconds(): number;
  playTo(seconds: number): Promise<void>;
  /** Simulates playback without decoded audio up to a position, long enough for the player to report missing audio. */
  playWithoutSound(seconds: number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Simulates the end of a seek that the page started. */
  arrive(): Promise<void>;
  end(): Promise<void>;
  /** Simulates a media error of the video element: its source cannot be played. */
  fail(): Promise<void>;
}

/** A playback time in seconds, longer than the three seconds after which the player reports missing audio. */
const silentCheckSeconds = 4;

/**
 * Waits for the player's video element to get a source, and returns functions that simulate its playback.
 *
 * @param address - a pattern that the source's URL must match
 */
export async function driveMedia(durationSeconds: number, address = /./): Promise<DrivenMedia> {
  const host = await waitFor(() => {
    const found = document.querySelector<StreamVideo>('stream-video');
    const isOpen = found?.video.hasAttribute('src') === true && address.test(found.video.src);
    if (found === null || !isOpen) throw new Error('no such stream is open');
    return found;
  });
  const { video } = host;
  let playedSeconds = 1;
  const now = {
    currentTime: 0,
    duration: durationSeconds,
    paused: true,
    ended: false,
    seeking: false,
    readyState: 1,
    played: { length: 0, start: () => 0, end: () => playedSeconds },
    videoWidth: 640,
  };
  let decodedAudioBytes = 1_000;
  for (const key of Object.keys(now) as (keyof typeof now)[]) {
    Object.defineProperty(video, key, {
      configurable: true,
      get: () => now[key],
      set: (value: never) => {
        now[key] = value;
      },
    });
  }
  // Chromium's video elements count decoded audio bytes in this property, which jsdom lacks; the player reads it to
  // detect missing audio.
  Object.defineProperty(host, 'webkitAudioDecodedByteCount', {
    configurable: true,
    get: () => decodedAudioBytes,
  });
  Object.assign(video, {
    play: async () => {
      now.paused = false;
    },
    pause: () => {
      now.paused = true;
    },
    load: () => {
      Object.assign(now, { currentTime: 0, paused: true, ended: false, readyState: 0 });
      now.played.length = 0;
      playedSeconds = 1;
    },
  });
  const say = async (...types: string[]): Promise<void> =>
    act(async () => {
      for (const type of types) video.dispatchEvent(new Event(type));
    });
  await say('durationchange', 'loadedmetadata');
  const playTo = async (seconds: number): Promise<void> => {
    Object.assign(now, { currentTime: seconds, paused: false, ended: false, readyState: 4 });
    now.played.length = 1;
    await say('playing', 'timeupdate');
  };
  return {
    positionSeconds: () => now.currentTime,
    playTo,
    async playWithoutSound(seconds) {
      decodedAudioBytes = 0;
      playedSeconds = silentCheckSeconds;
      await playTo(seconds);
    },
    async pause() {
      now.paused = true;
      await say('pause');
    },
    async resume() {
      now.paused = false;
      await say('play', 'playing');
    },
    arrive: () => say('seeked'),
    async end() {
      Object.assign(now, { currentTime: durationSeconds, paused: true, ended: true, readyState: 4 });
      await say('timeupdate', 'pause', 'ended');
    },
    async fail() {
      Object.defineProperty(video, 'error', { configurable: true, value: { code: 4 } });
      await say('error');
    },
  };
}
