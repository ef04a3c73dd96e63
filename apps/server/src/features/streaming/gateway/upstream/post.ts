import { Agent, type buildConnector } from 'undici';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamTiming } from '../stream/stream.ts';
import { createAddressFilter, createFilteredConnector, type ResolveHost } from './address-filter.ts';
import { readRetryAfter, readUpstreamError } from './upstream-error.ts';
import { exchange, readBody } from './upstream-exchange.ts';

export interface PostRequest {
  /** An `https:` address. */
  address: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** How long the answer may take, in milliseconds. */
  withinMs: number;
  signal: AbortSignal;
}

/** An answer without its body. */
export interface PostAnswer {
  status: number;
  /** How long the server asks to wait, from 1 second to a day. */
  retryAfterSeconds: number | undefined;
}

/** How much of an answer's body is read, so that its connection can be used again. */
const bodyLimit = 16_384;
const keptIdleMs = 10_000;
const connectionsPerServer = 8;

/**
 * Creates what sends bodies to addresses that viewers give. It has connections of its own, with an address filter that allows
 * public addresses alone: the private networks that an operator opens for providers are not meant for every viewer.
 */
export function createPost(needs: {
  timing: Pick<StreamTiming, 'clock' | 'answerWithinMs'>;
  resolve?: ResolveHost | undefined;
  connect?: buildConnector.connector | undefined;
}): { send(request: PostRequest): Promise<PostAnswer> } & AsyncDisposable {
  const { clock, answerWithinMs } = needs.timing;
  const agent = new Agent({
    connect: createFilteredConnector(createAddressFilter(false), answerWithinMs, needs.resolve, {
      overNetwork: needs.connect,
    }),
    connections: connectionsPerServer,
    pipelining: 1,
    keepAliveTimeout: keptIdleMs,
    keepAliveMaxTimeout: keptIdleMs,
    // The deadline of the request covers connecting, headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async send({ address, headers, body, withinMs, signal: unwanted }) {
      if (!address.startsWith('https://') || !URL.canParse(address)) throw new AppError('upstream.refused');
      const request = { address, method: 'POST', headers, body } as const;
      const untold = { connected: () => undefined, ended: () => undefined };
      try {
        return await withDeadline(
          unwanted,
          withinMs,
          async (signal) => {
            const answer = await exchange(agent, { ...request, ...untold }, signal);
            const retryAfterSeconds = readRetryAfter(answer.headers);
            // The status says what has happened; a body that is too long or breaks off changes nothing about that.
            await readBody(answer, bodyLimit, signal).catch(() => undefined);
            return { status: answer.status, retryAfterSeconds };
          },
          clock,
        );
      } catch (error) {
        throw readUpstreamError(error);
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}
