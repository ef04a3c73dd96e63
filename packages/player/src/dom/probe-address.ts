import { parseRetryAfter, type AddressProbe, type HttpRefusal } from '../playback-failure.ts';

const probeTimeoutMs = 5000;

/**
 * Asks an address for a byte, to learn what a media element keeps to itself. Call it only after a failure: it counts as one more
 * request of the stream, and is cut as soon as the status is known.
 *
 * @param fraction - where it stopped, of the whole: what is refused there (a trial that is spent) may be given at the beginning
 */
export async function probeAddress(url: string, signal: AbortSignal, fraction = 0): Promise<AddressProbe> {
  const first = await probeByte(url, signal, 0);
  if (typeof first !== 'number' || fraction <= 0) return typeof first === 'number' ? 'reachable' : first;
  const there = await probeByte(url, signal, Math.floor(Math.max(0, first - 1) * Math.min(fraction, 1)));
  return typeof there === 'number' ? 'reachable' : there;
}

/** @returns the size of the whole where the byte was given, 0 where that is not told */
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

/** @see https://www.rfc-editor.org/rfc/rfc9110#field.content-range */
const readSize = (contentRange: string | null): number =>
  Number(/^bytes \d+-\d+\/(\d+)$/.exec(contentRange ?? '')?.[1] ?? 0);

/** Reads what the gateway says in an answer that is not a stream. A body that is not its JSON is passed over. */
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
