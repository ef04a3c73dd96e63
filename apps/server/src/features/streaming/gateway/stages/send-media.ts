import { Readable } from 'node:stream';
import { sendBytes } from '../delivery/send-bytes.ts';
import { sendInternal } from '../delivery/send-internal.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { Filters, OpenedBytes, OpenedOwn, Payment, StreamRequest } from './stages.ts';

/** What an asker passes through who is charged nothing. */
export const unpaid: Payment = { gate: undefined, meter: undefined };

/** What media of this server pass through. */
export const unfiltered: Filters = { tracks: undefined, forbidden: undefined, hasNullPackets: false };

/** Sends media to the client as they arrive. */
export function sendMedia(
  timing: StreamTiming,
  { stream, reply }: StreamRequest,
  opened: OpenedOwn | OpenedBytes,
  through: Payment & Filters,
): void {
  if (opened.form === 'own') sendInternal(opened.answer, stream, reply, timing);
  else sendBytes(opened.answer, stream, reply, timing, through);
}

/** Closes an answer that is not sent. */
export function closeUnsent(opened: OpenedOwn | OpenedBytes): void {
  if (opened.form === 'bytes') opened.answer.abort();
  else if (opened.answer.body instanceof Readable) opened.answer.body.destroy();
}
