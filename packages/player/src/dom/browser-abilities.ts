import { findAbilities, type PlayerAbility } from '../playback/abilities.ts';

interface MediaSourceLike {
  isTypeSupported(type: string): boolean;
}

let found: readonly PlayerAbility[] | undefined;

/** The formats and codecs that this browser can play; detected once and kept. @see findAbilities */
export function browserAbilities(): readonly PlayerAbility[] {
  found ??= askBrowser();
  return found;
}

function askBrowser(): readonly PlayerAbility[] {
  const video = document.createElement('video');
  // iPhones have only `ManagedMediaSource`, which both hls.js and mpegts.js can use instead of `MediaSource`.
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
