import { AppError } from '../../../../platform/http/app-error.ts';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import { BodyTooLongError, readBody } from './upstream-exchange.ts';
import type { Upstream } from './upstream.ts';

/** Limits on downloading a file (an image) from another server. */
export interface DownloadLimits {
  limitBytes: number;
  /** The longest time from the request for the file to its last byte, redirects included. */
  withinMs: number;
  /** A signal that aborts when nobody needs the downloaded file any more. */
  signal: AbortSignal;
}

/**
 * Downloads a whole file (an image) from an address in the catalogue, through the same address filter as streams.
 *
 * @throws AppError `upstream.…`, by the cause
 */
export async function download(
  upstream: Upstream,
  address: string,
  { limitBytes, withinMs, signal: unwanted }: DownloadLimits,
): Promise<Buffer> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new AppError('upstream.refused');
  try {
    return await withDeadline(unwanted, withinMs, async (signal) => {
      const request = { address, method: 'GET' as const, userAgent: null, referrer: null };
      const answer = await upstream.open(request, signal);
      if (answer.status !== 200) {
        answer.abort();
        throw readUpstreamStatus(answer);
      }
      if (Number(answer.headers['content-length'] ?? 0) > limitBytes) {
        answer.abort();
        throw new BodyTooLongError(`more than ${limitBytes} bytes`);
      }
      return readBody(answer, limitBytes, signal);
    });
  } catch (error) {
    throw readUpstreamError(error);
  }
}
