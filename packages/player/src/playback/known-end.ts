/*
 * A media element says that a film has ended when its media stop coming, too: WebKitGTK then sets the duration to the present
 * position. So an end counts only near the longest duration that was known of the film. Any other end is a connection that
 * broke off.
 */

/** The members of a media element that tell how long its film is. */
interface MeasuredMedia {
  readonly readyState: number;
  readonly duration: number;
  readonly streamType: string;
}

/** An end counts within so many seconds of the known duration: indexes round, and tracks differ in length. */
const nearSeconds = 5;
/** The same as a part of the duration, for indexes that estimate it. */
const nearPart = 0.02;

/** What is known of the end of one film. */
export interface KnownEnd {
  /** Notes the duration that the media element has now; a shorter one than before is not believed. */
  note(media: MeasuredMedia): void;
  /** Whether the film may end at this position, in seconds. */
  isNear(seconds: number): boolean;
  /** The longest duration that was known, in seconds; `undefined` before any, and for live streams. */
  durationSeconds(): number | undefined;
  /** Forgets everything, for another film. */
  forget(): void;
}

/** Creates what is known of the end of a film before anything is known. */
export function createKnownEnd(): KnownEnd {
  let longest: number | undefined;
  return {
    note({ readyState, duration, streamType }) {
      if (readyState === 0 || streamType === 'live' || !Number.isFinite(duration)) return;
      longest = Math.max(longest ?? 0, duration);
    },
    isNear: (seconds) =>
      longest === undefined || seconds >= longest - Math.max(nearSeconds, longest * nearPart),
    durationSeconds: () => longest,
    forget() {
      longest = undefined;
    },
  };
}
