/*
 * Browsers refuse sound before the person has interacted with the page. So this file tries to play with sound; if that is
 * refused, it plays muted and reports it, and the caller unmutes after a moment only if the person has been active. On unmuting
 * a browser may pause the video instead of refusing: then it is muted and played again, so the picture never stops for sound.
 */

/** The part of a media element that starting needs. */
export interface StartableMedia extends EventTarget {
  muted: boolean;
  readonly paused: boolean;
  play(): Promise<void>;
}

/** `muted`: plays without sound. `refused`: does not play at all. `superseded`: another source or a pause came first. */
export type StartOutcome = 'started' | 'muted' | 'refused' | 'superseded';

/** The specification's delay before unmuting. */
export const unmuteAfterMs = 1500;

/** Starts playing, muted where the browser requires it. Never throws; media errors arrive as events. */
export async function startPlaying(media: StartableMedia): Promise<StartOutcome> {
  const first = await tryToPlay(media);
  if (first !== 'refused' || media.muted) return first;
  media.muted = true;
  const second = await tryToPlay(media);
  // Even if another source superseded this one meanwhile, the mute is the browser's, not the person's.
  if (second !== 'refused') return 'muted';
  media.muted = false;
  return 'refused';
}

async function tryToPlay(media: StartableMedia): Promise<StartOutcome> {
  try {
    await media.play();
    return 'started';
  } catch (error) {
    return error instanceof Error && error.name === 'NotAllowedError' ? 'refused' : 'superseded';
  }
}

/**
 * Unmutes the video. Call it from a person's click, or when the person has been active.
 *
 * @returns whether the sound is on now; if not, the video keeps playing muted
 */
export async function unmute(media: StartableMedia): Promise<boolean> {
  if (!media.muted) return true;
  const wasPlaying = !media.paused;
  // If the browser pauses the video because of the unmute, it has done so by the time of this event.
  const settled = new Promise<void>((resolve) => {
    media.addEventListener('volumechange', () => resolve(), { once: true });
  });
  media.muted = false;
  await settled;
  if (!wasPlaying || !media.paused) return true;
  const outcome = await startPlaying(media);
  return outcome === 'started' && !media.muted;
}
