import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { headLength, type BodySink, type UpstreamAnswer } from './upstream-exchange.ts';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const unpackers: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The headers that speak of the compressed body. */
const bodyHeaders: ReadonlySet<string> = new Set([
  'accept-ranges',
  'content-encoding',
  'content-length',
  'etag',
]);

/**
 * Decompresses the body of an answer while it is read: some upstreams compress playlists and segments although the request
 * excludes it. What comes is unpacked no faster than it is read, so that a small body that would become an endless one fills
 * no memory. A part of a file, and a body that is packed in an unknown way or twice, stay as they are.
 *
 * @param signal - while the first unpacked bytes are awaited, its reason becomes the failure
 */
export function unpackAnswer(answer: UpstreamAnswer, signal: AbortSignal): Promise<UpstreamAnswer> {
  const create = unpackers.get(answer.headers['content-encoding']?.trim().toLowerCase() ?? '');
  if (create === undefined || answer.status !== 200) return Promise.resolve(answer);
  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !bodyHeaders.has(name)),
  );
  // The answer to a request without a body.
  if (answer.head.length === 0) return Promise.resolve({ ...answer, headers });
  return unpack(answer, create(), headers, signal);
}

function unpack(
  packed: UpstreamAnswer,
  unpacker: Transform,
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    let sink: BodySink | undefined;
    let end: { failure: Error | undefined } | undefined;
    let isAnswered = false;

    const answer: UpstreamAnswer = {
      ...packed,
      headers,
      head: Buffer.alloc(0),
      read(reader) {
        sink = reader;
        if (this.head.length > 0) reader.data(this.head);
        if (end === undefined) unpacker.resume();
        else if (end.failure === undefined) reader.end();
        else reader.fail(end.failure);
      },
      pause: () => unpacker.pause(),
      resume: () => unpacker.resume(),
      isPaused: () => unpacker.isPaused(),
      abort() {
        packed.abort();
        unpacker.destroy();
      },
    };
    const answered = (): void => {
      isAnswered = true;
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
    };
    const fail = (failure: Error): void => {
      if (end !== undefined) return;
      end = { failure };
      signal.removeEventListener('abort', giveUp);
      packed.abort();
      if (isAnswered) sink?.fail(failure);
      else reject(failure);
    };
    const giveUp = (): void => {
      unpacker.destroy();
      fail(signal.reason as Error);
    };

    unpacker.on('data', (chunk: Buffer) => {
      if (sink !== undefined) return sink.data(chunk);
      answer.head = Buffer.concat([answer.head, chunk]);
      if (answer.head.length < headLength || isAnswered) return undefined;
      unpacker.pause();
      return answered();
    });
    unpacker.on('end', () => {
      end ??= { failure: undefined };
      if (!isAnswered) answered();
      else sink?.end();
    });
    unpacker.on('error', fail);
    unpacker.on('drain', () => packed.resume());
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    packed.read({
      data(chunk) {
        if (!unpacker.destroyed && !unpacker.write(chunk)) packed.pause();
      },
      end: () => unpacker.end(),
      fail(error) {
        unpacker.destroy();
        fail(error);
      },
    });
  });
}
