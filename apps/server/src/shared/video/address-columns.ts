import { builtInProviders } from '@butaca/db';
import { describeAddress, isInternal, type DescribedAddress } from '@butaca/m3u';

type Columns = Omit<DescribedAddress, 'is_playable'> & { provider_id: string };
export type AddressColumns = { [name in keyof Columns]: Columns[name] | null };

/**
 * Returns the columns of a video or chapter that depend on its stream address; all are `null` without an address. What is
 * written by hand belongs to no list.
 */
export function addressColumns(address: string | undefined): AddressColumns {
  if (address === undefined || address === '') {
    return { address: null, address_hash: null, provider_key: null, stream_kind: null, provider_id: null };
  }
  const { is_playable: _isPlayable, ...columns } = describeAddress(address);
  return { ...columns, provider_id: isInternal(address) ? builtInProviders.demo : builtInProviders.manual };
}

/** The columns of the request headers that an import stores with a stream address, for an address that has none. */
export const noHeaders = { user_agent: null, referrer: null, cookie: null, origin: null } as const;

/** The columns that a film, a chapter and a further version of one have alike, and that move with a stream address. */
export const movedColumns = [
  'provider_id',
  'address',
  'address_hash',
  'provider_key',
  'user_agent',
  'referrer',
  'cookie',
  'origin',
  'stream_kind',
  'languages',
  'quality',
  'edited_tags',
] as const;
