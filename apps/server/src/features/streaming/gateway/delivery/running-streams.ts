import type { AppError } from '../../../../platform/http/app-error.ts';
import type { Log } from '../../../../platform/log.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamGrants, StreamTiming } from '../stream/stream.ts';
import { createStreamLimits } from './stream-limits.ts';

/** One request of a player for a stream, from before its permission (grant) is checked until its answer has ended. */
export interface RunningStream {
  readonly grant: StreamGrant;
  /** A signal that aborts when the stream is cut or closed; that also ends the request to the provider's server. */
  readonly signal: AbortSignal;
  /** Whether the stream was cut because the permission to receive it (its grant) has ended. */
  isCut(): boolean;
  cut(): void;
  /** Closes the stream: called when the answer to the player is complete or the player has disconnected. */
  close(): void;
  /** Notes that the stream flows: called whenever bytes of the stream have been delivered to the player. */
  flow(): void;
  /**
   * Registers a check whether the stream is stuck, which is called at intervals: a stream whose upstream or client is
   * stuck is closed.
   */
  watch(isStuck: () => boolean): void;
}

/** Keeps the list of streams that are being delivered now, and cuts those whose permission (grant) has ended. */
export interface RunningStreams extends Disposable {
  /**
   * Registers a request for a stream.
   *
   * @param isContinuous - whether it lasts as long as somebody watches, as a channel in MPEG-TS does; by default not
   */
  open(grant: StreamGrant, isContinuous?: boolean): RunningStream;
  /** Cuts every running stream whose permission (grant) has ended, as the given function says. */
  end(hasEnded: (grant: StreamGrant) => boolean): void;
  isAny(): boolean;
  /** Cuts all running streams, because the server is closing. */
  endAll(): void;
}

/**
 * One error object is shared by all streams that end: creating an error per stream would cost more than everything else
 * that ends a stream.
 */
const closed = new Error('the stream is over');

/**
 * Groups running streams by what their permission (grant) is checked by, so that a permission that they share is
 * checked once.
 */
function groupByGrant(streams: Iterable<RunningStream>): { grant: StreamGrant; streams: RunningStream[] }[] {
  const groups = new Map<string, { grant: StreamGrant; streams: RunningStream[] }>();
  for (const stream of streams) {
    const { sessionKey, itemKey, isTrial, isCast = false, issuedAtSeconds } = stream.grant;
    const key = `${sessionKey} ${itemKey} ${isTrial} ${isCast} ${issuedAtSeconds}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { grant: stream.grant, streams: [stream] });
    else known.streams.push(stream);
  }
  return [...groups.values()];
}

/**
 * Creates the list of running streams. The permission (grant) of each stream is checked again every `recheckMs`. A
 * check that throws cuts nothing: a fault of this server must not interrupt playback.
 */
export function createRunningStreams(
  grants: StreamGrants,
  { recheckMs, renewMs }: Pick<StreamTiming, 'recheckMs' | 'renewMs'>,
  log: Log,
): RunningStreams {
  const running = new Set<RunningStream & { isStuck(): boolean }>();
  const limits = createStreamLimits(log);
  let timer: NodeJS.Timeout | undefined;

  async function recheck(): Promise<void> {
    const stuck = [...running].filter((stream) => stream.isStuck());
    for (const stream of stuck) stream.close();
    await Promise.all(
      groupByGrant(running).map(async ({ grant, streams }) => {
        const refusal = await grants.check(grant, 'recheck');
        if (refusal !== undefined) cutFor(refusal, grant, streams);
      }),
    );
  }

  function cutFor(refusal: AppError, grant: StreamGrant, streams: readonly RunningStream[]): void {
    const { accountId, itemKey } = grant;
    log.info({ accountId, itemKey, code: refusal.code }, 'running stream cut');
    for (const stream of streams) stream.cut();
  }

  /**
   * Checks a stream that resumes after a long pause as at its start, because other devices may have taken leases
   * that the stream limit of the plan no longer leaves to its device.
   */
  async function beginAgain(stream: RunningStream): Promise<void> {
    try {
      const refusal = await grants.check(stream.grant, 'start');
      if (refusal !== undefined) cutFor(refusal, stream.grant, [stream]);
    } catch (error) {
      log.warn({ err: error }, 'a stream that flows again could not be checked');
    }
  }

  async function renew(stream: RunningStream): Promise<void> {
    if ((await grants.renew(stream.grant)) === 'lapsed') await beginAgain(stream);
  }

  function startTimer(): void {
    timer ??= setInterval(() => {
      recheck().catch((error: unknown) => log.warn({ err: error }, 'running streams could not be checked'));
    }, recheckMs).unref();
  }

  function stopTimer(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    open(grant, isContinuous = false) {
      const controller = new AbortController();
      let isCut = false;
      let renewAt = performance.now() + renewMs;
      const stream = {
        grant,
        isContinuous,
        signal: controller.signal,
        isCut: () => isCut,
        cut() {
          isCut = true;
          stream.close();
        },
        close() {
          running.delete(stream);
          limits.remove(stream);
          if (running.size === 0) stopTimer();
          controller.abort(closed);
        },
        flow() {
          const now = performance.now();
          if (now < renewAt) return;
          renewAt = now + renewMs;
          void renew(stream);
        },
        watch(isStuck: () => boolean) {
          stream.isStuck = isStuck;
        },
        isStuck: () => false,
      };
      running.add(stream);
      limits.add(stream);
      startTimer();
      return stream;
    },
    end(hasEnded) {
      for (const stream of running) if (hasEnded(stream.grant)) stream.cut();
    },
    isAny: () => running.size > 0,
    endAll() {
      for (const stream of running) stream.cut();
    },
    [Symbol.dispose]: stopTimer,
  };
}
