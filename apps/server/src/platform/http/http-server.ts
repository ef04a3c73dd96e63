import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createRequestLog, type Log } from '../log.ts';
import { AppError } from './app-error.ts';
import { answerClientError } from './client-error.ts';
import { serveMetrics } from './metrics.ts';
import { answerFrameworkError, installErrorHandler } from './error-handler.ts';
import { continueWhenAdmitted, cutSlowBodies, dropRefusedBodies } from './request-body.ts';
import { readSecurityHeaders } from './security-headers.ts';
import { systemClock, type Clock } from '../clock.ts';

const bodyLimitBytes = 256 * 1_024;
const headerLimitBytes = 16 * 1_024;
/** The longest path with its query, in characters. Node decodes a request line as Latin-1: a character is a byte. */
const addressLimit = 8 * 1_024;
/**
 * The longest path with a sealed address, in characters. An address of 8,192 characters, the longest that is sealed, has
 * 10,923 in base64; the rest is for the grant and the headers that are sealed with it, and for the name of a file.
 */
const sealedAddressLimit = 20 * 1_024;
/** With the interval at which Node looks, the headers of a request have twelve seconds at most to arrive. */
const usualHeadersTimeoutMs = 9_000;
/** How long the body of a request without an upload may take to arrive, in ms; uploads have ten minutes. */
const bodyTimeoutMs = 15_000;
const uploadTimeoutMs = 600_000;
const uploadLimitBytes = 512 * 1_024 * 1_024;
/** How late the event loop may be before requests are refused with 503, in ms. */
const usualEventLoopDelayMs = 2_000;
/** When a client may repeat a call that was refused because the event loop is late, in seconds. */
const busyRetryAfterSeconds = 5;

export interface HttpServerOptions {
  log: Log;
  /** The networks of reverse proxies whose forwarded client IP addresses are trusted. */
  trustedProxies: readonly string[];
  /** Whether the site is reached over TLS; if so, browsers are told to use only TLS (HSTS). */
  isSecure: boolean;
  uploadLimitBytes?: number;
  /** The operator's token for `GET /metrics`; without it nothing is measured. */
  metricsToken?: string | undefined;
  /** Whether the store that several servers share is reachable, for the metrics; absent when there is none. */
  isStoreReachable?: (() => boolean) | undefined;
  /** Beginnings of paths whose requests are so many that they are logged only at the level `debug`. */
  quietPaths?: readonly string[];
  /** Beginnings of paths that hold a sealed address, and therefore may be longer than the others. */
  longPaths?: readonly string[];
  /** The time limit for receiving the body of a request other than an upload, in ms; replaces the default in tests. */
  bodyTimeoutMs?: number;
  /** How long the headers of a request may take to arrive, in ms. */
  headersTimeoutMs?: number;
  /** How late the event loop may be before requests are refused with 503, in ms; with 0 none is refused for that. */
  eventLoopDelayLimitMs?: number | undefined;
  clock?: Clock | undefined;
}

/** Creates the HTTP server (Fastify) with the product's limits, headers and error answers, and without routes. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { clock = systemClock } = options;
  const logger: FastifyBaseLogger = options.log;
  const securityHeaders = readSecurityHeaders(options.isSecure);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    routerOptions: { maxParamLength: 24_576 },
    http: {
      maxHeaderSize: headerLimitBytes + 8_192,
      headersTimeout: options.headersTimeoutMs ?? usualHeadersTimeoutMs,
      // How often Node looks for requests that have taken too long; at its default of 30 s the time limit would be
      // exceeded by far.
      connectionsCheckingInterval: (options.headersTimeoutMs ?? usualHeadersTimeoutMs) / 3,
    },
    // Refused with the product's own answer, see `refuseWhileClosing`.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // For errors of these two kinds no hook runs, so their answers get the security headers here.
    frameworkErrors(error, request, reply) {
      answerFrameworkError(error, request, reply.headers(securityHeaders.data));
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, securityHeaders.data),
  });
  app.setChildLoggerFactory((log, { reqId }, { level }) =>
    createRequestLog(log as Log, String(reqId), level),
  );
  app.addConstraintStrategy(viewConstraint);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('butacaSession', null);
  app.decorateRequest('butacaAccountId', undefined);
  app.decorateRequest('butacaErrorCode', undefined);
  installErrorHandler(app);
  refuseRoutesWithoutAccess(app);
  logRequests(app, options);
  continueWhenAdmitted(app);
  dropRefusedBodies(app, options.uploadLimitBytes ?? uploadLimitBytes, clock);
  cutSlowBodies(app, options.bodyTimeoutMs ?? bodyTimeoutMs, securityHeaders.data, clock);
  endConnectionsOnClose(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isData(request.url) ? securityHeaders.data : securityHeaders.page);
    done();
  });
  refuseWhileClosing(app);
  refuseLongAddresses(app, options.longPaths ?? []);
  refuseMalformedQueries(app);
  const maxEventLoopDelay = options.eventLoopDelayLimitMs ?? usualEventLoopDelayMs;
  await app.register(underPressure, { maxEventLoopDelay, pressureHandler: refuseCalls });
  serveMetrics(app, options.metricsToken, options.isStoreReachable);
  // The scope comes last, because it has only those hooks that are there when it is made.
  await addUploadScope(app, options.uploadLimitBytes ?? uploadLimitBytes);
  return app;
}

/**
 * Answers a request that arrives while the event loop is too late: `server.busy` for a call of the API. The files of
 * the web client and the images are served all the same, because a browser does not request a style sheet, a script or
 * an image again by itself, and the page that says that the server is busy consists of them.
 *
 * @returns a promise that rejects with the refusal, or `undefined` where the request is served
 */
