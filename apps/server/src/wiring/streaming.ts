import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readItemId, type ItemKey } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { CastDelivery } from '../features/catalogue/progress/index.ts';
import { conversionsFeature } from '../features/streaming/conversions/index.ts';
import { demoFeature } from '../features/streaming/demo/index.ts';
import { gatewayFeature, type Gateway } from '../features/streaming/gateway/index.ts';
import type { SettingsFeature } from '../features/operations/settings/index.ts';
import { imagesFeature } from '../features/streaming/images/index.ts';
import { stillsFeature } from '../features/streaming/stills/index.ts';
import { databaseKeyName, readInstanceSecret, sealingKeyName } from '../platform/instance-secret.ts';
import { createSharedPermits, permitTiming } from '../platform/shared-store/shared-permits.ts';
import { createStoreSights } from '../platform/shared-store/store-sights.ts';
import { createPrograms } from '../platform/programs/programs.ts';
import { createCompleteAddress } from '../shared/provider/complete-address.ts';
import { createFindBudget } from '../shared/provider/find-budget.ts';
import { createFindCertificates } from '../shared/provider/find-certificates.ts';
import { createFindHostBudget } from '../shared/provider/find-host-budget.ts';
import { countStreams } from '../shared/count-streams.ts';
import { createFindSources } from '../shared/channel/find-sources.ts';
import { createFindVersions } from '../shared/video/find-versions.ts';
import type { AppBase } from './app-base.ts';
import type { People } from './people.ts';
import { createStreamGrants, createTitlesFor } from './stream-grants.ts';

export type Streaming = Awaited<ReturnType<typeof wireStreaming>>;

/**
 * Creates the gateway (the server's proxy for streams) and the features that deliver media through it: conversions,
 * images and the demo's media.
 */
export async function wireStreaming(
  base: AppBase,
  people: People,
  settings: Pick<SettingsFeature, 'conversionsAtOnce' | 'videoEncoder'>,
) {
  const { config, db, clock, log, items, closing } = base;
  const sealingKey = await readInstanceSecret(db, sealingKeyName);
  const demo = demoFeature({
    demoDir: base.demoDir,
    dataDir: config.dataDir,
    databaseKey: Buffer.from(await readInstanceSecret(db, databaseKeyName)).toString('hex', 0, 8),
    clock,
  });
  const conversionsDir = join(config.dataDir, 'conversions');
  const kinds = base.confinementKinds;
  const folders = { workDir: conversionsDir, hiddenDir: config.dataDir };
  const programs = closing.use(
    createPrograms({ names: config.programs, ...folders, kinds, clock, log, timing: base.checkTiming }),
  );
  const sights = createStoreSights(db, randomUUID());
  const permits = base.store && closing.use(createSharedPermits(base.store, sights, permitTiming, clock));
  const findVersions = createFindVersions(db);
  const checks = { sessions: people.devices, checkItem: items.checkStream };
  const gateway = gatewayFeature({
    sealingKey,
    isSecure: config.publicUrl?.startsWith('https:') === true,
    grants: createStreamGrants({ ...checks, playing: people.playing, trial: people.trial }),
    findBudget: createFindBudget(db),
    permits,
    store: base.store,
    findHostBudget: createFindHostBudget(db, clock),
    completeAddress: createCompleteAddress(db),
    findCertificates: createFindCertificates(db, base.version.current),
    findSources: createFindSources(db),
    findVersions,
    titlesFor: createTitlesFor({ ...checks, titleOf: items.titleOf }),
    allowPrivate: config.upstreamAllowPrivate,
    requestsPerHost: config.upstreamRequestsPerHost,
    connectToPost: base.connectToPushServices,
    nginxSecret: config.nginxSecret,
    openListener: programs.openListener,
    programs: config.judgesPictures ? programs : undefined,
    ...(config.liveBufferMinutes > 0 && {
      liveBuffer: {
        folder: join(config.dataDir, 'live'),
        minutes: config.liveBufferMinutes,
      },
    }),
    log,
    clock: base.streamClock,
    timing: base.streamTiming,
  });
  closing.use(gateway);
  cutEndedStreams(people, gateway);
  const conversions = conversionsFeature({
    db,
    clock,
    log,
    gateway,
    programs,
    isPlaying: people.playing.isPlaying,
    async maxStreamsOf(sessionKey) {
      const session = await people.devices.check(sessionKey);
      return session && countStreams(session);
    },
    async atOnce() {
      const { copiesAtOnce, encodingsAtOnce } = await settings.conversionsAtOnce();
      return { copies: copiesAtOnce, encodings: encodingsAtOnce };
    },
    encoders: {
      choice: settings.videoEncoder,
      listDevices: base.listEncoderDevices,
      timing: base.encoderTiming,
    },
    permits,
    conversionsDir,
    ...(base.conversionLimits && { limits: base.conversionLimits }),
  });
  closing.use(conversions);
  const stills = stillsFeature({
    gateway,
    programs,
    isBusy: () => conversions.countConversions() > 0,
    clock,
    log,
  });
  const images = imagesFeature({
    assetsDir: join(base.demoDir, 'assets'),
    cacheDir: join(config.dataDir, 'images'),
    download: gateway.download,
    clock,
    log,
    ...(base.imageLimits && { limits: base.imageLimits }),
    source: items,
  });
  closing.use(images);

  return {
    demo,
    gateway,
    conversions,
    images,
    stills,
    findVersions,
    /**
     * Registers the routes of streams and images. @param outcomes - called with the item key (`channel:<id>` …) of a
     * stream whose server could not be reached, or of which media are delivered; `onCast` with the parts of films that
     * are delivered to televisions
     */
    routes(
      http: FastifyInstance,
      outcomes: {
        onUpstreamFailure(itemKey: ItemKey, code: string): void;
        onDelivery(itemKey: ItemKey): void;
        onCast(delivery: CastDelivery): void;
      },
    ): void {
      gateway.routes(http, {
        internal: { demo: demo.media, remux: conversions.remux, live: conversions.live },
        conversions: conversions.films,
        durationOf: conversions.durationOf,
        ...outcomes,
        onCast({ accountId, deviceId, itemKey, playableKey }, part) {
          const videoId = readItemId('video', itemKey);
          if (videoId === undefined) return;
          const chapterId = readItemId('chapter', playableKey ?? '');
          outcomes.onCast({ accountId, deviceId, videoId, chapterId, ...part });
        },
        onPlay: conversions.yieldToViewers,
      });
      images.routes(http);
    },
  };
}

/** Cuts running streams at once when their session ends or somebody stops their device. */
function cutEndedStreams({ devices, playing }: People, gateway: Gateway): void {
  devices.onEnded((sessionKeys) => {
    const ended = new Set(sessionKeys);
    gateway.end(({ sessionKey }) => ended.has(sessionKey));
  });
  playing.onStopped((accountId, deviceId, untilSeconds) =>
    gateway.end(
      (grant) =>
        grant.accountId === accountId && grant.deviceId === deviceId && grant.issuedAtSeconds <= untilSeconds,
    ),
  );
}
