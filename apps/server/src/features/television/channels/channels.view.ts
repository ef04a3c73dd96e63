import {
  canOpen,
  liveTvSection,
  type AdminChannel,
  type AdminChannelDetail,
  type ChannelCard,
  type Viewer,
} from '@butaca/contract';
import { revisionOf } from '../../../platform/revision.ts';
import type { ChannelCardRow, ChannelRow } from './channel-row.ts';
import type { SourceRow } from '../../../shared/channel/write-sources.ts';

/**
 * Returns the URL under which this server serves a channel's logo, never the logo's stored address; `null` when there
 * is no logo.
 */
export type LogoPath = (row: { id: string; logo: string | null }) => string | null;

/**
 * Converts a row of the table `channel` into the card that lists show. @param viewer - `undefined` for somebody who is
 * not signed in, for whom every channel is locked
 */
export function toChannelCard(
  row: ChannelCardRow,
  viewer: Viewer | undefined,
  logoPath: LogoPath,
): ChannelCard {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    section: row.section,
    logo: logoPath(row),
    colour: row.colour,
    number: row.number,
    isFeatured: row.is_featured,
    locked: viewer === undefined || !canOpen(viewer, row.requires_plan, liveTvSection),
  };
}

export function toAdminChannel(row: ChannelRow): AdminChannel {
  return {
    _id: row.id,
    name: row.name,
    url: row.address,
    logo: row.logo,
    customThumbnail: row.custom_thumbnail,
    thumbnail: row.thumbnail,
    description: row.description,
    section: row.section,
    active: row.active,
    isAdult: row.is_adult,
    isFeatured: row.is_featured,
    isPubliclyVisible: row.is_publicly_visible,
    requiresPlan: row.requires_plan,
    userAgent: row.user_agent,
    referrer: row.referrer,
    streamKind: row.stream_kind,
    isPlayable: row.is_playable,
    sourceCount: row.source_count,
  };
}

/**
 * Converts a channel with its stream addresses for administrators who edit it. @param sources - in the order in which
 * players try them
 */
export function toAdminDetail(row: ChannelRow, sources: readonly SourceRow[]): AdminChannelDetail {
  const state = {
    ...toAdminChannel(row),
    country: row.country,
    sources: sources.map((source) => ({
      _id: source.id,
      url: source.address,
      userAgent: source.user_agent,
      referrer: source.referrer,
      cookie: source.cookie,
      origin: source.origin,
      streamKind: source.stream_kind,
      isPlayable: source.is_playable,
      languages: source.languages ?? [],
      quality: source.quality,
    })),
  };
  return { ...state, revision: revisionOf(state) };
}
