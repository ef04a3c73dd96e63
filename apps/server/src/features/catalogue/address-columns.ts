import { createHash } from 'node:crypto';
import type { StreamKind } from '@butaca/contract';
import { normaliseAddress, providerKey, streamKindOf } from '@butaca/m3u';

export interface AddressColumns {
  address: string | null;
  address_hash: Buffer | null;
  provider_key: string | null;
  stream_kind: StreamKind | null;
}

/** Media of this server itself, which the gateway serves without going out. */
export const isInternal = (address: string): boolean => address.startsWith('internal:');

/** Reads from an address how it plays and by what it is known: two spellings of one address have one hash. */
export function addressColumns(address: string | undefined): AddressColumns {
  if (address === undefined || address === '') {
    return { address: null, address_hash: null, provider_key: null, stream_kind: null };
  }
  const identity = isInternal(address) ? address : normaliseAddress(address);
  return {
    address,
    address_hash: createHash('sha256').update(identity).digest(),
    provider_key: (isInternal(address) ? undefined : providerKey(address)) ?? null,
    stream_kind: streamKindOf(address),
  };
}
