import { join } from 'node:path';
import { archiveFeature } from '../features/television/archive/index.ts';
import { channelsFeature } from '../features/television/channels/index.ts';
import { guideFeature } from '../features/television/guide/index.ts';
import { versionedImagePath } from '../features/streaming/images/index.ts';
import type { ServeEndpoint } from '../platform/http/serve-endpoint.ts';
import type { Session } from '../shared/session.ts';
import type { AppBase } from './app-base.ts';
import type { Streaming } from './streaming.ts';

export type Television = ReturnType<typeof wireTelevision>;

export function wireTelevision(base: AppBase, { gateway, conversions, demo }: Streaming) {
  const { db, clock, log, config, database, version, items, closing } = base;
  const logoPath = ({ id, logo }: { id: string; logo: string | null }) =>
    versionedImagePath('channel', id, logo);
  const channels = channelsFeature({
    db,
    version,
    streams: gateway,
    openPlaylists: gateway.openPlaylists,
    deliver: conversions.deliverChannel,
    subtitlesOf: conversions.subtitlesOf,
    readSourceHealth: gateway.readSourceHealth,
    logoPath,
  });
  items.add({
    titleOf: channels.titleOf,
    checkStream: channels.checkStream,
    findImage: async (kind, id) => (kind === 'channel' ? channels.findLogo(id) : undefined),
  });
  const guide = closing.use(
    guideFeature({
      db,
      clock,
      log,
      version,
      logoPath,
      openBulkSession: database.openBulkSession,
      fetchGuide: gateway.openFile,
      openDemoGuide: demo.openGuide,
      uploadDir: join(config.dataDir, 'uploads'),
      keptDir: join(config.sharedDir, 'uploads'),
      cardsOf: channels.cardsOf,
    }),
  );
  const archive = archiveFeature({
    db,
    clock,
    streams: gateway,
    deliver: conversions.deliverChannel,
    requireChannel: channels.requireOpen,
    findProgramme: guide.findProgramme,
  });
  return {
    channels,
    guide,
    routes(serve: ServeEndpoint<Session>): void {
      channels.routes(serve);
      guide.routes(serve);
      archive.routes(serve);
    },
  };
}
