import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../../platform/http/app-error.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import type { UpstreamAnswer } from './upstream-exchange.ts';
import type { Upstream } from './upstream.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** A file that is requested as a whole, and the limits on receiving it. */
export interface FileRequest {
  address: string;
  userAgent: string | null;
  referrer: string | null;
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
  /** Whether the request goes over a connection of its own, which no earlier request has used. */
  isFresh?: boolean | undefined;
  /** Whether a file that is packed with gzip is left as it comes. */
  keepsPacked?: boolean | undefined;
  /** The largest size of the file, after decompression unless it is left packed. */
  limitBytes: number;
  /** How long the answer may take: servers of lists put them together first. */
  answerWithinMs: number;
  /** The longest time from the answer to the last byte; an upstream that is silent ends the file much earlier. */
  withinMs: number;
  signal: AbortSignal;
}

/** A file whose answer has begun. Its stream must be read or destroyed; it fails with an AppError. */
export interface OpenedFile {
  stream: Readable;
  /** The size that the upstream announces; 0 when it announces none. */
  expectedBytes: number;
  etag: string | null;
  lastModified: string | null;
}

/**
 * A file of which less than so many bytes come in so many ms is given up. Only the time counts in which its bytes are waited
 * for, and not that in which whoever reads them is busy.
 */
const leastRate = { bytes: 32_768, withinMs: 60_000 };
/** How often it is looked at how much has come, in ms. */
const rateEveryMs = 5_000;

/** The longest entity tag or date that is kept for the next request. */
const longestValidator = 500;

/**
 * Requests a file of any size. A file that is packed with gzip is decompressed, whatever the upstream says about it, unless it
 * is to be left as it comes.
 *
 * @returns `undefined` when the upstream says that the file has not changed
 * @throws AppError `upstream.…`, by the cause
 */
export async function openFile(
  { upstream, clock }: { upstream: Upstream; clock: Clock },
  request: FileRequest,
): Promise<OpenedFile | undefined> {
  const { address, userAgent, referrer, ifNoneMatch, ifModifiedSince, answerWithinMs, signal } = request;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new AppError('upstream.refused');
  try {
    const headers = { userAgent, referrer, ifNoneMatch, ifModifiedSince };
    const { isFresh } = request;
    const answer = await upstream.open(
      { address, method: 'GET', ...headers, isFresh, answerWithinMs },
      signal,
    );
    const isConditional = ifNoneMatch !== undefined || ifModifiedSince !== undefined;
    if (answer.status === 304 && isConditional) {
      answer.abort();
      return undefined;
    }
    if (answer.status !== 200) {
      answer.abort();
      throw readUpstreamStatus(answer);
    }
    return {
      stream: unpack(answer, request, clock),
      expectedBytes: readLength(answer.headers['content-length']),
      etag: readValidator(answer.headers.etag),
      lastModified: readValidator(answer.headers['last-modified']),
    };
  } catch (error) {
    throw readUpstreamError(error);
  }
}

function readLength(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

const readValidator = (text: string | undefined): string | null =>
  text === undefined || text.length > longestValidator || /[^\u0020-\u007e]/.test(text) ? null : text;

const isGzip = ({ head }: UpstreamAnswer): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Makes one stream of an answer's body, its decompression and its limits; each failure of these ends the stream. */
function unpack(
  answer: UpstreamAnswer,
  { limitBytes, withinMs, keepsPacked = false, signal }: FileRequest,
  clock: Clock,
): Readable {
  const body = readableOf(answer, clock);
  const limited = limitedTo(limitBytes);
  const whole =
    isGzip(answer) && !keepsPacked
      ? pipeline(body, createGunzip(), limited, () => undefined)
      : pipeline(body, limited, () => undefined);
  const end = (error: Error) => body.destroy(error);
  const cancel = clock.after(withinMs, () => end(new AppError('upstream.timeout')));
  const leave = () => end(signal.reason instanceof Error ? signal.reason : new AppError('upstream.timeout'));
  signal.addEventListener('abort', leave, { once: true });
  whole.once('close', () => {
    cancel();
    signal.removeEventListener('abort', leave);
  });
  if (signal.aborted) leave();
  return whole;
}

function readableOf(answer: UpstreamAnswer, clock: Clock): Readable {
  let isRead = false;
  let isComplete = false;
  const rate = { bytes: 0, waitedMs: 0, isWaiting: false };
  const cancel = clock.every(rateEveryMs, () => {
    if (rate.isWaiting) rate.waitedMs += rateEveryMs;
    if (rate.waitedMs < leastRate.withinMs) return;
    if (rate.bytes < leastRate.bytes) body.destroy(new AppError('upstream.timeout'));
    Object.assign(rate, { bytes: 0, waitedMs: 0 });
  });
  const body: Readable = new Readable({
    read() {
      rate.isWaiting = true;
      if (isRead) return answer.resume();
      isRead = true;
      answer.read({
        data(chunk) {
          rate.bytes += chunk.length;
          if (body.push(chunk)) return;
          rate.isWaiting = false;
          answer.pause();
        },
        end() {
          isComplete = true;
          body.push(null);
        },
        fail: (error) => body.destroy(readUpstreamError(error)),
      });
    },
    destroy(error, callback) {
      cancel();
      if (!isComplete) answer.abort();
      callback(error);
    },
  });
  return body;
}

/** @returns a stream that fails with AppError `body.too_large` when more bytes pass than are allowed */
function limitedTo(limitBytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback: TransformCallback) {
      passed += chunk.length;
      if (passed > limitBytes) callback(new AppError('body.too_large'));
      else callback(null, chunk);
    },
    destroy: (error, callback) => callback(error === null ? null : readUpstreamError(error)),
  });
}
