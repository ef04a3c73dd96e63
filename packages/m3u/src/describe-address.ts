import { hash } from 'node:crypto';
import { normaliseAddress, providerKey, streamKindOf, type AddressKind } from './address.ts';

/** What is kept of an address besides its request headers. */
export interface DescribedAddress {
  address: string;
  address_hash: Buffer;
  provider_key: string | null;
  stream_kind: AddressKind;
  is_playable: boolean;
}

/** Media of this server itself, which the gateway serves without going out. */
export const isInternal = (address: string): boolean => address.startsWith('internal:');

/**
 * By what an address is known, in hexadecimal: two spellings of one address have one hash (addresses of up to 8,192
 * characters do not fit a btree).
 */
export function hashAddress(address: string): string {
  return hash('sha256', isInternal(address) ? address : normaliseAddress(address), 'hex');
}

/** Reads from an address how it plays and by what it is known. */
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
