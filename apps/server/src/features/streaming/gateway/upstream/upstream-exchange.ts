import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Receives the body of an upstream's answer chunk by chunk. Exactly one of `end` and `fail` is called last. */
export interface BodySink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/**
 * An answer of an upstream (a provider's server): its headers and first bytes have arrived; the remaining body waits
 * until it is read.
 */
export interface UpstreamAnswer {
  /** The URL at which the upstream answered, after redirects. */
  address: string;
  status: number;
  headers: IncomingHttpHeaders;
  /**
   * The first bytes of the upstream's answer, enough to detect its format; empty when there is no body. `read` delivers
   * these bytes again.
   */
  head: Buffer;
  /** Sends the body of the upstream's answer to a sink; may be called once. */
  read(sink: BodySink): void;
  /** Stops reading from the upstream until `resume` is called. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** Closes the connection to the upstream unless its answer is complete. */
  abort(): void;
}

/** How many first bytes of an answer are needed to tell an HTML page, a playlist and plain text apart from media. */
export const headLength = 64;

const leftAlone = new Error('the answer is no longer wanted');

/** One request to an upstream, and who is told of its connection. */
interface ExchangeRequest {
  address: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
  connected(): void;
  /** Called once, when the exchange is over: the answer is complete, or nothing came of it. */
  ended(): void;
}

/**
 * Sends one request to an upstream without following redirects, and waits for the headers and first bytes of its
 * answer.
 *
 * @param signal - while the answer is awaited, the signal's reason becomes the failure; afterwards it has no effect
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let sink: BodySink | undefined;
    let answer: UpstreamAnswer | undefined;
    let isAnswered = false;
    let end: { failure: Error | undefined } | undefined;

    const fail = (failure: Error) => {
      if (end !== undefined) return;
      end = { failure };
      request.ended();
      signal.removeEventListener('abort', giveUp);
      if (!isAnswered) reject(failure);
      else sink?.fail(failure);
    };
    const giveUp = () => {
      const reason = signal.reason instanceof Error ? signal.reason : leftAlone;
      controller?.abort(reason);
      fail(reason);
    };
    const answered = () => {
      if (answer === undefined || isAnswered) return;
      isAnswered = true;
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
    };

    function createAnswer(status: number, headers: IncomingHttpHeaders): UpstreamAnswer {
      return {
        address: request.address,
        status,
        headers,
        head: Buffer.alloc(0),
        read(reader) {
          sink = reader;
          if (this.head.length > 0) reader.data(this.head);
          if (end === undefined) controller?.resume();
          else if (end.failure === undefined) reader.end();
          else reader.fail(end.failure);
        },
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
        isPaused: () => controller?.paused ?? false,
        abort() {
          if (end === undefined) controller?.abort(leftAlone);
        },
      };
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        request.connected();
        // The request to the upstream failed while the connection was still being made, so the connection attempt is
        // aborted.
        if (end?.failure !== undefined) started.abort(end.failure);
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) answer = createAnswer(status, headers);
      },
      onResponseData(_controller, chunk) {
        if (sink !== undefined) sink.data(chunk);
        else if (answer !== undefined) {
          answer.head = answer.head.length === 0 ? chunk : Buffer.concat([answer.head, chunk]);
          if (answer.head.length < headLength) return;
          controller?.pause();
          answered();
        }
      },
      onResponseEnd() {
        if (end !== undefined) return;
        end = { failure: undefined };
        request.ended();
        answered();
        sink?.end();
      },
      onResponseError(_controller, error) {
        const isUnreadable = answer === undefined && error.name === 'HTTPParserError';
        fail(isUnreadable ? new AnswerUnreadableError() : error);
      },
    };

    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const { origin, pathname, search } = new URL(request.address);
    try {
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(error as Error);
    }
  });
}

/**
 * Reads the whole body of an upstream's answer. @throws BodyTooLongError beyond `limitBytes`; the upstream's failure;
 * the reason of `signal` when it aborts
 */
export function readBody(answer: UpstreamAnswer, limitBytes: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const giveUp = () => {
      reject(signal.reason instanceof Error ? signal.reason : leftAlone);
      answer.abort();
    };
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    answer.read({
      data(chunk) {
        length += chunk.length;
        if (length <= limitBytes) chunks.push(chunk);
        else {
          settle(() => reject(new BodyTooLongError(`more than ${limitBytes} bytes`)));
          answer.abort();
        }
      },
      end: () => settle(() => resolve(Buffer.concat(chunks))),
      fail: (error) => settle(() => reject(error)),
    });
  });
}

/** Thrown when what an upstream answers is not HTTP. */
export class AnswerUnreadableError extends Error {
  override readonly name = 'AnswerUnreadableError';
}

export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}
