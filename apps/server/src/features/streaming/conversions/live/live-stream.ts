/*
 * Converts a channel to MPEG-TS without an end, for clients that play MPEG-TS but not the channel's codecs: they show
 * the first picture as soon as ffmpeg has written it, where HLS needs whole segments first. One ffmpeg writes for all
 * viewers, each of whom begins at the newest keyframe; it ends when the last one has left. Who comes while ffmpeg has
 * written nothing for seconds gets a new one, and so do all others: a player that reconnects wants the channel as it is
 * now. Where a hardware encoder fails or falls silent, the processor goes on in the same bytes; where it hangs at the start, the next
 * viewer gets the processor.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, isAppError } from '../../../../platform/http/app-error.ts';
import { startFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';
import { withEncoder, type EncoderChoice, type FoundEncoder } from '../encoders/video-encoder.ts';
import { encoderSilentMs, watchEncoder } from '../encoders/watch-encoder.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import { failureOf, type ConversionNeeds, type Convertible } from '../segments/conversion.ts';
import type { ConversionPlan } from '../segments/plan-conversion.ts';
import type { SharedStream } from '../source/source-gateway.ts';
import { liveArguments } from './live-arguments.ts';
import { createWholePackets } from './whole-packets.ts';

export interface LiveStream extends Convertible {
  /**
   * Lets a viewer receive the channel as it is now, and waits for the first bytes.
   *
   * @returns the bytes, which the viewer has left when they are closed
   * @throws AppError `upstream.…` when the channel does not deliver, `server.unavailable` when the signal aborts or the
   *   conversion is ended
   */
  open(signal: AbortSignal): Promise<Readable>;
}

/** Starts a channel in MPEG-TS for all its viewers. @param open - makes its bytes */
export type StartStream = (open: (signal: AbortSignal) => Promise<Readable>) => SharedStream;

type LiveStreamNeeds = ConversionNeeds & {
  mode: ConversionPlan['mode'];
  startStream: StartStream;
  /** Which hardware encoder there is; by default none. */
  encoders?: EncoderChoice | undefined;
  clock: Pick<Clock, 'steadyMs' | 'deadline' | 'every'>;
};

/** Shorter than the fifteen seconds in which a viewer is told why nothing plays. */
const firstWithinMs = 12_000;
/** After how long without bytes a viewer who comes gets a new ffmpeg, in ms; players reconnect after eight seconds. */
const silentMs = 5_000;
/** How far the times of an encoder that goes on are behind the last ones of the one before, in seconds: one picture. */
const pictureSeconds = 0.04;
/** Every packet is written at once, and no packet is delayed: players receive the first picture as it is made. */
const output = ['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-flush_packets', '1', 'pipe:1'];

