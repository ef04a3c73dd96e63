import { hash } from 'node:crypto';
import { join } from 'node:path';
import { health, ready } from '@butaca/contract';
import type { DatabaseConnection } from '@butaca/db';
import { streamKindOf } from '@butaca/m3u';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { accountsFeature, type Accounts } from './features/accounts/index.ts';
import { catalogueFeature } from './features/catalogue/index.ts';
import { channelsFeature } from './features/channels/index.ts';
import { collectionsFeature } from './features/collections/index.ts';
import { demoFeature, type Demo, type DemoHouse } from './features/demo/index.ts';
import { devicesFeature, type Session } from './features/devices/index.ts';
import { gatewayFeature, type StreamGrant } from './features/gateway/index.ts';
import { imagesFeature, picturePath, type PictureLimits } from './features/images/index.ts';
import { libraryFeature } from './features/library/index.ts';
import { openCatalogueVersion } from './platform/catalogue-version.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveMetrics } from './platform/http/metrics.ts';
import { createMinuteLimit } from './platform/http/request-limits.ts';
import { createServeEndpoint } from './platform/http/serve-endpoint.ts';
import { serveWebClient } from './platform/http/web-client.ts';
import { readInstanceSecret } from './platform/instance-secret.ts';
import type { Log } from './platform/log.ts';

export interface AppNeeds {
  config: Config;
  database: DatabaseConnection;
  log: Log;
  /** The repository's demo folder. */
  demoDir: string;
  /** The built web client; without one only the API is served. */
  webDir: string;
  clock?: Clock;
  /** What pictures may cost, other than the usual. */
  pictureLimits?: Partial<PictureLimits>;
}

export interface App extends AsyncDisposable {
  http: FastifyInstance;
  accounts: Accounts;
  demo: Demo;
  demoHouse: DemoHouse;
}

/** The server's table of contents: every feature, and how each gets from the others the little it needs. */
export async function buildApp(needs: AppNeeds): Promise<App> {
  const { config, database, log, clock = systemClock } = needs;
  const { db } = database;
  const http = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    isSecure: config.publicUrl?.startsWith('https:') === true,
  });
  const version = await openCatalogueVersion(database);

  const devices = devicesFeature({
    db,
    clock,
    log,
    onEnded: (sessionKeys) => gateway.end(sessionKeys),
  });
  const accounts = accountsFeature({
    db,
    clock,
    sessions: devices,
    registration: config.registration,
    loginAttemptsPerMinute: config.loginAttemptsPerMinute,
  });
  const sealingKey = await readInstanceSecret(db, 'stream');
  const demo = demoFeature({
    demoDir: needs.demoDir,
    dataDir: config.dataDir,
    databaseKey: hash('sha256', sealingKey, 'hex').slice(0, 16),
    clock,
  });
  const gateway = gatewayFeature({
    sealingKey,
    grants: { check: checkGrant },
    internal: { demo: demo.media },
    allowPrivate: config.upstreamAllowPrivate,
    log,
  });
  const channels = channelsFeature({
    db,
    version,
    streams: gateway,
    logoPath: ({ id, logo }) => picturePath('channel', id, logo),
    uploadDir: join(config.dataDir, 'uploads'),
  });
  const library = libraryFeature({ db });
  const catalogue = catalogueFeature({
    db,
    version,
    streams: gateway,
    picturePath,
    findProgress: library.findProgress,
    streamKindOf,
  });
  const collections = collectionsFeature({ db, cards: catalogue });
  const images = imagesFeature({
    assetsDir: join(needs.demoDir, 'assets'),
    cacheDir: join(config.dataDir, 'images'),
    download: gateway.download,
    log,
    ...(needs.pictureLimits && { limits: needs.pictureLimits }),
    pictures: {
      findPicture: (kind, id) =>
        kind === 'channel' ? channels.findLogo(id) : catalogue.findPicture(kind, id),
    },
  });
  const demoHouse: DemoHouse = { accounts, channels, catalogue, collections };

  async function checkGrant(
    grant: StreamGrant,
  ): Promise<'allowed' | 'session_ended' | 'plan_denied' | 'item_gone'> {
    const session = await devices.check(grant.sessionKey);
    if (session === undefined || session.accountId !== grant.accountId) return 'session_ended';
    const verdict =
      channels.checkStream(grant.itemKey, session) ?? catalogue.checkStream(grant.itemKey, session);
    return (await verdict) ?? 'item_gone';
  }

  const countRequest = createMinuteLimit(config.requestsPerMinute, 'limit.requests');
  const serve = createServeEndpoint<Session>(http, {
    readSession: (request) => devices.read(request),
    isAdmin: (session) => session.role === 'admin',
    countRequest: (request, session) => countRequest.count(session?.sessionKey ?? request.ip),
  });

  serve(health, async () => ({ status: 'ok' as const }));
  serve(ready, async () => {
    await sql`select 1`.execute(db);
    return { status: 'ok' as const };
  });
  accounts.routes(serve);
  devices.routes(serve, accounts);
  channels.routes(serve);
  catalogue.routes(serve);
  collections.routes(serve);
  library.routes(serve, { videos: catalogue, channels });
  demo.routes(serve, demoHouse);
  gateway.routes(http);
  images.routes(http);
  serveApiDocs(http);
  serveMetrics(http);
  await serveWebClient(http, needs.webDir);

  return {
    http,
    accounts,
    demo,
    demoHouse,
    async [Symbol.asyncDispose]() {
      await http.close();
      await gateway[Symbol.asyncDispose]();
      await images[Symbol.asyncDispose]();
    },
  };
}
