import { markAddress, shortMark } from '../../../shared/address-mark.ts';
import type { ChannelRow } from './channel-row.ts';
import type { SourceRow } from '../../../shared/channel/write-sources.ts';

const mark = (address: string | null): string | null => (address === null ? null : markAddress(address));

/**
 * Describes a channel for the audit log: stream addresses are reduced to the host and a fingerprint, request headers to
 * a fingerprint.
 */
export function describeChannel(
  row: ChannelRow,
  sources: readonly SourceRow[],
): Readonly<Record<string, unknown>> {
  return {
    name: row.name,
    section: row.section,
    description: row.description,
    active: row.active,
    isAdult: row.is_adult,
    country: row.country,
    isFeatured: row.is_featured,
    isPubliclyVisible: row.is_publicly_visible,
    requiresPlan: row.requires_plan,
    logo: mark(row.logo),
    customThumbnail: mark(row.custom_thumbnail),
    thumbnail: mark(row.thumbnail),
    sources: sources.map(describeSource),
  };
}

function describeSource(source: SourceRow): string {
  const { address, user_agent, referrer, cookie, origin, languages, quality, edited_tags } = source;
  const headers = [user_agent, referrer, ...(cookie === null && origin === null ? [] : [cookie, origin])];
  return [
    markAddress(address),
    ...(headers.every((header) => header === null)
      ? []
      : [`cabeceras (${shortMark(JSON.stringify(headers))})`]),
    // What only lists have said is no act of an administrator.
    ...(edited_tags === null ? [] : [...(languages ?? ['sin idioma']), quality ?? 'sin calidad']),
  ].join(', ');
}
