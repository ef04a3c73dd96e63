import { AppError } from '../../../../platform/http/app-error.ts';
import type { Log } from '../../../../platform/log.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamGrants, StreamTiming } from '../stream/stream.ts';
import { createStreamLimits } from './stream-limits.ts';
import type { Cancel } from '../../../../platform/clock.ts';

/**
 * Why a stream is cut: the permission to receive it (its grant) has ended, the server is closing, a newer request of the
 * same player takes its place, its connection to the provider is needed for another stream, this server has lost the
 * provider's slot for it to another server, or the provider sent bytes that are not passed on.
 */
export type CutReason =
  | 'right-ended'
  | 'server-closing'
  | 'replaced'
  | 'connection-yielded'
  | 'slot-lost'
  | 'bytes-refused';

/** One request of a player for a stream, from before its permission (grant) is checked until its answer has ended. */
export interface RunningStream {
  readonly grant: StreamGrant;
  /** A signal that aborts when the stream is cut or closed; that also ends the request to the provider's server. */
  readonly signal: AbortSignal;
  /** Why the stream was cut; `undefined` when it was not. The first reason stays. */
  cutReason(): CutReason | undefined;
  cut(reason: CutReason): void;
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
  /** Cuts all running streams, and from then on each that begins, because the server is closing. */
  endAll(): void;
}

/**
 * The answer to a player whose stream was cut before anything was sent: only where the right has ended does it mean that
 * the player has nothing more to ask for.
 */
export function answerToCut(reason: CutReason): AppError {
  if (reason === 'right-ended') return new AppError('stream.forbidden');
  const code = reason === 'connection-yielded' ? 'upstream.full' : 'server.unavailable';
  return new AppError(code, { retryAfterSeconds: 1 });
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

/** Cuts streams whose permission (grant) has ended. */
function cutFor(
  { code }: AppError,
  { grant, streams }: { grant: StreamGrant; streams: readonly RunningStream[] },
  log: Log,
): void {
  const { accountId, itemKey } = grant;
  log.info({ accountId, itemKey, code }, 'running stream cut');
  for (const stream of streams) stream.cut('right-ended');
}

/**
 * The permission (grant) of each stream is checked again every `recheckMs`. A check that throws cuts nothing: a fault
 * of this server must not interrupt playback.
 */
export function createRunningStreams(
  grants: StreamGrants,
  { recheckMs, renewMs, clock }: Pick<StreamTiming, 'recheckMs' | 'renewMs' | 'clock'>,
  log: Log,
): RunningStreams {
  const running = new Set<RunningStream & { isStuck(): boolean }>();
  const limits = createStreamLimits(log);
  let cancel: Cancel | undefined;
  let isClosing = false;

  async function recheck(): Promise<void> {
    const stuck = [...running].filter((stream) => stream.isStuck());
    for (const stream of stuck) stream.close();
    await Promise.all(
      groupByGrant(running).map(async ({ grant, streams }) => {
        const refusal = await grants.check(grant, 'recheck');
        if (refusal !== undefined) cutFor(refusal, { grant, streams }, log);
      }),
    );
  }

  /**
   * Checks a stream that resumes after a long pause as at its start, because other devices may have taken leases
   * that the stream limit of the plan no longer leaves to its device.
   */
  async function beginAgain(stream: RunningStream): Promise<void> {
    try {
      const refusal = await grants.check(stream.grant, 'start');
      if (refusal !== undefined) cutFor(refusal, { grant: stream.grant, streams: [stream] }, log);
    } catch (error) {
      log.warn({ err: error }, 'a stream that flows again could not be checked');
    }
  }

  async function renew(stream: RunningStream): Promise<void> {
    if ((await grants.renew(stream.grant)) === 'lapsed') await beginAgain(stream);
  }

  function startTimer(): void {
    cancel ??= clock.every(recheckMs, () => {
      recheck().catch((error: unknown) => log.warn({ err: error }, 'running streams could not be checked'));
    });
  }

  function stopTimer(): void {
    cancel?.();
    cancel = undefined;
  }

  return {
    open(grant, isContinuous = false) {
      const controller = new AbortController();
      let cutReason: CutReason | undefined;
      let renewAt = clock.steadyMs() + renewMs;
      const stream = {
        grant,
        isContinuous,
        signal: controller.signal,
        cutReason: () => cutReason,
        cut(reason: CutReason) {
          cutReason ??= reason;
          stream.close();
        },
        close() {
          running.delete(stream);
          limits.remove(stream);
          if (running.size === 0) stopTimer();
          controller.abort(closed);
        },
        flow() {
          const now = clock.steadyMs();
          if (now < renewAt) return;
          renewAt = now + renewMs;
          void renew(stream);
        },
        watch(isStuck: () => boolean) {
          stream.isStuck = isStuck;
        },
        isStuck: () => false,
      };
      if (isClosing) {
        stream.cut('server-closing');
        return stream;
      }
      running.add(stream);
      limits.add(stream);
      startTimer();
      return stream;
    },
    end(hasEnded) {
      for (const stream of running) if (hasEnded(stream.grant)) stream.cut('right-ended');
    },
    isAny: () => running.size > 0,
    endAll() {
      isClosing = true;
      for (const stream of running) stream.cut('server-closing');
    },
    [Symbol.dispose]: stopTimer,
  };
}
