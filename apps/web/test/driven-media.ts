import type { StreamVideo } from '@butaca/player';
import { act, waitFor } from '@testing-library/react';

/** jsdom plays nothing. This says, on the player's own video, what a browser that plays would say. */
export interface DrivenMedia {
  /** Where the player has put the picture, in seconds. */
  positionSeconds(): number;
  /** Has come so far by playing. */
  playTo(seconds: number): Promise<void>;
  /** Plays for so long that a sound would have been decoded, and none is. */
  playWithoutSound(seconds: number): Promise<void>;
  pause(): Promise<void>;
  /** Goes on after a pause. */
  resume(): Promise<void>;
  /** Has arrived where the page sent the picture. */
  arrive(): Promise<void>;
  end(): Promise<void>;
  /** Lets go of the stream, as after an answer that was none. */
  fail(): Promise<void>;
}

/** The player looks for a sound that is missing after three seconds. */
const silentCheckSeconds = 4;

/**
 * Takes the video that is on the page, with a stream of this length.
 *
 * @param address - what it has to play by then
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
  // Chromium's own count, of which jsdom's video has not even the name.
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
