import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from '../../src/platform/http/http-server.ts';
import type { AppError } from '../../src/platform/http/app-error.ts';
import { createLog } from '../../src/platform/log.ts';
import type { NewStreamGrant, StreamClient } from '../../src/shared/stream/stream-grant.ts';
import type { StreamSource } from '../../src/shared/stream/stream-source.ts';
import {
  gatewayFeature,
  type Gateway,
  type GatewayNeeds,
} from '../../src/features/streaming/gateway/index.ts';
import type { ViewerServices } from '../../src/features/streaming/gateway/stages/for-viewer.ts';
import { systemClock } from '../../src/platform/clock.ts';

/**
 * A stub of the checks whether a person may receive a stream: it gives the same answer to every check; tests may change
 * the answer.
 */
export interface TestGrants {
  refusal: AppError | undefined;
  checks: number;
}

export interface TestGateway extends AsyncDisposable {
  gateway: Gateway;
  http: FastifyInstance;
  grants: TestGrants;
  /** The lines that the test's server has logged. */
  logged: string[];
  /** The clock by which stream tokens expire; tests set it. */
  time: { now: Date };
  /**
   * Returns the complete URL at which the test's stream gateway serves a source under the permission `testGrant`, or
   * under that permission with some fields replaced.
   */
  address(
    source: Partial<StreamSource> & { address: string },
    grant?: Partial<NewStreamGrant>,
    client?: Partial<StreamClient>,
  ): string;
  /**
   * Requests a URL from the test's stream gateway without reading the body, as a player does while playback is paused.
   */
  ask(address: string, headers?: Record<string, string>): Promise<IncomingMessage>;
}

export const testGrant: NewStreamGrant = {
  accountId: 'cuenta-1',
  deviceId: 'd'.repeat(32),
  sessionKey: 'sesión-1',
  itemKey: 'channel:1',
};

/** Starts the product's own HTTP server with the stream gateway as its only feature. */
export async function startTestGateway(
  needs: Partial<GatewayNeeds & ViewerServices> & { trustedProxies?: string[] } = {},
): Promise<TestGateway> {
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  const grants: TestGrants = { refusal: undefined, checks: 0 };
  const time = { now: new Date('2026-01-01T12:00:00Z') };
  const gateway = gatewayFeature({
    sealingKey: randomBytes(32),
    grants: {
      async check() {
        grants.checks += 1;
        return grants.refusal;
      },
      renew: async () => undefined,
      charge: () => Promise.resolve(),
    },
    allowPrivate: ['127.0.0.1'],
    requestsPerHost: 256,
    log,
    clock: { ...systemClock, now: () => time.now, steadyMs: () => time.now.getTime() },
    ...needs,
  });
  const http = await createHttpServer({
    log,
    trustedProxies: needs.trustedProxies ?? [],
    isSecure: false,
    eventLoopDelayLimitMs: 0,
  });
  const ignore = (): void => undefined;
  gateway.routes(http, {
    internal: needs.internal ?? {},
    durationOf: needs.durationOf ?? (() => Promise.resolve(undefined)),
    onUpstreamFailure: needs.onUpstreamFailure ?? ignore,
    onDelivery: needs.onDelivery ?? ignore,
    onCast: needs.onCast ?? ignore,
    onPlay: needs.onPlay ?? ignore,
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;

  return {
    gateway,
    http,
    grants,
    logged,
    time,
    address(source, grant, client) {
      const issued = gateway.issue(
        { streamKind: 'file', userAgent: null, referrer: null, ...source },
        { ...testGrant, ...grant },
        { ip: '127.0.0.1', keepCookie() {}, ...client },
      );
      return `http://127.0.0.1:${port}${issued.url}`;
    },
    async ask(address, headers = {}) {
      const request = httpRequest(address, { headers, agent: false });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    },
    async [Symbol.asyncDispose]() {
      http.server.closeAllConnections();
      await http.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/**
 * Waits until a condition holds; after thirty seconds, which only end a test that hangs, it fails with a message that
 * contains `what`.
 *
 * @param clock - the virtual clock of the gateway, on which time passes meanwhile, 50 ms with each look
 */
export async function until(
  what: string,
  holds: () => boolean,
  clock?: { advance(ms: number): Promise<void> },
): Promise<void> {
  const endAt = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > endAt) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await clock?.advance(50);
  }
}
