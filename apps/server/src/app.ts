import { emptyPagesHeader, health, planHeader } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { settingsFeature } from './features/operations/settings/index.ts';
import type { Accounts } from './features/people/accounts/index.ts';
import type { Push } from './features/people/push/index.ts';
import type { Conversions } from './features/streaming/conversions/index.ts';
import type { Demo, DemoTargets } from './features/streaming/demo/index.ts';
import type { Gateway } from './features/streaming/gateway/index.ts';
import { createDisposalStack, type DisposalStack } from './platform/async/disposal-stack.ts';
import { limitAddresses } from './platform/http/address-limits.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { CallLimit } from './platform/http/request-limits.ts';
import { createServeEndpoint, type ServeEndpoint } from './platform/http/serve-endpoint.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import type { Session } from './shared/session.ts';
import { openAppBase, type AppNeeds } from './wiring/app-base.ts';
import { wireCatalogue } from './wiring/catalogue.ts';
import { wireOperations } from './wiring/operations.ts';
import { wirePeople, type People } from './wiring/people.ts';
import { wirePush } from './wiring/push.ts';
import { automaticConversions } from './features/streaming/conversions/index.ts';
import { wireStreaming } from './wiring/streaming.ts';
import { wireTelevision } from './wiring/television.ts';
import { startUpkeep } from './wiring/upkeep.ts';

/**
 * The whole server with its features connected: its HTTP server, which does not listen yet, and the features that
 * operator commands call. Disposing of it closes everything that it holds.
 */
export interface App extends AsyncDisposable {
  http: FastifyInstance;
  accounts: Accounts;
  demo: Demo;
  demoTargets: DemoTargets;
  conversions: Conversions;
  gateway: Gateway;
  push: Push;
  /**
   * Starts the work that the server does by itself (refreshes of lists, the inspection of film files with ffprobe). Operator
   * commands such as `npm run admin:reset` build the same app but do not call this method.
   */
  startBackgroundWork(): Promise<void>;
}

/**
 * Builds the whole server: creates the groups of features (people, streaming, television, operations, catalogue) one
 * after the other, and passes to each group the groups that it depends on.
 */
export async function buildApp(needs: AppNeeds): Promise<App> {
  const closing = createDisposalStack((error) =>
    needs.log.error({ err: error }, 'a part of the server was not closed in order'),
  );
  try {
    return await connect(needs, closing);
  } catch (error) {
    await closing[Symbol.asyncDispose]();
    throw error;
  }
}

async function connect(needs: AppNeeds, closing: DisposalStack): Promise<App> {
  const base = await openAppBase(needs, closing);
  const automatic = automaticConversions(base.conversionLimits);
  const settings = settingsFeature({ ...base, automatic });
  const people = wirePeople(base, settings);
  const streaming = await wireStreaming(base, people, settings);
  const television = wireTelevision(base, streaming);
  const { channels, guide } = television;
  const push = await wirePush(base, { people, streaming, television });
  const operations = wireOperations(base, { people, streaming });
  const { backups, stats } = operations;
  const catalogue = wireCatalogue(base, {
    people,
    streaming,
    channels,
    backups,
    stats,
    providers: operations.providers,
    imports: operations.imports,
    settings,
  });
  const { videos, collections, progress } = catalogue;
  const demoTargets = { accounts: people.accounts, channels, guide, videos, collections, progress };

  const http = await createHttpServer({
    quietPaths: ['/api/stream/', '/api/images/'],
    longPaths: ['/api/stream/'],
    log: base.log,
    clock: base.clock,
    trustedProxies: base.config.trustedProxies,
    isSecure: base.config.publicUrl?.startsWith('https:') === true,
    uploadLimitBytes: base.config.uploadLimitBytes,
    metricsToken: base.config.metricsToken,
    isStoreReachable: base.store?.isReachable,
    eventLoopDelayLimitMs: base.eventLoopDelayLimitMs,
  });
  // When the server stops, HTTP connections are closed before the features that answer them. Only the imports feature
  // is closed earlier, so that people who are uploading a list still get an answer.
  closing.defer(() => http.close());
  closing.use(operations.imports);
  await operations.imports.start();

  const requests = { most: base.config.requestsPerMinute, code: 'limit.requests' } as const;
  const limits = {
    sessions: base.limits.perMinute({ name: 'requests', ...requests }),
    addresses: limitAddresses(base.limits.perMinute, { name: 'requests-address', ...requests }),
  };
  const serve = createServe(http, people, { limits, emptyPages: catalogue.emptyPages });
  people.routes(serve);
  television.routes(serve);
  push.routes(serve);
  catalogue.routes(serve);
  operations.routes(serve);
  settings.routes(serve, { encoders: streaming.conversions.encoderStates });
  streaming.demo.routes(serve, demoTargets);
  streaming.routes(http, {
    onUpstreamFailure: operations.stats.noteFailure,
    onDelivery: operations.stats.noteDelivery,
    onCast: progress.noteCast,
  });
  serveApiDocs(http, ({ ip }) => limits.addresses.count(ip));
  await serveWebClient(http, base.webDir);

  return {
    http,
    accounts: people.accounts,
    demo: streaming.demo,
    demoTargets,
    conversions: streaming.conversions,
    gateway: streaming.gateway,
    push,
    async startBackgroundWork() {
      // Read now, so that the first answer already names the empty pages.
      catalogue.emptyPages.read();
      operations.health.start();
      closing.use(
        startUpkeep(base, {
          session: people.devices.deleteExpired,
          audit_entry: operations.audit.deleteOld,
          push_notice: push.deleteOld,
        }),
      );
      operations.providers.start();
      television.guide.start();
      push.start();
      catalogue.facts.start();
      await streaming.conversions.start(videos.files);
    },
    [Symbol.asyncDispose]: closing[Symbol.asyncDispose],
  };
}

/**
 * Creates the function that registers API endpoints. It determines the session of each request, and counts the request
 * towards the call limit of that session, or of the client address when there is no session.
 */
function createServe(
  http: FastifyInstance,
  { devices }: People,
  {
    limits,
    emptyPages,
  }: {
    limits: { sessions: CallLimit; addresses: CallLimit };
    emptyPages: { read(): string | undefined };
  },
): ServeEndpoint<Session> {
  return createServeEndpoint<Session>(http, {
    readSession: (request) => devices.read(request),
    isAdmin: (session) => session.role === 'admin',
    mustChangePassword: (session) => session.mustChangePassword,
    async countRequest(request, session) {
      // nginx asks for it before each stream, and the answer costs less than the counting.
      if (request.routeOptions.url === health.path) return;
      if (session === undefined) await limits.addresses.count(request.ip);
      else await limits.sessions.count(session.sessionKey);
    },
    headersOf({ plan }) {
      const empty = emptyPages.read();
      return { [planHeader]: plan, ...(empty !== undefined && { [emptyPagesHeader]: empty }) };
    },
    accountIdOf: ({ accountId }) => accountId,
  });
}
