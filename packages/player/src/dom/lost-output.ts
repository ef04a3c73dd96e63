/*
 * A film in HLS may change its codec at a discontinuity: an advertisement in H.264 before a film in MPEG-2, say. hls.js then
 * goes on with what the browser decodes, without any error. The film stands still where the picture or the sound ends, although
 * the segment that goes on there has arrived; near its end, where nothing more is waited for, one of them plays on without the
 * other. Both are reported.
 */
import { every } from '../base/clock.ts';
import type { PlaybackFailure } from '../playback/playback-failure.ts';

const lookEveryMs = 1000;
/** For so many seconds of playback nothing may be decoded before it counts as lost. */
const lostAfterSeconds = 6;
/** A larger step between two looks, in seconds, is a jump. */
const longestStepSeconds = 3;
/** So close to the end of a film, in seconds, its sound or picture may have ended already. */
const lastSeconds = 30;

/** After so many equal looks a film stands still. */
const stillLooks = 6;
/** So far behind the position, in seconds, lies what has to be buffered for the film to go on. */
const nextSeconds = 0.5;

/** What is needed of hls.js: the segments of the film, and when each was last given to the browser. */
interface Segments {
  latestLevelDetails: {
    fragments: readonly { start: number; end: number; stats: { buffering: { end: number } } }[];
  } | null;
}

type WatchedVideo = Pick<HTMLVideoElement, 'buffered' | 'currentTime' | 'duration' | 'paused' | 'seeking'> & {
  getVideoPlaybackQuality(): Pick<VideoPlaybackQuality, 'totalVideoFrames'>;
  webkitAudioDecodedByteCount?: number | undefined;
};

/** The stream has to be opened in another form. */
const pictureLost: PlaybackFailure = { source: 'media', code: 'media.codec', fatal: true };
/** The stream is opened again where it is, and then known to have no sound. */
const soundLost: PlaybackFailure = { source: 'media', code: 'media.decode', fatal: true };

/** @param isHidden - whether nobody sees the page: browsers decode no pictures then */
export function watchOutput(
  { video, reportFailure }: { video: WatchedVideo; reportFailure: (failure: PlaybackFailure) => void },
  hls: Segments,
  signal: AbortSignal,
  isHidden = (): boolean => document.hidden,
): void {
  let seconds = video.currentTime;
  let equalLooks = 0;
  /** Whether the segment at the position has arrived, and cannot be played. */
  function lacksNext(): boolean {
    const next = seconds + nextSeconds;
    const segment = hls.latestLevelDetails?.fragments.find(({ start, end }) => start <= next && next < end);
    return segment !== undefined && segment.stats.buffering.end > 0 && !covers(video.buffered, next);
  }
  const picture = countLoss(() => video.getVideoPlaybackQuality().totalVideoFrames);
  const sound = countLoss(() => video.webkitAudioDecodedByteCount ?? 0);
  const cancel = every(lookEveryMs, () => {
    const step = video.currentTime - seconds;
    seconds = video.currentTime;
    const isPlaying = !video.paused && !video.seeking && step >= 0 && step < longestStepSeconds;
    const isJudged = isPlaying && !isHidden() && seconds < video.duration - lastSeconds;
    equalLooks = step === 0 && isPlaying && !isHidden() ? equalLooks + 1 : 0;
    if (equalLooks >= stillLooks && lacksNext()) {
      cancel();
      return reportFailure(pictureLost);
    }
    const isPictureLost = picture.look(isJudged ? step : undefined);
    const isSoundLost = sound.look(isJudged ? step : undefined);
    if (!isPictureLost && !isSoundLost) return undefined;
    cancel();
    return reportFailure(isPictureLost ? pictureLost : soundLost);
  });
  signal.addEventListener('abort', cancel, { once: true });
}

function covers(ranges: TimeRanges, seconds: number): boolean {
  for (let index = 0; index < ranges.length; index += 1)
    if (ranges.start(index) <= seconds && seconds < ranges.end(index)) return true;
  return false;
}

/** Adds up for how many seconds of playback a count of what was decoded has stayed the same. */
function countLoss(read: () => number) {
  let count = read();
  let sameSeconds = 0;
  return {
    /** @param step - how many seconds were played since the last look; `undefined` begins anew */
    look(step: number | undefined): boolean {
      const before = count;
      count = read();
      sameSeconds = step === undefined || count !== before ? 0 : sameSeconds + step;
      return count > 0 && sameSeconds >= lostAfterSeconds;
    },
  };
}