export function createLiveStream(needs: LiveStreamNeeds): LiveStream {
  const { converter, folder, mode, clock } = needs;
  let stream: SharedStream | undefined;
  let run: FfmpegRun | undefined;
  /** What ffmpeg writes; `undefined` while its first bytes are awaited. */
  let current: Readable | undefined;
  /** When ffmpeg has written something last, in steady ms. */
  let wroteAtMs = 0;
  let isClosed = false;
  /** Whether nothing came of an ffmpeg: its address may have ended, and who asks next gets a new conversion. */
  let hasFailed = false;

  /** Starts an ffmpeg. @param startSeconds - the time with which its bytes begin */
  async function open(
    signal: AbortSignal,
    { encoder, startSeconds = 0 }: { encoder?: FoundEncoder | undefined; startSeconds?: number } = {},
  ): Promise<Readable> {
    const following = startSeconds === 0 ? [] : ['-output_ts_offset', startSeconds.toFixed(3)];
    const { run: started, output: bytes } = startFfmpeg({
      converter: withEncoder(converter, encoder),
      args: liveArguments(needs, [...following, ...output], encoder),
      folder,
      mode,
    });
    bytes.once('close', started.kill);
    run = started;
    try {
      await withDeadline(
        signal,
        firstWithinMs,
        (inTime) => Promise.race([once(bytes, 'readable', { signal: inTime }), started.ended]),
        clock,
      );
    } catch {
      started.kill();
      throw signal.aborted ? askAgain() : new AppError('upstream.timeout');
    }
    if (bytes.readableLength === 0) {
      started.kill();
      throw isClosed ? askAgain() : failureOf(needs);
    }
    return bytes;
  }

  /** Whether the last ffmpeg has failed by itself, and may have done so because of its hardware encoder. */
  const isEncoderSuspect = async (): Promise<boolean> =>
    (await run?.ended) === 'failed' &&
    !isClosed &&
    !converter.confinement.isEnded() &&
    needs.upstreamFailure() === undefined;

  /** Starts an ffmpeg with a hardware encoder, and one without it where that fails, also later. */
  async function openWithEncoder(signal: AbortSignal, encoder: FoundEncoder): Promise<Readable> {
    const goOn = async (startSeconds: number): Promise<Readable> => {
      const bytes = await open(signal, { startSeconds });
      needs.encoders?.noteFailure(encoder);
      return bytes;
    };
    let first: Readable;
    try {
      first = await open(signal, { encoder });
    } catch (error) {
      if (signal.aborted) throw error;
      if (isAppError('upstream.timeout')(error)) {
        // The viewer has no time left for a second ffmpeg.
        if (!needs.isSilent() && needs.upstreamFailure() === undefined) needs.encoders?.noteFailure(encoder);
        throw error;
      }
      if (!(await isEncoderSuspect())) throw error;
      return goOn(0);
    }
    const packets = createWholePackets();
    const joined = new PassThrough();
    const hardware = run;
    let isHanging = false;
    const watch = watchEncoder({
      clock,
      silentMs: encoderSilentMs.pictures,
      // While all viewers pause, or the source is silent, the encoder has nothing to do.
      isExcused: () => !first.readableFlowing || needs.isSilent(),
      onHang() {
        isHanging = true;
        hardware?.kill();
      },
    });
    first.on('data', watch.note);
    first.pipe(packets).pipe(joined, { end: false });
    first.once('close', () => {
      watch[Symbol.dispose]();
      if (isHanging) packets.end();
      else if (!first.readableEnded) joined.destroy();
    });
    const goOnIn = async (): Promise<void> => {
      if (signal.aborted || joined.destroyed || !(await isEncoderSuspect())) {
        joined.end();
        return;
      }
      const next = await goOn(packets.latestSeconds() + pictureSeconds);
      if (joined.destroyed) return void next.destroy();
      joined.once('close', () => next.destroy());
      next.pipe(joined);
    };
    packets.once('end', () => void goOnIn().catch(() => joined.end()));
    joined.once('close', () => first.destroy());
    return joined;
  }

  async function start(signal: AbortSignal): Promise<Readable> {
    run?.kill();
    await run?.ended;
    if (isClosed || signal.aborted) throw askAgain();
    const encoder = mode === 'transcode' ? await needs.encoders?.choose() : undefined;
    let bytes: Readable;
    try {
      bytes = await (encoder === undefined ? open(signal) : openWithEncoder(signal, encoder));
    } catch (error) {
      hasFailed ||= !signal.aborted;
      throw error;
    }
    wroteAtMs = clock.steadyMs();
    const note = () => (wroteAtMs = clock.steadyMs());
    // It flows when the viewers read it. While all of them pause, ffmpeg has nothing to answer for.
    bytes.on('data', note).on('resume', note).pause();
    current = bytes;
    return bytes;
  }

  /** Returns what viewers receive now; begins anew where that has ended, or where nothing comes of it. */
  function findStream(): SharedStream {
    const isSilent = current?.isPaused() === false && clock.steadyMs() - wroteAtMs >= silentMs;
    if (stream !== undefined && !stream.isOver() && !isSilent) return stream;
    stream?.end();
    current = undefined;
    stream = needs.startStream(start);
    return stream;
  }

  return {
    async open(signal) {
      if (isClosed || signal.aborted) throw askAgain();
      return findStream().join(signal);
    },
    isOver: () => isClosed || hasFailed || converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      stream?.end();
      run?.kill();
      await run?.ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
