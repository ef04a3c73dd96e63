import type { GuideReading, GuideRefusal, MatchedChannel } from '@butaca/guide';

/** What the thread that reads a guide is given. */
export interface GuideWork {
  /** Of the file with the guide, packed or not. */
  path: string;
  zone: string;
  fromMs: number;
  toMs: number;
  /** The channels for which the guide is matched. */
  channels: MatchedChannel[];
  /** Ids of channels of the guide whose programmes are wanted whatever matching says. */
  decided: string[];
}

/**
 * What the thread sends. `programmes`: lines for COPY; the thread goes on when the answer `'next'` has come · `again`: the
 * programmes that were sent are not all that are wanted, and are sent again from the beginning · `read`: the guide is read;
 * with lines for COPY of its channels and of what matching found · `refused`: the file is no guide.
 */
export type GuideMessage =
  | { kind: 'programmes'; lines: Uint8Array; count: number }
  | { kind: 'again' }
  | { kind: 'read'; reading: GuideReading; channels: Uint8Array; matches: Uint8Array }
  | { kind: 'refused'; reason: GuideRefusal };

/** The columns of the lines, in their order. */
export const programmeColumns =
  'xmltv_id, starts_ms, stops_ms, title, folded, subtitle, description, categories, season, episode, year, age_rating, is_new, is_live, is_repeat';
export const guideChannelColumns = 'xmltv_id, names';
export const guideMatchColumns = 'channel_id, xmltv_id, candidates';
