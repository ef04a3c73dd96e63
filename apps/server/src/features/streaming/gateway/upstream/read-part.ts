import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import type { UpstreamAnswer } from './upstream-exchange.ts';
import { beginInspection, type InspectingUpstream } from './inspection-connection.ts';

/** A range of bytes of a provider's file, and the limits on fetching it. */
export interface PartRequest {
  fromByte: number;
  length: number;
  withinMs: number;
  signal: AbortSignal;
}

/**
 * How far into a file of an upstream without ranges a part may end, in bytes: all that precedes the part is received,
 * too. The parts that are read are keyframe indexes, and a short film has its index within this limit.
 */
const throughLimitBytes = 32 * 1_024 * 1_024;

/**
 * Fetches a range of bytes of a stream's file, fewer at the end of the file and none behind it: the index of a file that was
 * cut off lies where the file no longer is. Where the upstream does not support ranges, the file is read from its beginning
 * and what precedes the part is dropped.
 *
 * @throws AppError `upstream.…`, by the cause
 */
export async function readPart(
  { upstream, gate, clock }: InspectingUpstream,
  source: StreamSource,
  { fromByte, length, withinMs, signal: unwanted }: PartRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^https?:\/\//i.test(source.address) || !URL.canParse(source.address))
    throw new AppError('upstream.refused');
  try {
    using deadline = clock.deadline(withinMs, unwanted);
    const range = `bytes=${fromByte}-${fromByte + length - 1}`;
    const sourceAddress = source.listedAddress ?? source.address;
    using connection = beginInspection(gate, source.address, deadline.signal, { sourceAddress });
    const { signal } = connection;
    const ask = () => upstream.open({ ...source, isStored: true, method: 'GET', range }, signal);
    const answer = await connection.open(ask, signal);
    if (answer.status === 206) return await readBytes(answer, { skip: 0, length }, signal);
    if (answer.status === 200 && fromByte + length <= throughLimitBytes) {
      return await readBytes(answer, { skip: fromByte, length }, signal);
    }
    answer.abort();
    if (answer.status === 416) return new Uint8Array();
    throw readUpstreamStatus(answer);
  } catch (error) {
    throw readUpstreamError(error);
  }
}

/** Drops the first `skip` bytes of an upstream's answer, reads at most `length` more, and closes the connection. */
function readBytes(
  answer: UpstreamAnswer,
  { skip, length }: { skip: number; length: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // The bytes are read into one buffer that nothing else uses: that buffer may be transferred to a worker thread, and
    // joining chunks would take twice the memory.
    const bytes = new Uint8Array(length);
    let skipped = 0;
    let received = 0;
    const giveUp = () => {
      answer.abort();
      reject(signal.reason instanceof Error ? signal.reason : new Error('no longer wanted'));
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const finish = () => {
      signal.removeEventListener('abort', giveUp);
      resolve(bytes.subarray(0, received));
    };
    answer.read({
      data(chunk) {
        const from = Math.min(chunk.length, skip - skipped);
        skipped += from;
        const part = chunk.subarray(from, from + length - received);
        bytes.set(part, received);
        received += part.length;
        if (received < length) return;
        finish();
        answer.abort();
      },
      end: finish,
      fail(error) {
        signal.removeEventListener('abort', giveUp);
        reject(error);
      },
    });
  });
}
