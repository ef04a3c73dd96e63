import type { DescribedAddress } from '../channel-source.ts';

/** An entry of a list, read and ready to be published. Its ids are used if it turns out to be new. */
export interface StagedChannel extends Omit<DescribedAddress, 'address_hash'> {
  line: number;
  channel_id: string;
  source_id: string;
  name: string;
  name_folded: string;
  title_key: string;
  section: string;
  logo: string | null;
  tvg_id: string | null;
  channel_number: number | null;
  user_agent: string | null;
  referrer: string | null;
  /** Hexadecimal, as the batch travels as JSON. */
  address_hash: string;
}

/** added + updated + duplicates = the staged entries. */
export interface PublishCounts {
  added: number;
  updated: number;
  duplicates: number;
}
