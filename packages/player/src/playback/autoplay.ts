/*
 * Browsers refuse to play sound before the person has interacted with the page. So playback is first tried with sound; if that is
 * refused, the video plays muted, and the caller unmutes it after 1.5 seconds, but only if the person has interacted with the
 * page. On unmuting, a browser may pause the video: the video is then muted and played again, so that playback continues.
 */

/** The members of a media element that are needed to start playback. */
export interface StartableMedia extends EventTarget {
  muted: boolean;
  readonly paused: boolean;
  play(): Promise<void>;
}

/** `muted`: plays without sound. `refused`: does not play. `superseded`: another source was opened, or playback was paused. */
export type StartOutcome = 'started' | 'muted' | 'refused' | 'superseded';

/** The delay in milliseconds before unmuting, as the specification sets it. */
export const unmuteAfterMs = 1500;

/** Starts playback, muted if the browser requires it. Never throws; media errors arrive as events. */
export async function startPlaying(media: StartableMedia): Promise<StartOutcome> {
  const first = await tryToPlay(media);
  if (first !== 'refused' || media.muted) return first;
  media.muted = true;
  const second = await tryToPlay(media);
  // The mute is reported even if another source superseded this one: the browser's policy, not the person, caused the mute.
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
 * Unmutes the video. Call it from a person's click, or when the person has interacted with the page before.
 *
 * @returns whether the sound is on now; if `false`, the video keeps playing muted
 */
export async function unmute(media: StartableMedia): Promise<boolean> {
  if (!media.muted) return true;
  const wasPlaying = !media.paused;
  // A browser that pauses the video because of the unmute has done so by the time it fires `volumechange`.
  const settled = new Promise<void>((resolve) => {
    media.addEventListener('volumechange', () => resolve(), { once: true });
  });
  media.muted = false;
  await settled;
  if (!wasPlaying || !media.paused) return true;
  const outcome = await startPlaying(media);
  return outcome === 'started' && !media.muted;
}
