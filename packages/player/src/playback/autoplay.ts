/*
 * Browsers refuse to play sound before the person has interacted with the page. So a video is first started with
 * sound; if the browser refuses, it plays muted, and the caller unmutes it after 1.5 seconds, but only if the person
 * has interacted with the page since. On unmuting, a browser may pause the video: the video is then muted and played
 * again, so that playback continues.
 */

/** The members of a media element that are needed to start playback. */
export interface StartableMedia extends EventTarget {
  muted: boolean;
  readonly paused: boolean;
  /** Whether `pause()` was called after the last `play()`: a browser that pauses by itself does not call it. */
  readonly isPauseWanted: boolean;
  play(): Promise<void>;
}

/**
 * How starting a video ended. `muted`: it plays without sound. `refused`: the browser does not play it. `superseded`:
 * another stream was opened, or playback was paused meanwhile.
 */
export type StartOutcome = 'started' | 'muted' | 'refused' | 'superseded';

/** How long a video that the browser started only without sound stays muted before it is unmuted, in milliseconds. */
export const unmuteAfterMs = 1500;

/**
 * Starts a video, without sound if the browser requires it. Never throws; media errors arrive as events.
 *
 * @param noteRefusal - called when the browser has refused the sound, before the start without it
 */
export async function startPlaying(media: StartableMedia, noteRefusal?: () => void): Promise<StartOutcome> {
  const first = await tryToPlay(media);
  if (first !== 'refused' || media.muted) return first;
  noteRefusal?.();
  media.muted = true;
  const second = await tryToPlay(media);
  // The result of starting the video is `muted` even if another stream was opened meanwhile, because it was the
  // browser's policy that muted the video, not the person.
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
 * Unmutes a video that was started without sound. Call it from a person's click, or when the person has interacted with
 * the page before.
 *
 * @returns whether the sound is on now; if `false`, the browser did not allow it and the video keeps playing muted
 */
export async function unmute(media: StartableMedia): Promise<boolean> {
  if (!media.muted) return true;
  const wasPlaying = !media.paused;
  // A browser that reacts to the unmuting by pausing the video has done so by the time it fires `volumechange`.
  const settled = new Promise<void>((resolve) => {
    media.addEventListener('volumechange', () => resolve(), { once: true });
  });
  media.muted = false;
  await settled;
  // The person may have paused the video meanwhile.
  if (!wasPlaying || !media.paused || media.isPauseWanted) return true;
  const outcome = await startPlaying(media);
  return outcome === 'started' && !media.muted;
}
