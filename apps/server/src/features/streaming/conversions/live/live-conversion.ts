/*
 * Converts a channel to HLS, for clients that cannot play its format or its codecs: one ffmpeg copies the video or
 * encodes it anew, encodes the audio, and cuts at keyframes. The HLS playlist names the newest segments; older ones are
 * deleted. When the channel's stream breaks off, the conversion ends; the player's next request starts a new one. Where
 * the stream is a file that has come to its end, the playlist ends too. Where a hardware encoder fails or hangs, the processor goes on in
 * the same playlist, after a discontinuity. The first segment number is the time of the
 * steady clock in seconds, so that numbers keep increasing across conversions, also when somebody sets the clock of the
 * machine.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../platform/clock.ts';
import type { AppError } from '../../../../platform/http/app-error.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import { withEncoder, type EncoderChoice, type FoundEncoder } from '../encoders/video-encoder.ts';
import { encoderSilentMs, watchEncoder, type EncoderWatch } from '../encoders/watch-encoder.ts';
import { failureOf, type ConversionNeeds, type Convertible } from '../segments/conversion.ts';
import { createOutputWaiters } from '../segments/output-waiters.ts';
import { storageFull } from '../ffmpeg/disk-room.ts';
import { liveArguments, segmentSeconds } from './live-arguments.ts';
import type { ConversionPlan } from '../segments/plan-conversion.ts';
import { createLivePace, type TimedSegment } from './pace-live.ts';
import { runFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';

export interface LiveConversion extends Convertible {
  /**
   * Returns the current HLS playlist of a converted channel; waits until there are enough segments to start playback.
   *
   * @throws AppError `upstream.unreachable`, `upstream.timeout`, `server.storage_full`, or `server.unavailable` when the
   * signal aborts or the conversion is ended
   */
  playlist(signal: AbortSignal): Promise<string>;
  /** Returns the path of the file of a channel's HLS segment; `undefined` when that segment is no longer kept. */
  segment(index: number): string | undefined;
}

/**
 * How many segments a converted channel needs before its playlist is sent: players start live playback three target
 * durations before the end of the playlist, and fail when it holds less.
 */
const enoughSegments = 3;
const windowSegments = 6;
/**
 * How many segments of a converted channel are kept on disk: also some that have left the playlist, for clients that
 * still use its previous version.
 */
const keptSegments = 2 * windowSegments;
const firstWithinMs = 20_000;

/** What the conversion of a channel works with, and whether its video is copied (`remux`) or encoded anew. */
type LiveNeeds = ConversionNeeds & {
  mode: ConversionPlan['mode'];
  clock: Pick<Clock, 'steadyMs' | 'after' | 'every'>;
  /** The hardware encoder with which it begins; by default the processor encodes. */
  encoder?: FoundEncoder | undefined;
  encoders?: Pick<EncoderChoice, 'noteFailure'> | undefined;
};

