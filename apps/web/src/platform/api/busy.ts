import { busySentence } from '@butaca/contract';
import { linkAbort } from '../link-abort.ts';
import { ApiError, isBusy } from './api-error.ts';

/** How often a call is repeated that a busy server refuses; after that the person reads the server's sentence. */
const repeats = 4;
const firstWaitMs = 1_000;
const longestWaitMs = 10_000;

/**
 * Repeats a call while the server refuses it because it is busy. Such a refusal comes before the server has done
 * anything, so that writes are repeated too.
 *
 * @param refusal - the first refusal
 * @param readRetryAfter - reads the header `retry-after` of the last refusal
 * @param signal - aborting it ends the waiting
 * @throws ApiError `server.busy` with its sentence when the server stays busy, and every other failure at once
 */
export async function repeatWhileBusy<T>(
  refusal: ApiError,
  readRetryAfter: () => string | null,
  call: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let last = refusal;
  for (let attempt = 0; attempt < repeats; attempt += 1) {
    await wait(waitBefore(attempt, readRetryAfter()), signal);
    if (signal.aborted) break;
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error)) throw error;
      last = error;
    }
  }
  const { status, code, body } = last;
  throw new ApiError({ status, code, body, serverMessage: busySentence });
}

/**
 * The wait before a call is repeated, in ms: as long as the server asks, and longer each time. A random part spreads the
 * calls of all the pages that a busy server has refused at once.
 */
export function waitBefore(attempt: number, retryAfter: string | null, random = Math.random()): number {
  const wanted = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1_000 * (1 + attempt / 2)
    : firstWaitMs * 2 ** attempt;
  return Math.min(wanted, longestWaitMs) * (1 + random / 4);
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const waiting = linkAbort([signal], ms);
    if (waiting.signal.aborted) resolve();
    else waiting.signal.addEventListener('abort', () => resolve(), { once: true });
  });
