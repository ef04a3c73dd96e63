import { hasInvalidHost } from '@butaca/m3u';
import { Agent, type buildConnector } from 'undici';
import { AppError } from '../../../../platform/http/app-error.ts';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createCertifiedAgents } from './certified-agents.ts';
import { createAwaitedOrigins, type AwaitedOrigins } from './awaited-origins.ts';
import { createFilteredConnector, type AddressFilter, type ResolveHost } from './address-filter.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import type { StreamTiming } from '../stream/stream.ts';
import { createCookieJars, type RequestCookies, type StreamCookies } from './cookies.ts';
import { isPageAddress } from './page-answer.ts';
import { unpackAnswer } from './unpack-answer.ts';
import type { FindCertificates } from './server-certificate.ts';
import { exchange, type UpstreamAnswer } from './upstream-exchange.ts';
import type { Clock } from '../../../../platform/clock.ts';

export interface UpstreamRequest extends StreamCookies {
  address: string;
  /** Whether the address is one of the catalogue, and not named by a playlist, a redirect or a person. */
  isStored?: boolean | undefined;
  method: 'GET' | 'HEAD';
  userAgent: string | null;
  referrer: string | null;
  origin?: string | null;
  range?: string | undefined;
  ifRange?: string | undefined;
  /** Headers with which the client asks only for an answer that differs from one that it has. */
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
  /** Whether the request goes over a connection of its own, which no earlier request has used. */
  isFresh?: boolean | undefined;
  /** Whether a body that the upstream compresses unasked is decompressed. */
  isUnpacked?: boolean | undefined;
  /** How long the answer may take, in milliseconds, where that is longer than for media. */
  answerWithinMs?: number | undefined;
}

