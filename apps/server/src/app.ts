import { hash } from 'node:crypto';
import { join } from 'node:path';
import { health, itemKeyOf, ready, type ItemKey } from '@butaca/contract';
import type { DatabaseConnection } from '@butaca/db';
import { streamKindOf } from '@butaca/m3u';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { accountsFeature, type Accounts, type PasswordCost } from './features/people/accounts/index.ts';
import { auditFeature } from './features/operations/audit/index.ts';
import { backupFeature } from './features/operations/backup/index.ts';
import { catalogueFeature } from './features/catalogue/videos/index.ts';
import { channelsFeature } from './features/television/channels/index.ts';
import { collectionsFeature } from './features/catalogue/collections/index.ts';
import { demoFeature, type Demo, type DemoHouse } from './features/streaming/demo/index.ts';
import { devicesFeature } from './features/people/devices/index.ts';
import { enrichmentFeature, type GenerationLimits } from './features/catalogue/enrichment/index.ts';
import { gatewayFeature, type Gateway } from './features/streaming/gateway/index.ts';
import { imagesFeature, picturePath, type PictureLimits } from './features/streaming/images/index.ts';
import { importsFeature } from './features/operations/imports/index.ts';
import { favouritesFeature } from './features/catalogue/favourites/index.ts';
import { homeFeature } from './features/catalogue/home/index.ts';
import { searchFeature } from './features/catalogue/search/index.ts';
import { mediaFeature, type ConversionLimits, type Media } from './features/streaming/conversions/index.ts';
import { plansFeature } from './features/people/plans/index.ts';
import { migrationFeature } from './features/catalogue/film-merge/index.ts';
import { progressFeature } from './features/catalogue/progress/index.ts';
import { leaseMs, streamsFeature } from './features/people/playing/index.ts';
import { summaryFeature } from './features/operations/stats/index.ts';
import { createTrialDay, trialFeature } from './features/people/trial/index.ts';
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
import type { ConfinementKind } from './platform/programs/confinement.ts';
import { createPrograms } from './platform/programs/programs.ts';
import type { Session } from './shared/session.ts';
import { createStreamGrants } from './wiring/stream-grants.ts';

export interface AppNeeds {
  config: Config;
  database: DatabaseConnection;
  log: Log;
  /** The repository's demo folder. */
  demoDir: string;
  /** The built web client; without one only the API is served. */
  webDir: string;
  clock?: Clock;
  /** What a hash of a password takes, other than the usual. */
  passwordCost?: PasswordCost | undefined;
  /** How far ahead of the clock media of a trial is delivered, other than the usual. */
  trialLeadSeconds?: number | undefined;
  /** What pictures may cost, other than the usual. */
  pictureLimits?: Partial<PictureLimits>;
  /** How much is converted at once, other than the usual. */
  conversionLimits?: Partial<ConversionLimits>;
  /** How programs are confined, other than the best that the machine allows. */
  confinementKinds?: readonly ConfinementKind[] | undefined;
  /** What generated content may cost, other than the usual. */
  generationLimits?: Partial<GenerationLimits>;
}

export interface App extends AsyncDisposable {
  http: FastifyInstance;
  accounts: Accounts;
  demo: Demo;
  demoHouse: DemoHouse;
  media: Media;
  gateway: Gateway;
}

