import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createKeyedQueue, createSemaphore } from '../../../../platform/async/semaphore.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import type { SourceGateway, SourceObserver } from '../source/source-gateway.ts';

/** How many ffprobe processes may inspect files at once on this server. */
const programsAtOnce = 4;
/**
 * How many of them may inspect files of one host of a provider: each lasts ten seconds where a host is silent, and must
 * not keep the files of other providers waiting.
 */
const programsPerHost = 3;
/** How long a program may wait for its turn before the wait shortens the time that it has, in ms. */
const freeWaitMs = 5_000;

/**
 * Runs a program such as ffprobe on a stream source, which the program fetches from a local address of this server that
 * is valid until the program ends.
 *
 * @param limits.withinMs - the time that the program has; less where it has waited for its turn for over five seconds
 * @returns `undefined` when the time is up, `signal` aborts, or the server is closing
 * @throws AppError `conversion.busy` when the time is up because the program had to wait for others; the program's error
 */
export type RunOnSource = <T>(
  source: StreamSource,
  limits: {
    withinMs: number;
    observer?: SourceObserver;
    signal?: AbortSignal;
    /** The device that waits for the program. */
    device?: PlayingDevice | undefined;
  },
  run: (input: ProgramInput, signal: AbortSignal) => Promise<T>,
) => Promise<T | undefined>;

/** @param closing - aborts when the server is closing */
export function createSourceRunner(
  gateway: Pick<SourceGateway, 'openLoopback'>,
  closing: AbortSignal,
): RunOnSource {
  const programs = createSemaphore({ running: programsAtOnce });
  const hosts = createKeyedQueue(programsPerHost);
  return async (source, { withinMs, observer, signal: unwanted = closing, device }, run) => {
    const start = async (unwantedOrLate: AbortSignal) => {
      if (closing.aborted || unwantedOrLate.aborted) return undefined;
      const devices = () => (device === undefined ? [] : [device]);
      const loopback = await gateway.openLoopback(source, { observer, isInspection: true, devices });
      try {
        return await withDeadline(unwantedOrLate, withinMs, async (signal) => {
          if (signal.aborted) return undefined;
          try {
            return await run({ address: loopback.address, streamKind: source.streamKind }, signal);
          } catch (error) {
            if (signal.aborted) return undefined;
            throw error;
          }
        });
      } finally {
        loopback.end();
      }
    };
    // An address that cannot be parsed is refused when the program asks for it.
    const host = URL.canParse(source.address) ? new URL(source.address).host : '';
    return withDeadline(unwanted, withinMs + freeWaitMs, async (signal) => {
      const task = () => programs.run(() => start(signal), signal);
      try {
        const result = await hosts.run(host, task, signal);
        if (result !== undefined || !signal.aborted) return result;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      if (unwanted.aborted) return undefined;
      throw new AppError('conversion.busy', { retryAfterSeconds: 5 });
    });
  };
}
