import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from './app-error.ts';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves `GET /metrics` in Prometheus' format to clients that send the operator's token as `Authorization: Bearer …`.
 * For all others, and when no token is configured, the route does not exist; without a token nothing is measured
 * either, because measuring slows every answer down. The IP address of the client decides nothing: behind a proxy on
 * this machine every client has the loopback address.
 *
 * @param isStoreReachable - whether the store that several servers share is reachable; nothing is said when there is none
 */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  isStoreReachable?: () => boolean,
): void {
  const registry = token === undefined ? undefined : measureRequests(app);
  if (registry !== undefined && isStoreReachable !== undefined) showStore(registry, isStoreReachable);
  const expected = digestOf(`Bearer ${token}`);
  app.get('/metrics', { config: { access: 'anyone' } }, async (request, reply) => {
    if (registry === undefined || !timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) {
      throw new AppError('route.not_found');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function showStore(registry: Registry, isReachable: () => boolean): void {
  const reachable: Gauge = new Gauge({
    name: 'butaca_shared_store_reachable',
    help: 'Whether the Redis that several servers share stores and delivers what this server sends: 1 or 0',
    registers: [registry],
    collect: () => reachable.set(Number(isReachable())),
  });
}

function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // A Prometheus histogram hashes its labels on every observation, so the series of each label set is looked up once
  // and cached.
  const series = new Map<string, { observe(seconds: number): void }>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    let known = series.get(key);
    if (known === undefined) {
      known = duration.labels(request.method, route, String(reply.statusCode));
      series.set(key, known);
    }
    known.observe(reply.elapsedTime / 1_000);
    done();
  });
  return registry;
}
