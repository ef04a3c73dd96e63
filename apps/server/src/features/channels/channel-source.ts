import { hash } from 'node:crypto';
import { foldText, type StreamKind } from '@butaca/contract';
import { normaliseAddress, providerKey, streamKindOf } from '@butaca/m3u';

/** What is kept of an address besides its request headers. */
export interface DescribedAddress {
  address: string;
  address_hash: Buffer;
  provider_key: string | null;
  stream_kind: StreamKind;
  is_playable: boolean;
}

/** Media of this server itself, which the gateway serves without going out. */
const internalScheme = 'internal:';

/**
 * Reads from an address how it plays and by what it is known: two spellings of one address have one hash (addresses
 * of up to 8,192 characters do not fit a btree).
 */
export function describeAddress(address: string, xuiId?: string): DescribedAddress {
  const isInternal = address.startsWith(internalScheme);
  const identity = isInternal ? address : normaliseAddress(address);
  return {
    address,
    address_hash: hash('sha256', identity, 'buffer'),
    provider_key: (isInternal ? undefined : providerKey(address, xuiId)) ?? null,
    stream_kind: streamKindOf(address),
    is_playable: isInternal || /^https?:/i.test(address),
  };
}

/** Resolution and availability notes that lists hang on a name: `(1080p)`, `[Geo-blocked]`. */
const note = /\s*(?:\((?:\d{3,4}[pi])\)|\[[^\]]{1,40}\])/giu;

/** The name of a channel as people read it: without the notes of its list. */
export function channelName(title: string): string {
  const name = title.replace(note, '').trim();
  return name === '' ? title.trim() : name;
}

/** By what a channel's name is the same name: the key under which a second address joins the first. */
export function channelTitleKey(name: string): string {
  return foldText(channelName(name));
}
