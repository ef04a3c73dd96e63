import { parseRetryAfter, type AddressProbe, type HttpRefusal } from '../playback-failure.ts';

const probeTimeoutMs = 5000;

/**
 * Asks an address for its first byte, to learn what a media element keeps to itself. Call it only after a failure: it counts
 * as one more request of the stream, and is cut as soon as the status is known.
 */
export async function probeAddress(url: string, signal: AbortSignal): Promise<AddressProbe> {
  const cut = new AbortController();
  try {
    const answer = await fetch(url, {
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.any([signal, cut.signal, AbortSignal.timeout(probeTimeoutMs)]),
    });
    if (answer.ok) return 'reachable';
    return readRefusal(
      answer.status,
      (name) => answer.headers.get(name),
      await answer.text().catch(() => ''),
    );
  } catch {
    return 'unreachable';
  } finally {
    cut.abort();
  }
}

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
