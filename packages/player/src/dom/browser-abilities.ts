import { findAbilities, type PlayerAbility } from '../playback/abilities.ts';

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

let found: readonly PlayerAbility[] | undefined;

/** The media formats and codecs that this browser can play; detected once and then cached. @see findAbilities */
export function browserAbilities(): readonly PlayerAbility[] {
  found ??= askBrowser();
  return found;
}

function askBrowser(): readonly PlayerAbility[] {
  const video = document.createElement('video');
  // iPhones have no `MediaSource`, only `ManagedMediaSource`, which hls.js and mpegts.js can use just as well.
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
