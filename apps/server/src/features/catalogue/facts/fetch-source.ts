import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { SourceError, type FetchSource, type Pace } from '@butaca/facts';
import { sleep } from '../../../platform/async/sleep.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ListRequest } from '../../../shared/provider/fetch-list.ts';

/** Requests a file through the address filter. @returns `undefined` when it has not changed */
export type OpenFile = (
  request: ListRequest,
) => Promise<{ stream: Readable; etag: string | null } | undefined>;

/** Limits on one answer of a source. */
const limits = { limitBytes: 2 * 1_024 * 1_024, answerWithinMs: 15_000, withinMs: 30_000 };

/** Its operators ask for a name of the program that asks. */
const userAgent = 'Butaca/0.1 (catalogo de television)';

/**
 * Creates what requests a source one request at a time, within its pace.
 *
 * @param needs.signal - ends the request that is running and all later ones
 */
export function createFetchSource(
  { openFile, clock, signal }: { openFile: OpenFile; clock: Clock; signal: AbortSignal },
  pace: Pace,
): FetchSource {
  /** When the newest requests were sent, in ms of the steady clock; as many as the pace allows. */
  const sentAt: number[] = [];

  async function waitForPace(): Promise<void> {
    const oldest = sentAt.length < pace.requests ? undefined : sentAt.shift();
    const waitMs = oldest === undefined ? 0 : oldest + pace.perMs - clock.steadyMs();
    if (waitMs > 0) await sleep(clock, waitMs, signal);
    sentAt.push(clock.steadyMs());
  }

  return async ({ address, ifNoneMatch }) => {
    await waitForPace();
    try {
      const request = { ...limits, address, userAgent, referrer: null, ifNoneMatch, signal };
      const file = await openFile(request);
      if (file === undefined) return 'unchanged';
      return { body: await text(file.stream), etag: file.etag };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'upstream.gone') return 'absent';
      throw toSourceError(error);
    }
  };
}

function toSourceError(error: unknown): SourceError {
  if (!(error instanceof AppError)) return new SourceError('down');
  switch (error.code) {
    case 'upstream.unauthorized':
    case 'upstream.forbidden':
      return new SourceError('refused');
    case 'upstream.busy':
      return new SourceError('busy', error.retryAfterSeconds);
    case 'body.too_large':
      return new SourceError('unreadable');
    default:
      return new SourceError('down');
  }
}
