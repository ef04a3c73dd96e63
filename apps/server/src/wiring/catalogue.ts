import { itemKeyOf } from '@butaca/contract';
import { streamKindOf } from '@butaca/m3u';
import { collectionsFeature } from '../features/catalogue/collections/index.ts';
import { emptyPagesFeature } from '../features/catalogue/empty-pages/index.ts';
import { enrichmentFeature } from '../features/catalogue/enrichment/index.ts';
import { factsFeature } from '../features/catalogue/facts/index.ts';
import { filmMergeFeature } from '../features/catalogue/film-merge/index.ts';
import { rereadingFeature } from '../features/catalogue/rereading/index.ts';
import { favouritesFeature } from '../features/catalogue/favourites/index.ts';
import { homeFeature } from '../features/catalogue/home/index.ts';
import { planOffersFeature } from '../features/catalogue/plan-offers/index.ts';
import { progressFeature } from '../features/catalogue/progress/index.ts';
import { searchFeature } from '../features/catalogue/search/index.ts';
import { videosFeature } from '../features/catalogue/videos/index.ts';
import type { SettingsFeature } from '../features/operations/settings/index.ts';
import { versionedImagePath } from '../features/streaming/images/index.ts';
import type { ServeEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Session } from '../shared/session.ts';
import type { AppBase } from './app-base.ts';
import type { Operations } from './operations.ts';
import type { People } from './people.ts';
import type { Streaming } from './streaming.ts';
import type { Television } from './television.ts';

/**
 * Creates the features of films and series (also merges of films into series), and of what belongs to one person:
 * playback positions, «Mi lista», home page.
 */
export function wireCatalogue(
  base: AppBase,
  {
    people,
    streaming,
    channels,
    backups,
    stats,
    providers,
    imports,
    settings,
  }: {
    people: People;
    streaming: Streaming;
    channels: Television['channels'];
    backups: Operations['backups'];
    stats: Operations['stats'];
    providers: Operations['providers'];
    imports: Operations['imports'];
    settings: Pick<SettingsFeature, 'viewersAddToCollections'>;
  },
) {
  const { config, db, clock, log, version, items, closing } = base;
  const basics = { db, clock, log };
  const videos = videosFeature({
    db,
    version,
    streams: streaming.gateway,
    imagePath: versionedImagePath,
    trialBudget: people.trial.budget,
    deliver: streaming.conversions.deliver,
    contentsOf: streaming.conversions.knownContentsOf,
    findVersions: streaming.findVersions,
    isReady: streaming.gateway.isReady,
    streamKindOf,
    readSeries: providers.readSeries,
  });
  items.add({
    titleOf: videos.titleOf,
    checkStream: videos.checkStream,
    findImage: async (kind, id) => (kind === 'channel' ? undefined : videos.findImage(kind, id)),
  });
  const progress = progressFeature({
    ...basics,
    videos,
    async knownDurationOf(videoId, chapterId) {
      const address = await videos.addressOf(videoId, chapterId);
      return address === undefined ? undefined : streaming.conversions.knownDurationOf(address);
    },
    onSaved: ({ accountId, deviceId }, videoId) =>
      void people.playing.renew(accountId, { deviceId, itemKey: itemKeyOf('video', videoId) }),
  });
  closing.use(progress);
  const collections = collectionsFeature({ db, cards: videos, settings });
  const favourites = favouritesFeature({ db, cards: { videos, channels } });
  const enrichment = enrichmentFeature({
    ...basics,
    version,
    genai: config.genai,
    dayOf: people.dayOf,
    videos,
    channels,
    coloursOf: streaming.images.coloursOf,
    ...(base.generationLimits && { limits: base.generationLimits }),
  });
  closing.use(enrichment);
  const home = homeFeature({
    videos,
    channels,
    mostPlayed: stats.mostPlayed,
    stillOf: streaming.stills.find,
    today: () => people.dayOf(clock.now()),
    version: version.current,
    listContinuing: progress.listContinuing,
    listAlike: async (session) =>
      enrichment.listAlike(session, await favourites.listVideoIds(session.accountId)),
    log,
    clock,
  });
  const filmMerge = filmMergeFeature({ db, version, backUp: () => backups.save('migration') });
  const rereading = closing.use(
    rereadingFeature({
      db,
      version,
      log,
      createReader: imports.createStoredReader,
      films: filmMerge.films,
    }),
  );
  const facts = closing.use(
    factsFeature({
      ...basics,
      version,
      openFile: streaming.gateway.openFile,
      tmdbKey: config.tmdbKey,
      urls: base.factSourceUrls,
    }),
  );
  const search = searchFeature({ db, videos, channels, listMostWatched: progress.listMostWatched });
  const planOffers = planOffersFeature({
    videos,
    channels,
    plans: people.plans,
    requests: people.planRequests,
    version,
  });

  return {
    emptyPages: emptyPagesFeature({ videos, channels, collections, version }),
    videos,
    collections,
    progress,
    facts,
    routes(serve: ServeEndpoint<Session>): void {
      videos.routes(serve, progress.open);
      collections.routes(serve);
      progress.routes(serve);
      home.routes(serve);
      search.routes(serve);
      planOffers.routes(serve);
      favourites.routes(serve);
      enrichment.routes(serve);
      filmMerge.routes(serve);
      rereading.routes(serve);
      facts.routes(serve);
    },
  };
}
