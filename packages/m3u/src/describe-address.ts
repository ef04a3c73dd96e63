import { hash } from 'node:crypto';
import { normaliseAddress, providerKey, streamKindOf, type AddressKind } from './address.ts';

/** The database columns stored for the stream URL of a channel, film or chapter, besides its request headers. */
export interface DescribedAddress {
  address: string;
  address_hash: Buffer;
  provider_key: string | null;
  stream_kind: AddressKind;
  is_playable: boolean;
}

/** Whether a stream URL (`internal:…`) names media of this server itself, which needs no request to another server. */
export const isInternal = (address: string): boolean => address.startsWith('internal:');

/**
 * The hash that identifies a stream URL in the database, in hexadecimal: two spellings of one URL have the same hash.
 * The hash is indexed instead of the URL, because a URL of 8,192 characters is too long for a btree index.
 */
export function hashAddress(address: string): string {
  return hash('sha256', isInternal(address) ? address : normaliseAddress(address), 'hex');
}

/** Derives the database columns of a stream URL: its hash, its provider's key and how the stream is packed. */
export function describeAddress(address: string): DescribedAddress {
  const isOurs = isInternal(address);
  return {
    address,
    address_hash: Buffer.from(hashAddress(address), 'hex'),
    provider_key: (isOurs ? undefined : providerKey(address)) ?? null,
    stream_kind: streamKindOf(address),
    is_playable: isOurs || /^https?:/i.test(address),
  };
}
