import { addressHost } from '../../platform/address-host.ts';
import type { ChannelRow } from './channels.repository.ts';
import type { SourceRow } from './write-sources.ts';

const host = (address: string | null): string | null => (address === null ? null : addressHost(address));

/** A channel as the audit log keeps it: of addresses the host alone. */
export function describeChannel(
  row: ChannelRow,
  sources: readonly SourceRow[],
): Readonly<Record<string, unknown>> {
  return {
    name: row.name,
    section: row.section,
    description: row.description,
    active: row.active,
    isFeatured: row.is_featured,
    isPubliclyVisible: row.is_publicly_visible,
    requiresPlan: row.requires_plan,
    logo: host(row.logo),
    customThumbnail: host(row.custom_thumbnail),
    thumbnail: host(row.thumbnail),
    // The key tells apart addresses of one host, and that they were put in another order.
    sources: sources.map(({ id, address }) => `${addressHost(address)} (${id.slice(-6)})`),
  };
}
