// A slice is the byte range of a file that is one segment. Under a free trial a slice is charged separately, so clients
// get it as a file of its own: the stream gateway requests exactly the slice from the upstream, ignores the client's
// range, and answers with the whole slice and status 200, as HTTP allows.
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ByteSlice } from '../stream/stream.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** Makes the request headers that ask an upstream for one slice (byte range) of a file. */
export const sliceRange = ({ fromByte, toByte }: ByteSlice): { range: string } => ({
  range: `bytes=${fromByte}-${toByte}`,
});

/**
 * Turns an upstream's answer to a range request into that of a file that consists of the requested slice (byte range)
 * alone; failures are returned unchanged.
 *
 * @throws AppError `upstream.refused` when the upstream's answer is not the slice
 */
export function cutSlice(answer: UpstreamAnswer, slice: ByteSlice, method: 'GET' | 'HEAD'): UpstreamAnswer {
  // Many upstreams ignore ranges in HEAD requests, so a HEAD request for a slice (byte range) may also be answered with
  // status 200.
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
