import { linkAbort } from './link-abort.ts';

/** How often a call is repeated that a busy server refuses; after that the person reads the server's sentence. */
const repeats = 4;
const firstWaitMs = 1_000;
const longestWaitMs = 10_000;

/**
 * Repeats a call while the server refuses it because it is busy. Such a refusal comes before the server has done
 * anything, so that writes are repeated too. An answer of the status 503 for another reason is returned as it is.
 *
 * @param answer - the first answer, of the status 503
 * @param ask - sends the call again; what it throws is thrown
 * @param signal - aborting it ends the waiting
 * @returns the first answer that is no refusal for that reason, or else the last refusal
 */
export async function repeatWhileBusy(
  answer: Response,
  ask: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let last = answer;
  for (let attempt = 0; attempt < repeats && (await isBusy(last)); attempt += 1) {
    await wait(waitBefore(attempt, last.headers.get('retry-after')), signal);
    if (signal.aborted) break;
    last = await ask();
  }
  return last;
}

/** Whether the server refused a call before it did anything. The answer can still be read afterwards. */
async function isBusy(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false;
  const text = await answer.clone().text();
  return /"code":"server\.busy"/.test(text);
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
