import { linkAbort } from './link-abort.ts';
import { parseRetryAfter, type AddressProbe, type HttpRefusal } from '../playback/playback-failure.ts';
import { now } from '../base/clock.ts';

const probeTimeoutMs = 5000;
/** The error of a request that was not answered in time. */
const late = new DOMException('no answer in time', 'TimeoutError');

interface ProbeOptions {
  signal: AbortSignal;
  credentials?: RequestCredentials;
}

/**
 * Requests one byte of a stream's URL to learn its HTTP status, which a media element does not tell. Call it only after
 * playback has failed, because the server counts it as another request of the stream. The request is aborted as soon as
 * the status is known.
 *
 * @param fraction - where in the file playback stopped, from 0 to 1: the server may refuse this place after a used-up
 * trial, but not the beginning of the file
 * @param credentials - `omit` to learn what a player gets that does not have the cookies of the page
 */
export async function probeAddress(
  url: string,
  signal: AbortSignal,
  fraction = 0,
  credentials: RequestCredentials = 'same-origin',
): Promise<AddressProbe> {
  const probe = (index: number) => probeByte(url, { signal, credentials }, index);
  const first = await probe(0);
  if (typeof first !== 'number' || fraction <= 0) return typeof first === 'number' ? 'reachable' : first;
  const there = await probe(Math.floor(Math.max(0, first - 1) * Math.min(fraction, 1)));
  return typeof there === 'number' ? 'reachable' : there;
}

/**
 * Requests one byte of a stream's URL and aborts the request as soon as the answer is known.
 *
 * @returns if the server delivers the byte, the size of the whole file in bytes, 0 for an unknown size; otherwise why
 * the byte did not come
 */
const probeByte = (
  url: string,
  options: ProbeOptions,
  index: number,
): Promise<number | 'late' | 'unreachable' | HttpRefusal> =>
  requestByte(url, options, index, async (answer) => {
    const { ok, status, headers } = answer;
    if (ok) return readSize(headers.get('content-range'));
    return readRefusal(status, (name) => headers.get(name), await answer.text().catch(() => ''));
  }).catch((error: unknown) =>
    error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'unreachable',
  );

/** Requests one byte of a stream's URL to learn its media type. Rejects when no answer comes. */
export const readMediaType = (url: string, signal: AbortSignal): Promise<string> =>
  requestByte(url, { signal }, 0, ({ headers }) => headers.get('content-type') ?? '');

/** Requests one byte and reads the answer; the request is aborted afterwards. */
async function requestByte<T>(
  url: string,
  { signal, credentials = 'same-origin' }: ProbeOptions,
  index: number,
  read: (answer: Response) => T | Promise<T>,
): Promise<T> {
  const cut = linkAbort([signal], probeTimeoutMs);
  try {
    const answer = await fetch(url, {
      headers: { range: `bytes=${index}-${index}` },
      credentials,
      signal: cut.signal,
    });
    return await read(answer);
  } catch (error) {
    throw cut.isLate() ? late : error;
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
 * Reads why our streaming proxy refused a request: the status, the error code and the sentence in the body, and the wait
 * until a retry. A body that is not JSON is ignored.
 */
export function readRefusal(
  status: number,
  readHeader: (name: string) => string | null,
  body: string,
): HttpRefusal {
  return {
    status,
    ...readBody(body),
    retryAfterMs: parseRetryAfter(readHeader('retry-after'), now().getTime()),
  };
}

function readBody(body: string): Pick<HttpRefusal, 'code' | 'sentence'> {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return {};
    const read = (field: string): string | undefined => {
      const value: unknown = Reflect.get(parsed, field);
      return typeof value === 'string' ? value : undefined;
    };
    return { code: read('code'), sentence: read('error') };
  } catch {
    return {};
  }
}
