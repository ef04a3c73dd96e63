import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inTime } from '../async/deadline.ts';

/** A streamed answer of an endpoint with one part for each item: server-sent events, or the lines of a CSV table. */
export class Flow<T> {
  readonly items: AsyncIterable<T>;
  /** The file name under which browsers save the streamed answer. */
  readonly fileName: string | undefined;

  constructor(items: AsyncIterable<T>, fileName?: string) {
    this.items = items;
    this.fileName = fileName;
  }
}

/**
 * The answer 202 for a job that continues in the background, with the id by which its result can be requested later.
 */
export class Accepted<T> {
  readonly body: T;

  constructor(body: T) {
    this.body = body;
  }
}

/**
 * After this many ms without a server-sent event, a comment line keeps the connection open: most proxies close silent
 * connections after a minute, and the nginx in front of several servers after eight seconds.
 */
const heartbeatMs = 5_000;

/**
 * Sends items as server-sent events, each as soon as it is available.
 *
 * @param toText - converts an item to JSON
 * @param isStillAllowed - called at each heartbeat; when it returns `false`, for example because the session has ended,
 * the stream ends
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function sendEvents(
  reply: FastifyReply,
  items: AsyncIterable<unknown>,
  toText: (item: unknown) => string,
  isStillAllowed: () => Promise<boolean>,
): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(writeEvents(items, toText, isStillAllowed)));
}

async function* writeEvents(
  items: AsyncIterable<unknown>,
  toText: (item: unknown) => string,
  isStillAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const source = items[Symbol.asyncIterator]();
  try {
    let next = source.next();
    for (;;) {
      const item = await inTime(next, heartbeatMs, undefined);
      if (item === undefined) {
        if (!(await isStillAllowed())) return;
        yield ':\n\n';
      } else if (item.done === true) return;
      else {
        yield `data: ${toText(item.value)}\n\n`;
        next = source.next();
      }
    }
  } finally {
    await source.return?.();
  }
}

/** Sends the lines of a CSV table as a streamed file download. */
export function sendTable(
  reply: FastifyReply,
  { items, fileName = 'informe.csv' }: Flow<unknown>,
): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(items));
}
