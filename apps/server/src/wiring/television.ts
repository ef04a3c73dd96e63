import { channelsFeature } from '../features/television/channels/index.ts';
import { versionedImagePath } from '../features/streaming/images/index.ts';
import type { AppBase } from './app-base.ts';
import type { Streaming } from './streaming.ts';

export type Television = ReturnType<typeof wireTelevision>;

export function wireTelevision({ db, version, items }: AppBase, { gateway, conversions }: Streaming) {
  const channels = channelsFeature({
    db,
    version,
    streams: gateway,
    openPlaylists: gateway.openPlaylists,
    deliver: conversions.deliverChannel,
    readSourceHealth: gateway.readSourceHealth,
    logoPath: ({ id, logo }) => versionedImagePath('channel', id, logo),
  });
  items.add({
    titleOf: channels.titleOf,
    checkStream: channels.checkStream,
    findImage: async (kind, id) => (kind === 'channel' ? channels.findLogo(id) : undefined),
  });
  return { channels, routes: channels.routes };
}