/** Requests media from upstreams (providers' servers). Connections are kept open and reused. */
export interface Upstream extends AsyncDisposable {
  /**
   * Sends a request and waits for the headers and first bytes of the final answer, with any status. Redirects are
   * followed; the address filter tests the address of each redirect like that of the request.
   *
   * @throws AddressRefusedError, DeadlineError, AppError such as `upstream.crowded` for too many at once, or undici's
   *   error
   */
  open(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer>;
  /** Forgets the cookies that servers have set in a jar, because they may be the reason for a refusal. */
  forgetCookies(jarKey: string): void;
}

const maxRedirects = 4;
const redirectBodyLimit = 16_384;
/** How long the body of a redirect may take, in milliseconds: it is read only so that its connection can be reused. */
const redirectBodyMs = 1_000;
const keptIdleMs = 10_000;
/** With what name the gateway asks where a list names no player. */
export const defaultUserAgent = 'Mozilla/5.0 (compatible; Butaca)';

export function createUpstream(needs: {
  mayConnect: AddressFilter;
  timing: StreamTiming;
  /** How many requests one host of a provider answers at once, for everything that this server fetches there. */
  requestsPerHost: number;
  resolve?: ResolveHost | undefined;
  /** Makes connections; by default over TCP and TLS. */
  connect?: buildConnector.connector | undefined;
  /** Completes an address of the catalogue that is stored without what is secret or may change. */
  completeAddress?: ((address: string) => Promise<string>) | undefined;
  /** Finds the certificates that are allowed although no authority vouches for them; by default there are none. */
  findCertificates?: FindCertificates | undefined;
}): Upstream {
  const { clock, answerWithinMs } = needs.timing;
  const hosts = createHostLimit(needs.requestsPerHost);
  const jars = createCookieJars(clock);
  const origins = createAwaitedOrigins();
  const agents = createCertifiedAgents({
    create: (certificates) => new Agent(agentOptions(needs, origins, certificates)),
    findCertificates: needs.findCertificates,
    clock,
    recheckMs: needs.timing.recheckMs,
  });

  async function open(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    let { address } = request;
    if (request.isStored === true) address = (await needs.completeAddress?.(address)) ?? address;
    else if (hasInvalidHost(address)) throw new AppError('upstream.refused');
    const cookies = jars.open(request);
    for (let redirects = 0; ; redirects += 1) {
      if (isPageAddress(address)) throw new AppError('upstream.page');
      const answer = await exchangeOnce({ address, cookies }, request, signal);
      cookies.keep(answer.headers['set-cookie'], address);
      const { location } = answer.headers;
      if (!isRedirect(answer.status) || location === undefined)
        return request.isUnpacked === true ? unpackAnswer(answer, signal) : answer;
      discard(answer, clock);
      if (redirects === maxRedirects) throw new AppError('upstream.unreachable');
      const next = resolveAddress(location, address);
      if (next === undefined) throw new AppError('upstream.refused');
      address = next;
    }
  }

  async function exchangeOnce(
    { address, cookies }: { address: string; cookies: RequestCookies },
    request: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const headers = upstreamHeaders(address, request, cookies.headerFor(address));
    const { origin, protocol } = new URL(address);
    const send = async (isFresh: boolean) => {
      const certificates = (protocol === 'https:' && (await needs.findCertificates?.(origin))) || [];
      const leave = hosts.enter(address);
      const own = isFresh ? agents.own(origin, certificates) : undefined;
      const connected = origins.wait(origin);
      const ended = () => {
        connected();
        leave();
        if (own !== undefined) agents.end(own);
      };
      const dispatcher = own ?? agents.shared(origin, certificates);
      return exchange(dispatcher, { address, method: request.method, headers, connected, ended }, signal);
    };
    try {
      return await send(request.isFresh === true);
    } catch (error) {
      // The upstream closed an idle connection just as the stream gateway reused it. The other idle connections may have
      // been closed too, so the request is sent again on a new one.
      if (signal.aborted || !wasClosed(error)) throw error;
      return send(true);
    }
  }

  return {
    forgetCookies: jars.forget,
    open: (request, signal) =>
      withDeadline(
        signal,
        request.answerWithinMs ?? answerWithinMs,
        (inTime) => open(request, inTime),
        clock,
      ),
    [Symbol.asyncDispose]: agents.destroy,
  };
}

function agentOptions(
  { mayConnect, timing, resolve, connect: overNetwork }: Parameters<typeof createUpstream>[0],
  origins: AwaitedOrigins,
  certificates: readonly string[],
): Agent.Options {
  return {
    connect: origins.limit(
      createFilteredConnector(mayConnect, timing.answerWithinMs, resolve, { overNetwork, certificates }),
    ),
    pipelining: 1,
    keepAliveTimeout: keptIdleMs,
    // undici's own time limit for headers is off: a deadline of the stream gateway covers connecting, redirects and
    // headers together.
    headersTimeout: 0,
    bodyTimeout: timing.idleMs,
  };
}

/** Counts the requests that each host of a provider is answering, and bounds what a mistake can do to a provider. */
function createHostLimit(requestsPerHost: number) {
  const counts = new Map<string, number>();
  return {
    /**
     * Counts a request that begins. @returns the function to call when it has ended
     *
     * @throws AppError `upstream.crowded` for one too many
     */
    enter(address: string): () => void {
      const { host } = new URL(address);
      const count = counts.get(host) ?? 0;
      if (count >= requestsPerHost) throw new AppError('upstream.crowded');
      counts.set(host, count + 1);
      return () => {
        const left = (counts.get(host) ?? 1) - 1;
        if (left === 0) counts.delete(host);
        else counts.set(host, left);
      };
    },
  };
}

/** Returns all headers of a request to an upstream; from the player's request only `Range` and `If-Range` are taken. */
function upstreamHeaders(
  address: string,
  request: UpstreamRequest,
  cookie: string | undefined,
): Record<string, string> {
  const { username, password } = new URL(address);
  const credentials = `${decodePercent(username)}:${decodePercent(password)}`;
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': request.userAgent ?? defaultUserAgent,
    ...(request.referrer !== null && { referer: request.referrer }),
    ...(typeof request.origin === 'string' && { origin: request.origin }),
    ...(cookie !== undefined && { cookie }),
    ...(username !== '' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    ...(request.ifNoneMatch !== undefined && { 'if-none-match': request.ifNoneMatch }),
    ...(request.ifModifiedSince !== undefined && { 'if-modified-since': request.ifModifiedSince }),
    ...(request.range !== undefined && { range: request.range }),
    ...(request.range !== undefined && request.ifRange !== undefined && { 'if-range': request.ifRange }),
  };
}

/** Decodes a name or password of an address; one with a `%` that begins no code is meant as it is written. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Reads a short body of an upstream's answer (a redirect) to its end and drops it, so that its connection can be reused;
 * closes the connection of one that is long or slow. The request's own signal and time limits no longer cover it: a byte
 * now and then would keep the connection open for hours.
 */
function discard(answer: UpstreamAnswer, clock: Clock): void {
  let length = 0;
  const over = clock.after(redirectBodyMs, () => answer.abort());
  answer.read({
    data(chunk) {
      length += chunk.length;
      if (length > redirectBodyLimit) answer.abort();
    },
    end: over,
    fail: over,
  });
}

function wasClosed(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}
