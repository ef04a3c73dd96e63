/*
 * A media element says that a film has ended when its media stop coming, too: WebKitGTK then sets the duration to the present
 * position. So an end counts only near the longest duration that was known of the film. Any other end is a connection that
 * broke off. A somewhat shorter duration is believed while its end is still far from the position: so hls.js corrects the
 * durations that a playlist states, once it has received the segments.
 */

/** The members of a media element that tell how long its film is. */
interface MeasuredMedia {
  readonly readyState: number;
  readonly duration: number;
  readonly currentTime: number;
  readonly streamType: string;
}

/** An end counts within so many seconds of the known duration: indexes round, and tracks differ in length. */
const nearSeconds = 5;
/** The same as a part of the duration, for indexes that estimate it. */
const nearPart = 0.02;
/** Within so many seconds of the known duration nothing is left to play. */
const overSeconds = 0.5;
/** A shorter duration corrects the longer one down to this part of it: playlists that round up state a tenth too much. */
const correctedPart = 0.8;

export interface KnownEnd {
  /** Notes the duration that the media element has now; one that shrinks to the position is not believed. */
  note(media: MeasuredMedia): void;
  /** Whether the film may end at this position, in seconds. */
  isNear(seconds: number): boolean;
  /** Whether nothing of the film is left to play at this position, in seconds; never while no duration is known. */
  isReached(seconds: number): boolean;
  /** The duration that is believed, in seconds; `undefined` before any, and for live streams. */
  durationSeconds(): number | undefined;
  /** Forgets everything, for another film. */
  forget(): void;
}

export function createKnownEnd(): KnownEnd {
  let believed: number | undefined;
  const isClose = (seconds: number, duration: number): boolean =>
    seconds >= duration - Math.max(nearSeconds, duration * nearPart);
  return {
    note({ readyState, duration, currentTime, streamType }) {
      if (readyState === 0 || streamType === 'live' || !Number.isFinite(duration)) return;
      const isCorrected = duration >= (believed ?? 0) * correctedPart && !isClose(currentTime, duration);
      if (believed === undefined || duration > believed || isCorrected) believed = duration;
    },
    isNear: (seconds) => believed === undefined || isClose(seconds, believed),
    isReached: (seconds) => believed !== undefined && believed > 0 && seconds >= believed - overSeconds,
    durationSeconds: () => believed,
    forget() {
      believed = undefined;
    },
  };
}