export function createLiveConversion(needs: LiveNeeds): LiveConversion {
  const segments: TimedSegment[] = [];
  const waiters = createOutputWaiters<undefined, undefined>(firstWithinMs);
  let end: AppError | undefined;
  let targetSeconds = 1;
  let isComplete = false;

  let encoder = needs.encoder?.confinement.isEnded() === true ? undefined : needs.encoder;
  /** The encoder that has failed, until a segment of the processor has shown that it was to blame. */
  let replaced: FoundEncoder | undefined;
  /** The number of the first segment of the processor, where a hardware encoder has failed before it. */
  let joinedAt = Number.POSITIVE_INFINITY;

  const start = (firstNumber: number, startSeconds: number): FfmpegRun =>
    runFfmpeg({
      converter: withEncoder(needs.converter, encoder),
      args: liveArguments(needs, cuttingOptions(firstNumber, startSeconds), encoder),
      folder: needs.folder,
      mode: needs.mode,
      onFinished(fileName, durationSeconds) {
        watch?.note();
        if (replaced !== undefined) needs.encoders?.noteFailure(replaced);
        replaced = undefined;
        const startsAt = endSeconds();
        const segment = { index: Number(/\d+/.exec(fileName)?.[0]), durationSeconds, startSeconds: startsAt };
        segments.push(segment);
        targetSeconds = Math.max(targetSeconds, Math.round(durationSeconds));
        while (dueSegments().length > keptSegments) void rm(pathOf(segments.shift()), { force: true });
        pace.regulate(segment);
        if (hasEnough()) waiters.settle(() => true, undefined);
      },
    });
  const endSeconds = (): number => {
    const last = segments.at(-1);
    return last === undefined ? 0 : last.startSeconds + last.durationSeconds;
  };
  const firstNumber = Math.floor(needs.clock.steadyMs() / 1_000);
  let watch: EncoderWatch | undefined;
  let ffmpeg = start(firstNumber, 0);
  const aheadSeconds = () => Math.max(windowSegments * segmentSeconds, (enoughSegments + 1) * targetSeconds);
  const running = { pause: () => ffmpeg.pause(), resume: () => ffmpeg.resume() };
  const pace = createLivePace(running, { hasEnd: needs.hasEnd, aheadSeconds, clock: needs.clock });
  if (encoder !== undefined) {
    watch = watchEncoder({
      clock: needs.clock,
      silentMs: encoderSilentMs.segments,
      isExcused: () => ffmpeg.isPaused() || needs.isSilent(),
      onHang: ffmpeg.kill,
    });
  }
  void noteEnd();

  const dueSegments = (): TimedSegment[] => segments.filter(pace.isDue);
  const hasEnough = (): boolean =>
    segments.length >= windowSegments ||
    sum(segments.map(({ durationSeconds }) => durationSeconds)) >= enoughSegments * targetSeconds;
  const pathOf = (segment: TimedSegment | undefined): string => join(needs.folder, `v-${segment?.index}.ts`);

  /** Whether ffmpeg has failed by itself, and may have done so because of its hardware encoder. */
  const isEncoderSuspect = async (): Promise<boolean> =>
    (await needs.hasRoom()) &&
    end === undefined &&
    !needs.converter.confinement.isEnded() &&
    needs.upstreamFailure() === undefined;

  /** Lets the processor go on where a hardware encoder has failed. @returns whether it does */
  function replaceEncoder(): boolean {
    replaced = encoder;
    encoder = undefined;
    const number = (segments.at(-1)?.index ?? firstNumber - 1) + 1;
    try {
      ffmpeg = start(number, endSeconds());
    } catch {
      // The system refuses to start a program while it lacks memory, or the sandbox has just ended.
      return false;
    }
    if (segments.length > 0) joinedAt = number;
    return true;
  }

  async function noteEnd(): Promise<void> {
    const ending = await ffmpeg.ended;
    watch?.[Symbol.dispose]();
    const isSuspect = ending === 'failed' && encoder !== undefined && (await isEncoderSuspect());
    if (isSuspect && replaceEncoder()) return noteEnd();
    isComplete = ending === 'complete' && needs.hasEnd() && segments.length > 0;
    if (isComplete) return waiters.settle(() => true, undefined);
    end = (await needs.hasRoom()) ? failureOf(needs) : storageFull();
    waiters.settle(() => true, end);
  }

  return {
    async playlist(signal) {
      if (!(await needs.hasRoom())) end = storageFull();
      if (end !== undefined) throw end;
      if (!hasEnough() && !isComplete) await waiters.wait(undefined, signal);
      const due = dueSegments();
      const isEnded = isComplete && due.length === segments.length;
      return livePlaylist(due.slice(-windowSegments), { targetSeconds, isEnded, joinedAt });
    },
    segment: (index) => {
      const segment = segments.find((candidate) => candidate.index === index);
      return segment && pathOf(segment);
    },
    isOver: () => end !== undefined || needs.converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      end ??= askAgain();
      waiters.settle(() => true, end);
      watch?.[Symbol.dispose]();
      pace[Symbol.dispose]();
      ffmpeg.kill();
      await ffmpeg.ended;
      await rm(needs.folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * ffmpeg options that write segments and print the name of each finished one. @param startSeconds - where the first one begins on
 * the conversion's own time
 */
function cuttingOptions(firstNumber: number, startSeconds: number): string[] {
  const cutting = ['-f', 'segment', '-segment_format', 'mpegts', '-segment_time', String(segmentSeconds)];
  const naming = ['-segment_start_number', String(firstNumber)];
  const listing = ['-segment_list', 'pipe:1', '-segment_list_type', 'csv'];
  const following = startSeconds === 0 ? [] : ['-output_ts_offset', startSeconds.toFixed(3)];
  return [...following, ...cutting, ...naming, ...listing, 'v-%d.ts'];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Writes the HLS playlist of a converted channel. @param targetSeconds - the longest segment's duration, rounded
 *
 * @param isEnded - whether no segment follows
 * @param joinedAt - the number of a segment that was encoded in another way than those before it
 */
function livePlaylist(
  segments: readonly TimedSegment[],
  { targetSeconds, isEnded, joinedAt }: { targetSeconds: number; isEnded: boolean; joinedAt: number },
): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.index ?? 0}`,
    ...((segments[0]?.index ?? 0) > joinedAt ? ['#EXT-X-DISCONTINUITY-SEQUENCE:1'] : []),
    ...segments.flatMap(({ index, durationSeconds }) => [
      ...(index === joinedAt ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${durationSeconds.toFixed(3)},`,
      `v-${index}.ts`,
    ]),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
