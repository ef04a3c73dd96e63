import type { ChannelSourceRow, Database } from '@butaca/db';
import type { Selectable } from 'kysely';

/** A channel with its first stream address, for administrators who edit it and for the stream gateway only. */
export type ChannelRow = Selectable<Database['channel']> &
  Pick<
    ChannelSourceRow,
    'address' | 'stream_kind' | 'is_playable' | 'user_agent' | 'referrer' | 'cookie' | 'origin'
  > & {
    source_count: number;
    /** Whether viewers see the channel: it is active, and the settings do not hide it. */
    is_shown: boolean;
  };

/** The columns of a channel that viewers see on its card; they contain no stream addresses. */
export type ChannelCardRow = Pick<
  ChannelRow,
  | 'id'
  | 'name'
  | 'description'
  | 'section'
  | 'logo'
  | 'colour'
  | 'number'
  | 'is_featured'
  | 'is_publicly_visible'
  | 'requires_plan'
>;
