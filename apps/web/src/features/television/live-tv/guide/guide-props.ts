import type { ChannelCard } from '@butaca/contract';
import type { OnAirByChannel } from '../../../../shared/guide/guide.queries.ts';

/** What both forms of the guide show. */
export interface GuideProps {
  category: string;
  /** The term by which the person has narrowed the category; empty for all of its channels. */
  term: string;
  /** The channels with a guide. */
  channels: readonly ChannelCard[];
  /** What the channels show now and next. */
  onAir: OnAirByChannel;
  minute: number;
}

/** A genre of programmes, as guides write it, and as it is compared. */
export interface Genre {
  label: string;
  value: string;
}
