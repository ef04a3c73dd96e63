import { findAbilities, type PlayerAbility } from '../playback/abilities.ts';

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

let found: readonly PlayerAbility[] | undefined;

/** What this browser can play, asked once. @see findAbilities */
export function browserAbilities(): readonly PlayerAbility[] {
  found ??= askBrowser();
  return found;
}

function askBrowser(): readonly PlayerAbility[] {
  const video = document.createElement('video');
  // iPhones have only ManagedMediaSource, which both hls.js and mpegts.js use.
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: MediaSourceLike;
    ManagedMediaSource?: MediaSourceLike;
  };
  const source = plain ?? managed;
  return findAbilities({
    canPlayType: (type) => video.canPlayType(type),
    isTypeSupported: source && ((type) => source.isTypeSupported(type)),
  });
}