/** The server's table of contents: every feature, and how each gets from the others the little it needs. */
export async function buildApp(needs: AppNeeds): Promise<App> {
  const { config, database, log, clock = systemClock } = needs;
  const { db } = database;
  const http = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    isSecure: config.publicUrl?.startsWith('https:') === true,
    uploadLimitBytes: config.uploadLimitBytes,
  });
  const version = await openCatalogueVersion(database);

  const devices = devicesFeature({
    db,
    clock,
    log,
    onEnded(sessionKeys) {
      const ended = new Set(sessionKeys);
      gateway.end(({ sessionKey }) => ended.has(sessionKey));
    },
  });
  const accounts = accountsFeature({
    db,
    clock,
    sessions: devices,
    registration: config.registration,
    loginAttemptsPerMinute: config.loginAttemptsPerMinute,
    passwordCost: needs.passwordCost,
  });
  const sealingKey = await readInstanceSecret(db, 'stream');
  const demo = demoFeature({
    demoDir: needs.demoDir,
    dataDir: config.dataDir,
    databaseKey: hash('sha256', sealingKey, 'hex').slice(0, 16),
    clock,
  });
  const trial = trialFeature({
    db,
    clock,
    minutesPerDay: config.trialMinutesPerDay,
    timeZone: config.timeZone,
    leadSeconds: needs.trialLeadSeconds,
  });
  const itemTitle = async (itemKey: ItemKey) =>
    (await channels.titleOf(itemKey)) ?? (await catalogue.titleOf(itemKey));
  const summary = summaryFeature({
    db,
    clock,
    log,
    version,
    dayOf: createTrialDay(config.timeZone),
    longestGapMs: leaseMs,
    deviceName: devices.nameOf,
    itemTitle,
    trialsToday: trial.usedToday,
  });
  const streams = streamsFeature({
    clock,
    names: { deviceName: devices.nameOf, itemTitle },
    onPlaying: summary.notePlaying,
    onStopped: (accountId, deviceId) =>
      gateway.end((grant) => grant.accountId === accountId && grant.deviceId === deviceId),
  });
  const conversionsDir = join(config.dataDir, 'conversions');
  const programs = createPrograms({
    names: config.programs,
    workDir: conversionsDir,
    hiddenDir: config.dataDir,
    kinds: needs.confinementKinds,
    log,
  });
  const media = mediaFeature({
    db,
    clock,
    log,
    gateway: {
      readPart: (source, part) => gateway.readPart(source, part),
      lend: (source) => gateway.lend(source),
      isBusy: () => gateway.isBusy(),
    },
    listAddresses: (after, limit) => catalogue.listAddresses(after, limit),
    programs,
    isPlaying: streams.isPlaying,
    conversionsDir,
    ...(needs.conversionLimits && { limits: needs.conversionLimits }),
  });
  const gateway = gatewayFeature({
    sealingKey,
    grants: createStreamGrants({
      sessions: devices,
      checkItem: (itemKey, viewer) =>
        channels.checkStream(itemKey, viewer) ?? catalogue.checkStream(itemKey, viewer),
      streams,
      trial,
    }),
    internal: { demo: demo.media, remux: media.remux, live: media.live },
    allowPrivate: config.upstreamAllowPrivate,
    durationOf: media.durationOf,
    onUpstreamFailure: summary.noteFailure,
    openListener: programs.openListener,
    log,
    clock,
  });
  const channels = channelsFeature({
    db,
    version,
    streams: gateway,
    deliver: media.deliverChannel,
    logoPath: ({ id, logo }) => picturePath('channel', id, logo),
  });
  const progress = progressFeature({
    db,
    clock,
    videos: {
      chaptersOf: (id) => catalogue.chaptersOf(id),
      cardsOf: (ids, viewer) => catalogue.cardsOf(ids, viewer),
    },
    onSaved: ({ accountId, deviceId }, videoId) =>
      streams.renew(accountId, { deviceId, itemKey: itemKeyOf('video', videoId) }),
  });
  const catalogue = catalogueFeature({
    db,
    version,
    streams: gateway,
    picturePath,
    openPlaces: progress.open,
    trialBudget: trial.budget,
    deliver: media.deliver,
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
  const enrichment = enrichmentFeature({
    db,
    clock,
    log,
    version,
    genai: config.genai,
    dayOf: createTrialDay(config.timeZone),
    videos: catalogue,
    channels,
    coloursOf: images.coloursOf,
    ...(needs.generationLimits && { limits: needs.generationLimits }),
  });
  const favourites = favouritesFeature({ db, cards: { videos: catalogue, channels } });
  const home = homeFeature({
    videos: catalogue,
    channels,
    listContinuing: progress.listContinuing,
    listAlike: async (session) =>
      enrichment.listAlike(session, await favourites.listVideoIds(session.accountId)),
    log,
  });
  const imports = importsFeature({
    db,
    openBulkSession: database.openBulkSession,
    version,
    uploadDir: join(config.dataDir, 'uploads'),
    log,
  });
  await imports.start();
  const demoHouse: DemoHouse = { accounts, channels, catalogue, collections, progress };

  const backups = backupFeature({
    db,
    connectionString: database.connectionString,
    dataDir: config.dataDir,
    clock,
    onRestored() {
      version.advance();
      devices.forgetAll();
      gateway.end(() => true);
    },
  });
  const migration = migrationFeature({
    db,
    version,
    backUp: () => backups.save('migration'),
  });

  const countRequest = createMinuteLimit(config.requestsPerMinute, 'limit.requests');
  const serve = createServeEndpoint<Session>(http, {
    readSession: (request) => devices.read(request),
    isAdmin: (session) => session.role === 'admin',
    mustChangePassword: (session) => session.mustChangePassword,
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
  progress.routes(serve);
  streams.routes(serve);
  home.routes(serve);
  searchFeature({ videos: catalogue, channels }).routes(serve);
  favourites.routes(serve);
  enrichment.routes(serve);
  imports.routes(serve);
  auditFeature({ db }).routes(serve);
  backups.routes(serve);
  migration.routes(serve);
  summary.routes(serve, streams);
  plansFeature({ db, onChanged: devices.forgetAll }).routes(serve);
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
    media,
    gateway,
    async [Symbol.asyncDispose]() {
      // Whoever waits for an import is answered before the connections end.
      await imports[Symbol.asyncDispose]();
      await http.close();
      await enrichment[Symbol.asyncDispose]();
      await media[Symbol.asyncDispose]();
      await progress[Symbol.asyncDispose]();
      await summary[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await programs[Symbol.asyncDispose]();
      await images[Symbol.asyncDispose]();
    },
  };
}
