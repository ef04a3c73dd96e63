/*
 * Browsers refuse sound before the person has touched the page. So: try with sound; if that is refused, play muted and say so,
 * and turn the sound on after a moment only where the person has been active. Turning it on may make the browser pause the
 * video instead of refusing: then mute and play again, so that a picture is never lost for a sound.
 */

/** The part of a media element that starting needs. */
export interface StartableMedia extends EventTarget {
  muted: boolean;
  readonly paused: boolean;
  play(): Promise<void>;
}

/** `muted`: the browser took the sound away. `refused`: not even that. `superseded`: another source or a pause came first. */
export type StartOutcome = 'started' | 'muted' | 'refused' | 'superseded';

/** The specification's delay before the sound is tried again. */
export const unmuteAfterMs = 1500;

/** Starts playing, without sound where the browser asks for that. Never throws; media errors arrive by their own event. */
export async function startPlaying(media: StartableMedia): Promise<StartOutcome> {
  const first = await tryToPlay(media);
  if (first !== 'refused' || media.muted) return first;
  media.muted = true;
  const second = await tryToPlay(media);
  // Another source that came in between begins without sound too: it stays the browser's doing.
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
 * Turns the sound on. Call it from a person's click, or where the person has been active.
 *
 * @returns whether the sound is on now; when it is not, the picture plays on
 */
export async function unmute(media: StartableMedia): Promise<boolean> {
  if (!media.muted) return true;
  const wasPlaying = !media.paused;
  // By the time of the event any pause that the browser answers with has happened.
  const settled = new Promise<void>((resolve) => {
    media.addEventListener('volumechange', () => resolve(), { once: true });
  });
  media.muted = false;
  await settled;
  if (!wasPlaying || !media.paused) return true;
  const outcome = await startPlaying(media);
  return outcome === 'started' && !media.muted;
}
