/*
 * Converts a channel to MPEG-TS without an end, for clients that play MPEG-TS but not the channel's codecs: they show
 * the first picture as soon as ffmpeg has written it, where HLS needs whole segments first. Each request starts an ffmpeg
 * of its own and ends the one before, because a player that reconnects wants the channel as it is now.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { startFfmpeg, type FfmpegRun } from '../ffmpeg/run-ffmpeg.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import { failureOf, type ConversionNeeds, type Convertible } from '../segments/conversion.ts';
import type { ConversionPlan } from '../segments/plan-conversion.ts';
import { liveArguments } from './live-arguments.ts';

export interface LiveStream extends Convertible {
  /**
   * Starts the conversion of the channel as it is now, and waits for its first bytes.
   *
   * @returns the bytes; ffmpeg ends when they are closed
   * @throws AppError `upstream.…` when the channel does not deliver, `server.unavailable` when the signal aborts or the
   *   conversion is ended
   */
  open(signal: AbortSignal): Promise<Readable>;
}

/** Shorter than the fifteen seconds in which a viewer is told why nothing plays. */
const firstWithinMs = 12_000;
/** Every packet is written at once, and no packet is delayed: players receive the first picture as it is made. */
const output = ['-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0', '-flush_packets', '1', 'pipe:1'];

export function createLiveStream(needs: ConversionNeeds & { mode: ConversionPlan['mode'] }): LiveStream {
  const { converter, folder, mode } = needs;
  let current: FfmpegRun | undefined;
  /** The number of the newest request; an older one that still waits for its turn is given up. */
  let newest = 0;
  let isClosed = false;

  function start(): { run: FfmpegRun; bytes: Readable } {
    const args = liveArguments(needs, output);
    const { run, output: bytes } = startFfmpeg({ converter, args, folder, mode });
    bytes.once('close', run.kill);
    current = run;
    return { run, bytes };
  }

  return {
    async open(signal) {
      newest += 1;
      const own = newest;
      current?.kill();
      await current?.ended;
      if (own !== newest || isClosed || signal.aborted) throw askAgain();
      const { run, bytes } = start();
      try {
        await withDeadline(signal, firstWithinMs, (inTime) =>
          Promise.race([once(bytes, 'readable', { signal: inTime }), run.ended]),
        );
      } catch {
        run.kill();
        throw signal.aborted ? askAgain() : new AppError('upstream.timeout');
      }
      if (bytes.readableLength > 0) return bytes;
      run.kill();
      throw own === newest && !isClosed ? failureOf(needs) : askAgain();
    },
    isOver: () => isClosed || converter.confinement.isEnded(),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      current?.kill();
      await current?.ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
