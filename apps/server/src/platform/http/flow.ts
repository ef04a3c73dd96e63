import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inTime } from '../async/deadline.ts';

/** An answer that goes on for as long as there are items: events, or the lines of a table. */
export class Flow<T> {
  readonly items: AsyncIterable<T>;
  /** The file name under which browsers save it. */
  readonly fileName: string | undefined;

  constructor(items: AsyncIterable<T>, fileName?: string) {
    this.items = items;
    this.fileName = fileName;
  }
}

/** An answer to a client that does not wait: 202, with the key by which the result can be asked for later. */
export class Accepted<T> {
  readonly body: T;

  constructor(body: T) {
    this.body = body;
  }
}

/** After this long without an event, a comment line keeps the connection open: proxies cut silent ones after a minute. */
const heartbeatMs = 15_000;

/**
 * Sends events as they come.
 *
 * @param toText - an item as JSON
 * @param isStillAllowed - asked at each heartbeat; a session that has ended receives no more
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

/** Sends the lines of a table as a file. */
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
