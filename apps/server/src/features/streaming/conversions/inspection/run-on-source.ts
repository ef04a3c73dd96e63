import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createSemaphore } from '../../../../platform/async/semaphore.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { ProgramInput } from '../ffmpeg/input-options.ts';
import type { SourceGateway, SourceObserver } from '../source/source-gateway.ts';

/** How many ffprobe processes may inspect files at once on this server. */
const programsAtOnce = 4;

/**
 * Runs a program such as ffprobe on a stream source, which the program fetches from a local address of this server that
 * is valid until the program ends.
 *
 * @returns `undefined` when the time is up, `signal` aborts, or the server is closing
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

/**
 * Creates the function that runs programs such as ffprobe on stream sources. @param closing - aborts when the server is
 * closing
 */
export function createSourceRunner(
  gateway: Pick<SourceGateway, 'openLoopback'>,
  closing: AbortSignal,
): RunOnSource {
  const programs = createSemaphore({ running: programsAtOnce });
  return async (source, { withinMs, observer, signal: unwanted = closing, device }, run) => {
    const task = async () => {
      if (closing.aborted || unwanted.aborted) return undefined;
      const loopback = await gateway.openLoopback(source, { observer, isInspection: true, device });
      try {
        return await withDeadline(unwanted, withinMs, async (signal) => {
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
    try {
      return await programs.run(task, unwanted);
    } catch (error) {
      // It was aborted while it waited for its turn.
      if (unwanted.aborted) return undefined;
      throw error;
    }
  };
}
