import { parseRetryAfter, type AddressProbe, type HttpRefusal } from '../playback/playback-failure.ts';

const probeTimeoutMs = 5000;

/**
 * Requests one byte of a stream's URL to learn its HTTP status, which a media element does not tell. Call it only after
 * playback has failed, because the server counts it as another request of the stream. The request is aborted as soon as
 * the status is known.
 *
 * @param fraction - where in the file playback stopped, from 0 to 1: the server may refuse this place after a used-up
 * trial, but not the beginning of the file
 */
export async function probeAddress(url: string, signal: AbortSignal, fraction = 0): Promise<AddressProbe> {
  const first = await probeByte(url, signal, 0);
  if (typeof first !== 'number' || fraction <= 0) return typeof first === 'number' ? 'reachable' : first;
  const there = await probeByte(url, signal, Math.floor(Math.max(0, first - 1) * Math.min(fraction, 1)));
  return typeof there === 'number' ? 'reachable' : there;
}

/**
 * Requests one byte of a stream's URL and aborts the request as soon as the answer is known.
 *
 * @returns if the server delivers the byte, the size of the whole file in bytes, 0 for an unknown size; otherwise why
 * the byte did not come
 */
async function probeByte(
  url: string,
  signal: AbortSignal,
  index: number,
): Promise<number | 'late' | 'unreachable' | HttpRefusal> {
  const cut = new AbortController();
  try {
    const answer = await fetch(url, {
      headers: { range: `bytes=${index}-${index}` },
      signal: AbortSignal.any([signal, cut.signal, AbortSignal.timeout(probeTimeoutMs)]),
    });
    if (answer.ok) return readSize(answer.headers.get('content-range'));
    return readRefusal(
      answer.status,
      (name) => answer.headers.get(name),
      await answer.text().catch(() => ''),
    );
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'unreachable';
  } finally {
    cut.abort();
  }
}

/**
 * Reads the size of a whole file in bytes from the response header `content-range`; 0 if the header does not state it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.content-range
 */
const readSize = (contentRange: string | null): number =>
  Number(/^bytes \d+-\d+\/(\d+)$/.exec(contentRange ?? '')?.[1] ?? 0);

/**
 * Reads why our streaming proxy refused a request: the status, the error code in the body and the wait until a retry. A
 * body that is not JSON is ignored.
 */
export function readRefusal(
  status: number,
  readHeader: (name: string) => string | null,
  body: string,
): HttpRefusal {
  return {
    status,
    code: readCode(body),
    retryAfterMs: parseRetryAfter(readHeader('retry-after'), Date.now()),
  };
}

function readCode(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return undefined;
    return typeof parsed.code === 'string' ? parsed.code : undefined;
  } catch {
    return undefined;
  }
}
