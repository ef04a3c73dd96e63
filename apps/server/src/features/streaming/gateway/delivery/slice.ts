// Under a trial a slice of a file is paid by itself, so it is given as a file of its own: it is asked of the upstream whatever
// the client asks for, and what comes is the whole of an answer. A player that still asks for a range gets all of it, as HTTP
// allows.
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ByteSlice } from '../stream/stream.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** A request's range. */
export const sliceRange = ({ fromByte, toByte }: ByteSlice): { range: string } => ({
  range: `bytes=${fromByte}-${toByte}`,
});

/**
 * An upstream's answer as that of a file that is the slice; failures stay as they are.
 *
 * @throws AppError `upstream.refused` for an upstream that gives anything else
 */
export function cutSlice(answer: UpstreamAnswer, slice: ByteSlice, method: 'GET' | 'HEAD'): UpstreamAnswer {
  // Many upstreams take no notice of ranges where nothing is sent.
  if (answer.status !== 206 && (answer.status !== 200 || method === 'GET')) {
    if (answer.status !== 200 && answer.status !== 416) return answer;
    return refuse(answer);
  }
  const [, first, last] = /^bytes (\d{1,15})-(\d{1,15})\//.exec(answer.headers['content-range'] ?? '') ?? [];
  const isAsked = Number(first) === slice.fromByte && Number(last) <= slice.toByte;
  if (answer.status === 206 && !isAsked) return refuse(answer);
  const endByte = answer.status === 206 ? Number(last) : slice.toByte;
  const { 'content-range': _range, 'accept-ranges': _ranges, ...headers } = answer.headers;
  return {
    ...answer,
    status: 200,
    headers: { ...headers, 'content-length': String(endByte - slice.fromByte + 1) },
  };
}

function refuse(answer: UpstreamAnswer): never {
  answer.abort();
  throw new AppError('upstream.refused', { cause: new Error('the answer is not the slice') });
}