function refuseCalls({ url }: { url: string }): Promise<void> | undefined {
  if (!isData(url) || url.startsWith('/api/images/')) return undefined;
  return Promise.reject(new AppError('server.busy', { retryAfterSeconds: busyRetryAfterSeconds }));
}

/**
 * Adds `app.uploads`, where the routes with uploads are added: the plugin that reads uploads attaches listeners to every
 * request of its scope, which other routes would pay for.
 */
async function addUploadScope(app: FastifyInstance, fileLimitBytes: number): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(multipart, {
      throwFileSizeLimit: true,
      limits: { files: 1, fields: 10, fieldSize: 10_000, fileSize: fileLimitBytes, headerPairs: 50 },
    });
    app.decorate('uploads', uploads);
  });
}

/**
 * Lets several routes with the same path be distinguished by the query parameter `?view=`. A request with an unknown
 * view gets the route that names no view.
 *
 * @see https://fastify.dev/docs/latest/Reference/Routes/#constraints
 */
const viewConstraint: ConstraintStrategy = {
  name: 'view',
  mustMatchWhenDerived: false,
  storage() {
    const handlers = new Map<unknown, ConstrainedHandler>();
    return {
      get: (view) => handlers.get(view) ?? null,
      set: (view, handler) => void handlers.set(view, handler),
    };
  },
  deriveConstraint({ url = '' }) {
    const query = url.indexOf('?');
    if (query === -1 || !url.includes('view=', query)) return undefined;
    return new URLSearchParams(url.slice(query + 1)).get('view') ?? undefined;
  },
};

type ConstraintStrategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type ConstrainedHandler = Parameters<ReturnType<ConstraintStrategy['storage']>['set']>[1];

/**
 * Refuses requests whose path and query are longer than any of the product's own, before a route or a later hook reads
 * them.
 */
function refuseLongAddresses(app: FastifyInstance, longPaths: readonly string[]): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (url.length <= addressLimit) return done();
    const isLong = longPaths.some((path) => url.startsWith(path));
    done(isLong && url.length <= sealedAddressLimit ? undefined : new AppError('request.address_too_long'));
  });
}

/**
 * Refuses requests whose query string has an incomplete percent escape, which the query parser would take literally.
 */
function refuseMalformedQueries(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const query = request.url.indexOf('?');
    const isMalformed = query !== -1 && /%(?![0-9a-f]{2})/i.test(request.url.slice(query));
    done(isMalformed ? new AppError('request.malformed') : undefined);
  });
}

function isData(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/docs');
}

/**
 * Throws when an API route is added that does not declare who may call it; other paths serve the web client's public
 * files.
 */
function refuseRoutesWithoutAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (/^\/(?:api|metrics)\b/.test(route.url) && route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no access policy`);
    }
  });
}

function logRequests(app: FastifyInstance, { log, quietPaths = [] }: HttpServerOptions): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isQuiet = quietPaths.some((path) => request.url.startsWith(path));
    const level = request.url.startsWith('/api/') && !isQuiet ? 'info' : 'debug';
    if (log.isLevelEnabled(level)) {
      request.log[level](
        {
          req: request,
          status: reply.statusCode,
          code: request.butacaErrorCode,
          accountId: request.butacaAccountId,
          elapsedMs: Math.round(reply.elapsedTime),
        },
        'request',
      );
    }
    done();
  });
}

/**
 * Ends connections that would delay the closing of the server. Node itself closes idle keep-alive connections, but
 * neither connections that browsers open in advance and that have carried no request yet, nor connections whose answer
 * is still in flight and that would be kept alive after the answer.
 *
 * @see https://github.com/nodejs/node/issues/63452
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('onResponse', ({ socket }, _reply, done) => {
    // The socket is destroyed after its last bytes are written: a browser may leave its own half of an idle connection
    // open for minutes.
    if (isClosing) socket.destroySoon();
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    done();
  });
}

/**
 * Refuses requests that arrive while the server closes, on connections that were kept alive: the client is to come again,
 * to the server that takes the place of this one. Nothing was done for a refused call, which `server.busy` says, so that
 * the page repeats writes too; players know `server.unavailable`. Every answer from then on says that its connection ends,
 * so that a proxy sends no further request over it.
 */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const code = url.startsWith('/api/stream/') ? 'server.unavailable' : 'server.busy';
    done(isClosing ? new AppError(code, { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The scope for routes that read an upload; other routes refuse requests of the type `multipart/form-data`. */
    uploads: FastifyInstance;
  }
}
