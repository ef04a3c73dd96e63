import type { Selectable } from 'kysely';
import type { DB } from './tables.generated.ts';

/**
 * The types of all database tables, for Kysely's queries. Generated from the migrated database by `npm run db:types`.
 */
export type Database = DB;

/**
 * An account. This type and the following ones are rows as a `select` returns them: `timestamptz` is a `Date`, `bytea` a
 * `Buffer`, `bigint` a number.
 */
export type AccountRow = Selectable<DB['account']>;
/** A browser or app of an account. */
export type DeviceRow = Selectable<DB['device']>;
/** A session, which signs an account in on a device; of its token only the hash. */
export type SessionRow = Selectable<DB['session']>;
/** A video or channel on the list «Mi lista» of an account. */
export type FavouriteRow = Selectable<DB['favourite']>;
/** A film or series, with the columns that are derived from its chapters and its title. */
export type VideoRow = Selectable<DB['video']>;
/** A subscription plan, with the number of devices that it lets play at once. */
export type PlanRow = Selectable<DB['plan']>;
/** A live channel without its sources. */
export type ChannelRow = Selectable<DB['channel']>;
/** One of the stream URLs of a channel, with its request headers. */
export type ChannelSourceRow = Selectable<DB['channel_source']>;
/** How far an account has watched a video. */
export type ProgressRow = Selectable<DB['progress']>;
