import { AppError } from '../../../../platform/http/app-error.ts';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createSemaphore, type Semaphore } from '../../../../platform/async/semaphore.ts';
import { readUpstreamError, readUpstreamStatus } from './upstream-error.ts';
import { BodyTooLongError, readBody, type UpstreamAnswer } from './upstream-exchange.ts';
import { beginInspection, type InspectingUpstream } from './inspection-connection.ts';
import type { ProviderBudget } from './provider-slots.ts';
import type { Upstream } from './upstream.ts';

/** Finds the budget of the provider that owns the host of an address. */
export type FindHostBudget = (address: string) => Promise<ProviderBudget | undefined>;

/** Limits on downloading a file (an image) from another server. */
export interface DownloadLimits {
  limitBytes: number;
  /** The longest time from the request for the file to its last byte, redirects included. */
  withinMs: number;
  /** A signal that aborts when nobody needs the downloaded file any more. */
  signal: AbortSignal;
}

/**
 * Creates the function that downloads a whole file (an image) from an address in the catalogue, through the same address
 * filter as streams. Where the host is that of a provider whose account allows a known number of connections, requests are
 * made one after the other, take a free slot, and give it back when something else needs it.
 *
 * @returns a function that throws AppError `upstream.…`, by the cause; `upstream.full` for want of a slot
 */
export function createDownload({
  upstream,
  gate,
  clock,
  findHostBudget,
}: InspectingUpstream & { findHostBudget: FindHostBudget }) {
  const lines = new Map<string, Semaphore>();

  function inLine<T>({ providerKey }: ProviderBudget, task: () => Promise<T>): Promise<T> {
    const line = lines.get(providerKey) ?? createSemaphore({ running: 1 });
    lines.set(providerKey, line);
    return line.run(task);
  }

  return async (
    address: string,
    { limitBytes, withinMs, signal: unwanted }: DownloadLimits,
  ): Promise<Buffer> => {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new AppError('upstream.refused');
    try {
      const budget = await findHostBudget(address);
      if (budget === undefined)
        return await withDeadline(
          unwanted,
          withinMs,
          async (signal) => readWhole(await ask(upstream, address, signal), limitBytes, signal),
          clock,
        );
      return await inLine(budget, async () => {
        using deadline = clock.deadline(withinMs, unwanted);
        const background = { isBackground: true, budget };
        using connection = beginInspection(gate, address, deadline.signal, background);
        const { signal } = connection;
        const answer = await connection.open(() => ask(upstream, address, signal), signal);
        return await readWhole(answer, limitBytes, signal);
      });
    } catch (error) {
      throw readUpstreamError(error);
    }
  };
}

/** @throws AppError for an answer that is not the file */
async function ask(upstream: Upstream, address: string, signal: AbortSignal): Promise<UpstreamAnswer> {
  const answer = await upstream.open({ address, method: 'GET', userAgent: null, referrer: null }, signal);
  if (answer.status === 200) return answer;
  answer.abort();
  throw readUpstreamStatus(answer);
}

function readWhole(answer: UpstreamAnswer, limitBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > limitBytes) {
    answer.abort();
    throw new BodyTooLongError(`more than ${limitBytes} bytes`);
  }
  return readBody(answer, limitBytes, signal);
}
