/*
 * A file with an end may be listed as a channel. ffmpeg would convert it as fast as it is downloaded, and segments would
 * leave the playlist before anybody could watch them. Its segments are therefore due by the clock: the first ones at
 * once, so that playback can start, and each further one when its turn comes. ffmpeg is paused while it is ahead.
 */
import type { FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';
import type { Cancel, Clock } from '../../../../platform/clock.ts';

/** A finished segment, with its place on the conversion's own time. */
export interface TimedSegment {
  index: number;
  durationSeconds: number;
  startSeconds: number;
}

type PaceClock = Pick<Clock, 'steadyMs' | 'after'>;

export interface LivePace extends Disposable {
  isDue(segment: TimedSegment): boolean;
  /** Pauses ffmpeg until the newest segment that it has finished is due. */
  regulate(newest: TimedSegment): void;
}

/**
 * @param ffmpeg - converts the channel, and has just been started
 * @param needs.hasEnd - whether the channel's source is known to be a file with an end
 * @param needs.aheadSeconds - how far segments may be ahead of the clock
 */
export function createLivePace(
  ffmpeg: Pick<FfmpegRun, 'pause' | 'resume'>,
  { hasEnd, aheadSeconds, clock }: { hasEnd(): boolean; aheadSeconds(): number; clock: PaceClock },
): LivePace {
  const startedAtMs = clock.steadyMs();
  let cancel: Cancel | undefined;
  const dueInSeconds = ({ startSeconds }: TimedSegment): number =>
    hasEnd() ? startSeconds - aheadSeconds() - (clock.steadyMs() - startedAtMs) / 1_000 : 0;
  return {
    isDue: (segment) => dueInSeconds(segment) <= 0,
    regulate(newest) {
      const waitSeconds = dueInSeconds(newest);
      if (waitSeconds <= 0) return;
      ffmpeg.pause();
      cancel?.();
      cancel = clock.after(waitSeconds * 1_000, () => ffmpeg.resume());
    },
    [Symbol.dispose]: () => cancel?.(),
  };
}
