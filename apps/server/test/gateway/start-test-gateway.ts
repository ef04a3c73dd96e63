import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MemoryNetwork } from '@butaca/testing';
import type { FastifyInstance } from 'fastify';
import type { buildConnector } from 'undici';
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
  ask(address: string, headers?: Record<string, string>, signal?: AbortSignal): Promise<IncomingMessage>;
  /** Prepares the gateway for the next test: ends all streams, permits everything again, and forgets what was logged. */
  reset(): void;
  /** Requests a URL from the test's stream gateway, and reads the answer to its end. */
  fetch(address: string, headers?: Record<string, string>): Promise<WholeAnswer>;
}

export interface WholeAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export const testGrant: NewStreamGrant = {
  accountId: 'cuenta-1',
  deviceId: 'd'.repeat(32),
  sessionKey: 'sesión-1',
  itemKey: 'channel:1',
};

/**
 * Starts the product's own HTTP server with the stream gateway as its only feature.
 *
 * @param needs.network - the network in memory over which the gateway is reached and reaches upstreams; by default both are
 *   done over real sockets
 */
export async function startTestGateway(
  needs: Partial<GatewayNeeds & ViewerServices> & { trustedProxies?: string[]; network?: MemoryNetwork } = {},
): Promise<TestGateway> {
  const { network } = needs;
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
    // HTTP/1 clients and servers need no more of a socket than the connections in memory have.
    connect: network?.connect as buildConnector.connector | undefined,
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
    conversions: needs.conversions ?? { sourceOf: () => undefined, convertLike: () => undefined },
    durationOf: needs.durationOf ?? (() => Promise.resolve(undefined)),
    onUpstreamFailure: needs.onUpstreamFailure ?? ignore,
    onDelivery: needs.onDelivery ?? ignore,
    onCast: needs.onCast ?? ignore,
    onPlay: needs.onPlay ?? ignore,
  });
  const port = await listen(http, network);

  const test: TestGateway = {
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
    async ask(address, headers = {}, signal) {
      // Loopback addresses, at which programs read, are always on a real socket.
      const isInMemory = new URL(address).port === String(port);
      const request = httpRequest(address, {
        headers,
        signal,
        ...(network && isInMemory ? { createConnection: () => network.open(port) } : { agent: false }),
      });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    },
    reset() {
      gateway.end(() => true);
      grants.refusal = undefined;
      grants.checks = 0;
      logged.length = 0;
    },
    async fetch(address, headers) {
      const response = await test.ask(address, headers);
      const { statusCode: status = 0 } = response;
      return { status, headers: response.headers, body: await readAnswer(response) };
    },
    async [Symbol.asyncDispose]() {
      network?.close(port);
      http.server.closeAllConnections();
      await http.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
  return test;
}

/** Reads an answer to its end. @throws when it breaks off */
export async function readAnswer(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listen(http: FastifyInstance, network: MemoryNetwork | undefined): Promise<number> {
  if (network !== undefined) {
    await http.ready();
    return network.serve(http.server);
  }
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

/**
 * Waits until a condition holds that real sockets bring about; after thirty seconds, which only end a test that hangs, it
 * fails with a message that contains `what`. Where everything is in memory, `passUntil` of the virtual clock waits.
 */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const endAt = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > endAt) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
